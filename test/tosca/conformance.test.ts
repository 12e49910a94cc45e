import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validateTemplate } from '../../src/tosca/process.ts';
import { filesIn, fixtures, noImports } from './fixtures.ts';

/** What the standard says of TOSCA 2.0, section by section: each case names the first problem, or that there is none. */
interface Case {
  readonly about: string;
  /** the code of a problem, or `accept` */
  readonly verdict: string;
  readonly text: string;
}

/** The keys of a case join the sections of the same name in what stands before the first case. */
function casesOf(file: string): Case[] {
  const [shared = '', ...documents] = readFileSync(file, 'utf8').split(/^--- # /m);
  return documents.map((document) => {
    const end = document.indexOf('\n');
    const [, verdict = '', about = ''] = /^(?:reject )?(\S+): (.*)$/.exec(document.slice(0, end)) ?? [];
    return { about, verdict, text: joined(shared, document.slice(end + 1)) };
  });
}

/** A section that both have is written once: the members of one after those of the other. */
function joined(shared: string, text: string): string {
  return text.split(/^(?=[a-z_]+:)/m).reduce(
    (whole, section) => {
      const [, name = '', rest = ''] = /^([a-z_]+):([\s\S]*)$/.exec(section) ?? [];
      const at = new RegExp(`^${name}:.*\\n(?:(?: .*)?\\n)*`, 'm').exec(whole);
      if (name === '' || at === null) return whole + section;
      return whole.replace(at[0], () => members(at[0], name) + indented(rest, name));
    },
    shared.replace(/^#.*\n/gm, ''),
  );
}

const members = (section: string, name: string): string =>
  `${name}:\n${indented(section.slice(name.length + 1), name)}`;

/** `{ A: x }` and `\n  A: x\n` alike as lines below the key. */
function indented(body: string, name: string): string {
  const flow = /^\s*\{([\s\S]*)\}\s*$/.exec(body);
  if (flow === null) return body.replace(/^\n/, '');
  return `${topLevelItems(flow[1] ?? '')
    .map((item) => `  ${item.trim().replaceAll('\n', ' ')}\n`)
    .join('')}`.replace(/^$/, `  # no ${name}\n`);
}

function topLevelItems(text: string): string[] {
  const items = [''];
  let depth = 0;
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    if (!quoted) depth += '{['.includes(character) ? 1 : ']}'.includes(character) ? -1 : 0;
    if (character === ',' && depth === 0 && !quoted) items.push('');
    else items[items.length - 1] += character;
  }
  return items.filter((item) => item.trim() !== '');
}

describe.each(filesIn(join(fixtures, 'tosca-2.0')).map((file) => [basename(file, '.yaml'), file]))(
  'TOSCA 2.0, section %s',
  (_, file) => {
    it.each(casesOf(file).map((each) => [each.verdict, each.about, each.text]))(
      '%s: %s',
      async (verdict, _about, text) => {
        const { problems } = await validateTemplate(text, noImports);
        const errors = problems.filter(({ severity }) => severity === 'error');
        expect(
          errors.map(({ code }) => code)[0] ?? 'accept',
          `${errors.map(({ line, message }) => `${line}: ${message}`).join('\n')}\n${text}`,
        ).toBe(verdict);
        // one mistake is one problem
        expect(errors.length, errors.map(({ line, message }) => `${line}: ${message}`).join('\n')).toBeLessThanOrEqual(
          1,
        );
      },
    );
  },
);
