import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../lib/configuration/configuration.ts';
import { exampleConfiguration, templates } from './stacks.ts';

const text = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');

/** What of a schema of valibot leads to its keys. */
interface Schema {
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly pipe?: readonly Schema[];
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly value?: Schema;
}

/** Every key, at any depth: `files.elements.bucket`. */
const keysOf = ({ entries = {}, pipe = [], wrapped, item, value }: Schema, at = ''): readonly string[] => [
  ...Object.entries(entries).flatMap(([key, inner]) => [`${at}${key}`, ...keysOf(inner, `${at}${key}.`)]),
  // those of a pipe are within it: `strict` of schemas.ts is one
  ...[...pipe, wrapped, item, value].filter((inner) => inner !== undefined).flatMap((inner) => keysOf(inner, at)),
];

/** Rows of the table of keys: what the first cell names, and every name in the row. */
const rows = (): readonly { readonly names: readonly string[]; readonly words: readonly string[] }[] => {
  const [, section = ''] = text.split('| Key of `toscanini.config.ts` |');
  const [table = ''] = section.split('\n\n');
  return table.split('\n').flatMap((line) => {
    const [, first] = line.split('|');
    const quoted = (part = '') => [...part.matchAll(/`([\w.]+)/g)].map(([, word]) => word ?? '');
    return first === undefined ? [] : [{ names: quoted(first), words: quoted(line) }];
  });
};

describe('docs/operations.md', () => {
  it('names every key of the configuration, at any depth, where it belongs', () => {
    const keys = [...new Set(keysOf(configurationSchema as unknown as Schema))];
    expect(keys.length).toBeGreaterThan(100);
    const table = rows();
    const isListed = (key: string): boolean =>
      table.some(({ names, words }) =>
        names.some(
          (name) =>
            name === key ||
            name.startsWith(`${key}.`) ||
            (key.startsWith(`${name}.`) && words.includes(key.split('.').at(-1) ?? '')),
        ),
      );
    expect(keys.filter((key) => !isListed(key))).toEqual([]);
  });

  it('names no key that there is not', () => {
    const keys = keysOf(configurationSchema as unknown as Schema);
    const named = rows().flatMap(({ names }) => names);
    expect(named.filter((name) => !keys.includes(name))).toEqual([]);
  });

  it('asks its commands for outputs that there are, and lists every output', () => {
    const customDomain = {
      name: 'api.example.org',
      certificateArn: 'arn:aws:acm:eu-south-1:111111111111:certificate/1',
    };
    const { data, service } = templates({ ...exampleConfiguration, issuers: [], customDomain });
    const isOurs = (name: string) => !/^(HttpApi|ExportsOutput)/.test(name); // the others are CDK's own
    const outputs = [data, service].flatMap((stack) => Object.keys(stack.findOutputs('*'))).filter(isOurs);
    const asked = [...text.matchAll(/\(out (\w+)\)/g)].map(([, name]) => name ?? '');
    expect(asked.length).toBeGreaterThan(2);
    expect(asked.filter((name) => !outputs.includes(name))).toEqual([]);
    expect(outputs.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
    for (const table of ['Deployments', 'Resources', 'Schedules', 'ScheduleEvents'])
      expect(outputs).toContain(`${table}Table`); // "$(out ${table}Table)"
  }, 60_000);
});
