/** The code of a room with all its changes in it, of which one at a time can be switched on. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Mutant {
  readonly fileName: string;
  readonly replacement: string;
  readonly mutatorName: string;
  /** of changes that are not made */
  readonly status?: string;
  readonly location: { readonly start: { readonly line: number } };
}

interface Instrumenter {
  instrument(
    files: readonly { readonly name: string; readonly content: string; readonly mutate: boolean }[],
    options: object,
  ): Promise<{
    readonly files: readonly { readonly name: string; readonly content: string }[];
    readonly mutants: readonly (Mutant & { readonly id: string })[];
  }>;
}

export interface Instrumented {
  /** code by absolute path */
  readonly code: Readonly<Record<string, string>>;
  readonly mutants: readonly { readonly id: string; readonly place: string; readonly what: string }[];
}

const root = join(import.meta.dirname, '../..');

const silent = () => undefined;
const logger = { trace: silent, debug: silent, info: silent, warn: silent, error: silent, fatal: silent };

export const instrumented = async (room: string): Promise<Instrumented> => {
  const entry = pathToFileURL(join(root, 'node_modules/@stryker-mutator/instrumenter/dist/src/index.js')).href;
  const { Instrumenter: Made } = (await import(entry)) as { Instrumenter: new (log: object) => Instrumenter };
  const names = globSync(`src/${room}/**/*.ts`, { cwd: root }).map((name) => join(root, name));
  const files = names.map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true }));
  const log = { ...logger, isTraceEnabled: () => false, isDebugEnabled: () => false };
  // a wording is no behaviour
  const options = { plugins: null, excludedMutations: ['StringLiteral'], ignorers: [] };
  const made = await new Made(log).instrument(files, options);
  return {
    code: Object.fromEntries(made.files.map(({ name, content }) => [name, content])),
    mutants: made.mutants
      .filter(({ status }) => status === undefined)
      .map(({ id, fileName, replacement, mutatorName, location }) => ({
        id,
        place: `${fileName.slice(root.length + 1)}:${location.start.line + 1}`,
        what: `${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ').slice(0, 90)}`,
      })),
  };
};
