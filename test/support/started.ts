/** What a function loads when it starts, as esbuild tells it. */

import type { Metafile } from 'esbuild';

/** Sources of an entry point, and of what it imports, directly or not. What it loads later does not count. */
export const startOf = ({ outputs }: Metafile, entry: string): readonly string[] =>
  [...filesAtStart(outputs, entry)].flatMap((name) => Object.keys(outputs[name]?.inputs ?? {}));

const filesAtStart = (outputs: Metafile['outputs'], entry: string): ReadonlySet<string> => {
  const [main] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
  if (main === undefined) throw new Error(`esbuild made nothing of ${entry}`);
  const reached = new Set([main]);
  for (const name of reached)
    for (const { path, kind } of outputs[name]?.imports ?? []) if (kind === 'import-statement') reached.add(path);
  return reached;
};

/** Modules of Node that an entry point imports when it starts, directly or not. */
export const builtinsAtStart = ({ outputs }: Metafile, entry: string): readonly string[] => {
  const found = new Set<string>();
  for (const name of filesAtStart(outputs, entry))
    for (const { path, kind, external } of outputs[name]?.imports ?? [])
      if (external && kind === 'import-statement') found.add(path.replace(/^(?!node:)/, 'node:'));
  return [...found].toSorted();
};

const client = /node_modules\/@aws-sdk\/(client-[a-z0-9-]+|lib-dynamodb)\//;

/** Packages of the SDK's clients, sorted. */
export const clientsAtStart = (metafile: Metafile, entry: string): readonly string[] =>
  [...new Set(startOf(metafile, entry).flatMap((source) => client.exec(source)?.[1] ?? []))].toSorted();
