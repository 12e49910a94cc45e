import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as v from 'valibot';
import { examine, listed } from '../../foundation/shape/examine.ts';

/** Where each variable comes from, for the reader of the error. */
const origin = 'the CDK app sets it in lib/grants/grants.ts, out of toscanini.config.ts (docs/environment.md)';

/** A required variable. */
export const variable = (name: string, expected: string): string => {
  const value = optionalVariable(name);
  if (value !== undefined) return value;
  throw new Error(`environment variable ${name} is not set: expected ${expected}; ${origin}`);
};

/**
 * An optional variable; empty counts as absent. Lists of any length are in a file beside the programs
 * (lib/configuration/settings.ts).
 */
export const optionalVariable = (name: string): string | undefined =>
  process.env[name] || fromFile()[name] || undefined;

type Settings = Readonly<Record<string, string>>;

let settings: Settings | undefined;

const fromFile = (): Readonly<Record<string, string>> => {
  const file = besidePrograms('settings.json');
  settings ??= file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Settings) : {};
  return settings;
};

/** A file or folder beside the programs, where Lambda has unpacked them; undefined on a laptop, which runs the sources. */
export const besidePrograms = (name: string): string | undefined => {
  const folder = process.env['LAMBDA_TASK_ROOT'];
  return folder === undefined ? undefined : join(folder, name);
};

/** A variable that holds JSON. The error says where it is wrong, without any value. */
export const jsonVariable = <Schema extends v.GenericSchema>(
  name: string,
  expected: string,
  schema: Schema,
): v.InferOutput<Schema> => {
  const examined = examine(schema, readJson(variable(name, expected)));
  if (examined.ok) return examined.value;
  const wrong = listed(examined.mistakes).replaceAll('\n', ' ');
  throw new Error(`environment variable ${name} has the wrong form: expected ${expected}; ${wrong}; ${origin}`);
};

/** Undefined for a text that is not JSON, since the parser's own message would quote a part of it. */
const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
