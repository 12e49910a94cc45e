import type { Inspection, Parameters, Toscanini } from '../client/index.ts';
import { textIn } from '../src/tosca/yaml/text-in.ts';
import { CliError } from './cli-error.ts';
import { bytesOf } from './file-bytes.ts';

export interface InputFlags {
  readonly input?: readonly string[];
  readonly inputs?: string;
}

/** What a template declares. */
export type Declared = () => Promise<Pick<Inspection, 'inputs'>>;

/** Asks the service what the template declares. */
export const declaredBy =
  (client: Pick<Toscanini, 'inspect'>, template: string): Declared =>
  () =>
    client.inspect(template);

interface Value {
  /** as YAML reads it */
  readonly value: unknown;
  /** as it was written; absent: the value says the same */
  readonly written?: string;
}

type Values = readonly (readonly [name: string, value: Value])[];

/**
 * Values from a file, and over them those of the command line, as YAML reads them. Where YAML changes what was written, such as
 * 1.10 into 1.1, an input that is a text gets it as it was written. CliError when they cannot be read.
 */
export const readParameters = async ({ input = [], inputs }: InputFlags, declared: Declared): Promise<Parameters> => {
  const file = inputs === undefined ? [] : await valuesIn(inputs, await textOf(inputs));
  const given = new Map([...file, ...(await Promise.all(input.map(assignment)))]);
  const isChanged = [...given.values()].some(({ written }) => written !== undefined);
  const texts = new Set(isChanged ? (await declared()).inputs.filter(isText).map(({ name }) => name) : []);
  const sent = (name: string, { value, written }: Value): unknown => (texts.has(name) ? (written ?? value) : value);
  return Object.fromEntries([...given].map(([name, value]) => [name, sent(name, value)]));
};

const isText = ({ base = '' }: Inspection['inputs'][number]): boolean =>
  ['string', 'version', 'timestamp'].includes(base);

/** A file, or the values themselves as JSON: `{"workers": 6}`. */
const textOf = async (inputs: string): Promise<string> =>
  inputs.startsWith('{') ? inputs : textOfFile(inputs, await bytesOf(inputs));

const textOfFile = (path: string, bytes: Buffer): string => {
  try {
    return textIn(bytes);
  } catch (cause) {
    throw new CliError('calledWrongly', `${path}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
};

const valuesIn = async (path: string, text: string): Promise<Values> => {
  const { value: values, texts } = await parsed(path, text);
  if (values === null || values === undefined) return [];
  if (!isMap(values)) throw new CliError('calledWrongly', `${path}: write the inputs as a map of names to values`);
  return Object.entries(values).map(([name, value]) => {
    const written = isMap(texts) && Object.hasOwn(texts, name) ? texts[name] : undefined;
    const differs = isScalar(value) && typeof written === 'string' && isChanged(value, written);
    return [name, differs ? { value, written } : { value }];
  });
};

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Neither a map nor a list, which no text is, nor null, which is no value. */
const isScalar = (value: unknown): boolean => typeof value !== 'object' && value !== undefined;

/** An input that is a text wants the digits of a long number as a text. */
const isChanged = (value: unknown, written: string): boolean => typeof value === 'bigint' || `${value}` !== written;

interface Parsed {
  readonly value: unknown;
  /** the same with every scalar as a text */
  readonly texts: unknown;
}

const parsed = async (path: string, text: string): Promise<Parsed> => {
  const [{ boolCoreTag, CORE_SCHEMA, floatCoreTag, intCoreTag, load }, { loadSchema }] = await Promise.all([
    import('js-yaml'),
    import('../src/tosca/yaml/exact-yaml.ts'),
  ]);
  const unread = [boolCoreTag, floatCoreTag, intCoreTag].map((tag) => ({ ...tag, implicit: false }));
  try {
    const value = load(text, { schema: loadSchema });
    assertJson(path, value);
    return { value, texts: load(text, { schema: CORE_SCHEMA.withTags(...unread) }) };
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError('calledWrongly', `${path}: ${problemOf(cause)}`, { cause });
  }
};

/** CliError for a value that contains itself: it is sent as JSON, which has no form for that. */
const assertJson = (path: string, value: unknown): void => {
  try {
    JSON.stringify(value);
  } catch (cause) {
    throw new CliError('calledWrongly', `${path}: an alias stands within the value that it repeats`, { cause });
  }
};

/** In one line: the place, and no excerpt of the text, which may be a secret. */
const problemOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return `${cause}`;
  const { reason, mark } = cause as Error & { reason?: string; mark?: { line: number; column: number } };
  const place = mark === undefined ? '' : `line ${mark.line + 1}, column ${mark.column + 1}: `;
  return `${place}${reason ?? cause.message}; values are read as YAML, so put a text with special characters in quotes`;
};

/**
 * `workers=6` is a number, `tags=[a, b]` a list, `version="1.0"` a text: a value is read as YAML. Without quotes YAML takes a
 * part of some texts away: what stands behind ` #`, and the line ends of a key.
 */
const assignment = async (text: string): Promise<readonly [string, Value]> => {
  const at = text.indexOf('=');
  if (at < 1) throw new CliError('calledWrongly', `-i ${text}: write it as name=value`);
  const name = text.slice(0, at);
  const written = text.slice(at + 1);
  if (written.trim() === '') return [name, { value: '' }];
  const { value } = await parsed(`-i ${name}`, written);
  const differs = isScalar(value) && !/^\s*["'|>]/.test(written) && isChanged(value, written.trim());
  return [name, differs ? { value, written } : { value }];
};
