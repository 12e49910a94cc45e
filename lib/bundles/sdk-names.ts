import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bundling.ts';

/** Exported names by package. */
export type Names = ReadonlyMap<string, ReadonlySet<string>>;

/** The names that our sources import from the SDK, by package. */
export const namesInUse = (): Names => {
  const names = new Map<string, Set<string>>();
  for (const file of globSync('{src,functions}/**/*.ts', { cwd: root }).toSorted()) {
    for (const [name, exported] of importsOf(file, readFileSync(join(root, file), 'utf8'))) {
      const known = names.get(name) ?? new Set();
      names.set(name, known.union(exported));
    }
  }
  return names;
};

const named = /(import|import type|const) \{([^}]*)\} (?:from|= await import\() ?\(?'(@aws-sdk\/[^']+)'/g;

const importsOf = (file: string, text: string): readonly (readonly [string, ReadonlySet<string>])[] => {
  const found = [...text.matchAll(named)];
  if (found.length !== text.split("'@aws-sdk/").length - 1)
    throw new Error(
      `${file} imports the SDK as a whole: write import { … } from '@aws-sdk/…', so that its bundle stays small`,
    );
  return found
    .filter(([, how]) => how !== 'import type')
    .map(([, , list = '', name = '']) => [name, new Set(valuesOf(list))] as const)
    .filter(([, { size }]) => size > 0);
};

const valuesOf = (list: string): readonly string[] =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('type '))
    .map((one) => one.replace(/(?: as |:).*$/, ''));
