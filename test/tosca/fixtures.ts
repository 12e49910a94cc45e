import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { processTemplate } from '../../src/tosca/process.ts';
import type { Imports, Json, Topology } from '../../src/tosca/topology.ts';

export const fixtures = join(import.meta.dirname, '../fixtures/templates');

/** The templates other people wrote, which lie beside the repository and not in it. */
export const corpus = join(import.meta.dirname, '../../../shared/corpus');
export const corpusIsHere = existsSync(corpus);
if (!corpusIsHere) console.warn(`no corpus at ${corpus}: the tests with real templates are skipped`);

export const noImports: Imports = {
  read: (address) => Promise.reject(new Error(`nothing is read here, not ${address}`)),
};

export const importsBeside = (file: string): Imports => ({
  read: async (address) => readFileSync(join(dirname(file), address), 'utf8'),
});

export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();

/** The topology of a text that must be good; its problems are the message when it is not. */
export async function topologyOf(
  text: string,
  inputs: Readonly<Record<string, Json>> = {},
  imports: Imports = noImports,
): Promise<Topology> {
  const processed = await processTemplate(text, { inputs, imports });
  if (!processed.ok) throw new Error(processed.problems.map(({ line, message }) => `${line}: ${message}`).join('\n'));
  return processed.topology;
}

/** `code@line` of each error. */
export async function errorsOf(
  text: string,
  inputs: Readonly<Record<string, Json>> = {},
  imports: Imports = noImports,
): Promise<string[]> {
  const { problems } = await processTemplate(text, { inputs, imports });
  return problems.filter(({ severity }) => severity === 'error').map(({ code, line }) => `${code}@${line}`);
}
