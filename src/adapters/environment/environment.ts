import { existsSync, readFileSync } from 'node:fs';
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
 * An optional variable; empty counts as absent. Lists of any length are in a file beside the program
 * (lib/configuration/settings.ts).
 */
export const optionalVariable = (name: string): string | undefined =>
  process.env[name] || fromFile()[name] || undefined;

let settings: Readonly<Record<string, string>> | undefined;

/** Programs on a laptop have no such file. */
const fromFile = (): Readonly<Record<string, string>> => {
  const file = new URL('./settings.json', import.meta.url);
  settings ??= existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  return settings;
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
