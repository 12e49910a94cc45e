import { existsSync, readFileSync } from 'node:fs';
import type * as v from 'valibot';
import { examine, listed } from '../../foundation/shape/examine.ts';

/** Where every variable comes from, for whoever reads the error. */
const origin = 'the CDK app sets it in lib/grants/grants.ts, out of toscanini.config.ts (docs/environment.md)';

/** A variable that has to be there. */
export const variable = (name: string, expected: string): string => {
  const value = optionalVariable(name);
  if (value !== undefined) return value;
  throw new Error(`environment variable ${name} is not set: expected ${expected}; ${origin}`);
};

/** A variable that may be absent; empty is absent. Lists of any length stand in a file beside the program (lib/configuration/settings.ts). */
export const optionalVariable = (name: string): string | undefined =>
  process.env[name] || fromFile()[name] || undefined;

let settings: Readonly<Record<string, string>> | undefined;

/** A program of the laptop has no such file. */
const fromFile = (): Readonly<Record<string, string>> => {
  const file = new URL('./settings.json', import.meta.url);
  settings ??= existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  return settings;
};

/** A variable that holds JSON. The error says where it is wrong, and shows no value of it. */
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

/** Undefined for what is no JSON: the parser's own message would show a piece of the text. */
const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
