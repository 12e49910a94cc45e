import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recursive, recursiveAmong } from './found.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/recursion.md'), 'utf8');

/** `file function` of each row, which also says what ends it. */
const rows = [...page.matchAll(/^\| `(src\/[^`*]+\.ts)` \| ((?:`[^`]+`(?:, )?)+) \| (\S[^|]*) \|$/gm)].flatMap(
  ([, file = '', names = '']) => names.split(', ').map((name) => `${file} ${name.replaceAll('`', '')}`),
);

it('the page about recursion names every function that recurses, with what ends it, and no other', () => {
  expect(rows.toSorted()).toEqual(recursive(['src/tosca', 'src/domain']));
});

describe('a function recurses', () => {
  const found = (text: string, other = '') => recursiveAmong({ 'a.ts': text, 'b.ts': other });

  it.each([
    ['by its name', 'function f(n) { return f(n - 1); }', ['a.ts f']],
    ['as an argument', 'const f = (list) => list.map(f);', ['a.ts f']],
    ['through another', 'const f = () => g(); const g = () => f();', ['a.ts f', 'a.ts g']],
    ['as a method', 'class C { #m() { return this.#m(); } get m() { return this.#n; } }', ['a.ts C.#m']],
    ['inside another', 'const f = () => { const inner = () => inner(); return inner(); };', ['a.ts f>inner']],
    ['through a table', 'const f = (x) => table[x](); const table = { a: () => f(1) };', ['a.ts f', 'a.ts table']],
    ['by its constructor', 'class C { constructor() { new C(); } }', ['a.ts C.constructor']],
  ])('%s', (_, text, names) => {
    expect(found(text)).toEqual(names);
  });

  it('through another file', () => {
    expect(
      found(
        "import { g as h } from './b.ts'; export const f = () => h();",
        "import { f } from './a.ts'; export const g = () => f();",
      ),
    ).toEqual(['a.ts f', 'b.ts g']);
  });

  it.each([
    ['a value has its name', 'const f = (f) => f;'],
    ['a member has its name', 'const f = (x) => x.f({ f: 1 });'],
    ['a type has its name', 'function f(x: f): f { return x; }'],
  ])('not where %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });
});
