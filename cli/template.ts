import { basename, extname } from 'node:path';
import type { CatalogEntry, Toscanini } from '../client/index.ts';
import { asSubmitted } from './check/files.ts';
import { CliError } from './cli-error.ts';
import type { CliContext } from './context.ts';
import { bytesOf } from './file-bytes.ts';

/** Before the name of a template of the installation. */
export const ofCatalog = 'catalog:';

/**
 * What the API takes as a template: text, or an archive in base64. `-` is standard input, `catalog:NAME` a template of the
 * installation. The files of this machine that it imports go with it, and those below its folder that its operations and
 * artifacts name. CliError when there is no such file.
 */
export const readTemplate = async (
  { readInput }: Pick<CliContext, 'readInput'>,
  client: Pick<Toscanini, 'catalogEntry'>,
  path: string,
): Promise<string> => {
  if (path === '-') return textIn('standard input', await readInput());
  if (path.startsWith(ofCatalog)) return (await catalogEntry(client, path.slice(ofCatalog.length))).template;
  const text = textIn(path, await bytesOf(path));
  if (!/(?:imports|interfaces|artifacts|parents)["']?\s*:/.test(text)) return text;
  // the checker finds the files: only a template that may name some, or its parents, loads it
  const { withLocalFiles } = await import('./check/packed.ts');
  return withLocalFiles(path, text);
};

/**
 * What a deployment of this file is called where nobody says it: as its template calls itself, which the service finds, else as the file is.
 * undefined: the service decides.
 */
export const nameFor = async (
  client: Pick<Toscanini, 'inspect'>,
  path: string,
  template: string,
): Promise<string | undefined> => {
  if (path === '-' || path.startsWith(ofCatalog)) return undefined;
  const { name } = await client.inspect(template);
  return name === undefined ? basename(path, extname(path)).slice(0, longestName) : undefined;
};

/** In characters, as a request may have it. */
const longestName = 100;

/** A template of the installation. CliError when the name is empty, such as that of a variable that is not set: it would name the list. */
export const catalogEntry = async (client: Pick<Toscanini, 'catalogEntry'>, name: string): Promise<CatalogEntry> => {
  if (name !== '') return client.catalogEntry(name);
  throw new CliError('calledWrongly', 'the name of the template is empty; toscanini catalog list shows the names');
};

const textIn = (path: string, bytes: Buffer): string => {
  try {
    return notEmpty(path, asSubmitted(bytes));
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError('calledWrongly', `${path}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
};

const notEmpty = (path: string, text: string): string => {
  if (text.trim() !== '') return text;
  throw new CliError('calledWrongly', `${path} is empty: a template is expected there`);
};
