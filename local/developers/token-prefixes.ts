/**
 * Writes src/tosca/secrets/token-prefixes.ts from the rules of gitleaks (MIT): which tokens have a prefix that nothing else
 * has, of which characters they consist, and how long they are at least. Rules that look at the text around a token
 * are left out: names are judged by names.ts. Needs Go, whose module proxy has the rules.
 *
 *   npx node local/developers/token-prefixes.ts
 */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const version = 'v8.30.1';
const target = join(import.meta.dirname, '../../src/tosca/secrets/token-prefixes.ts');

interface Token {
  readonly prefix: string;
  readonly characters: string;
  readonly least: number;
}

/** A literal, then characters of one class: `glpat-[\w-]{20}`, also behind a word boundary, in a group, and with flags. */
const shape =
  /^(?:\(\?i\))?(?:\\b)?\(*(?<prefix>(?:[\w-]|\\[.-]){3,30}|\(\?:[\w|]{3,40}\)[\w-]{1,10})(?<flag>\(\?i\))?(?:\[(?<characters>[^\]]+)\]|(?<word>\\w)|\(\?i:\[(?<more>[^\]]+)\])\{(?<least>\d+)(?:,\d*)?\}/;

const tokensOf = (expression: string): readonly Token[] => {
  const { prefix = '', flag, characters, word, more, least = '' } = shape.exec(expression)?.groups ?? {};
  if (prefix === '' || Number(least) < shortest) return [];
  const isAnyCase = flag !== undefined || more !== undefined || expression.startsWith('(?i)');
  const parts = partsOf(characters ?? more ?? word ?? '').flatMap((part) =>
    isAnyCase && /^[a-z]/i.test(part) ? [part.toLowerCase(), part.toUpperCase()] : [part],
  );
  const all = [...new Set(parts)].toSorted((a, b) => Number(a === '\\-') - Number(b === '\\-')).join('');
  const [, several, end = ''] = /^\(\?:([\w|]+)\)(.*)$/.exec(prefix) ?? [];
  const prefixes = several === undefined ? [prefix.replaceAll('\\', '')] : several.split('|').map((one) => one + end);
  // a prefix that may be the beginning of a digest names nothing
  return prefixes
    .filter((one) => /[^0-9a-f]/.test(one))
    .map((one) => ({ prefix: one, characters: all, least: Number(least) }));
};

/** Fewer characters may be a word. */
const shortest = 10;

/** `a-z0\-` -> `a-z`, `0`, `\-` */
const partsOf = (characters: string): readonly string[] =>
  [...characters.matchAll(/\\[\s\S]|[\s\S]-[\s\S]|[\s\S]/g)].map(([part]) => (part === '-' ? '\\-' : part));

const moduleOfRules = `github.com/zricethezav/gitleaks/v8@${version}`;
const { Dir: folder } = JSON.parse(
  execFileSync('go', ['mod', 'download', '-json', moduleOfRules], { encoding: 'utf8' }),
);
const rules = readFileSync(join(folder, 'config/gitleaks.toml'), 'utf8');
const found = [...rules.matchAll(/^regex = '''([\s\S]*?)'''$/gm)].flatMap(([, expression = '']) =>
  tokensOf(expression),
);
const byPrefix = new Map<string, Token>();
for (const token of found) {
  const other = byPrefix.get(token.prefix);
  if (other === undefined || token.least < other.least) byPrefix.set(token.prefix, token);
}
const rows = [...byPrefix.values()]
  .toSorted((a, b) => (a.prefix < b.prefix ? -1 : 1))
  .map(({ prefix, characters, least }) => `  [${JSON.stringify(prefix)}, ${JSON.stringify(characters)}, ${least}],`);

writeFileSync(
  target,
  `/**
 * Written by local/developers/token-prefixes.ts from the rules of gitleaks ${version} (Copyright (c) 2019 Zachary Rice, MIT
 * licence). A token is the prefix and at least so many of these characters, which are in the form of a class of a regular
 * expression.
 */
export const tokenPrefixes: readonly (readonly [prefix: string, characters: string, least: number])[] = [
${rows.join('\n')}
];
`,
);
console.log(`${rows.length} prefixes of ${rules.match(/^\[\[rules\]\]$/gm)?.length ?? 0} rules`);
