import type { Parameters, Toscanini } from '../client/index.ts';
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
  if (path.startsWith(ofCatalog)) return (await client.catalogEntry(path.slice(ofCatalog.length))).template;
  const text = textIn(path, await bytesOf(path));
  if (!/(?:imports|interfaces|artifacts)["']?\s*:/.test(text)) return text;
  // the checker finds the files: only a template that may name some loads it
  const { withLocalFiles } = await import('./check/packed.ts');
  return withLocalFiles(path, text);
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

interface Given {
  readonly input?: readonly string[];
  readonly inputs?: string;
}

/** Values from a file, and over them those of the command line. CliError when they cannot be read. */
export const readParameters = async ({ input = [], inputs }: Given): Promise<Parameters> => {
  const file = inputs === undefined ? {} : await parametersIn(inputs, await textOf(inputs));
  return { ...file, ...Object.fromEntries(await Promise.all(input.map(assignment))) };
};

/** A file, or the values themselves as JSON: `{"workers": 6}`. */
const textOf = async (inputs: string): Promise<string> =>
  inputs.startsWith('{') ? inputs : (await bytesOf(inputs)).toString('utf8');

const parametersIn = async (path: string, text: string): Promise<Parameters> => {
  const values = await parsed(path, text);
  if (values === null || values === undefined) return {};
  if (typeof values === 'object' && !Array.isArray(values)) return values as Parameters;
  throw new CliError('calledWrongly', `${path}: write the inputs as a map of names to values`);
};

const parsed = async (path: string, text: string): Promise<unknown> => {
  const { load } = await import('js-yaml');
  try {
    return load(text);
  } catch (cause) {
    throw new CliError('calledWrongly', `${path}: ${problemOf(cause)}`, { cause });
  }
};

/** In one line: the place, and no excerpt of the text, which may be a secret. */
const problemOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return `${cause}`;
  const { reason, mark } = cause as Error & { reason?: string; mark?: { line: number; column: number } };
  if (reason === undefined || mark === undefined) return cause.message;
  return `line ${mark.line + 1}, column ${mark.column + 1}: ${reason}; values are read as YAML, so put a text with special characters in quotes`;
};

/** `workers=6` is a number, `tags=[a, b]` a list, `version="1.0"` a text: a value is read as YAML. */
const assignment = async (text: string): Promise<readonly [string, unknown]> => {
  const at = text.indexOf('=');
  if (at < 1) throw new CliError('calledWrongly', `-i ${text}: write it as name=value`);
  const name = text.slice(0, at);
  const value = text.slice(at + 1);
  return [name, value.trim() === '' ? '' : await parsed(`-i ${name}`, value)];
};
