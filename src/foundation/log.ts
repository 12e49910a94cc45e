/**
 * Lines in the log. Whoever writes one says what happened; what it belongs to (request, deployment, operation, function) is said
 * once by who knows it, and stands on every line that is written meanwhile. See docs/decisions/0013.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { withoutSecretText } from '../tosca/secrets/material.ts';
import { type Cleaned, withoutSecrets } from '../tosca/secrets/values.ts';

export type Level = 'INFO' | 'WARN' | 'ERROR';

export interface Fields {
  readonly [name: string]: unknown;
}

export type LogWriter = (level: Level, message: string, fields: Fields) => void;

const belonging = new AsyncLocalStorage<Record<string, unknown>>();

/** What takes the secrets of a deployment out of a text, by the deployment's id. */
const known = new AsyncLocalStorage<Map<string, Cleaned>>();

/** From here on no line and no error that leaves the function holds these secrets, also in somebody else's words. */
export const hideInLog = (deploymentId: string, cleaned: Cleaned): void => {
  known.getStore()?.set(deploymentId, cleaned);
};

/** A text without secrets: those that are known here, and what looks like one. */
export const cleanedText: Cleaned = (text) =>
  [...(known.getStore()?.values() ?? [])].reduce((seen, cleaned) => cleaned(seen), withoutSecretText(text));

/** Every line that is written while this runs has these fields. */
export const logging = <T>(fields: Fields, run: () => T): T => {
  const within = () => belonging.run({ ...belonging.getStore(), ...fields }, run);
  return known.getStore() ? within() : known.run(new Map(), within);
};

/** From here on too; without effect outside of `logging`. */
export const alsoLogging = (fields: Fields): void => {
  Object.assign(belonging.getStore() ?? {}, fields);
};

/** What stands on every line at this point. */
export const loggedFields = (): Fields => belonging.getStore() ?? {};

const plain: LogWriter = (level, message, fields) => console.log(JSON.stringify({ level, message, ...fields }));

let write = plain;

/** Functions write through Powertools; what runs outside of one (a test of a route) as plain JSON. */
export const logThrough = (writer: LogWriter): void => {
  write = writer;
};

/** One line. Secrets that were given by mistake are masked. */
export const log = (level: Level, message: string, fields: Fields = {}): void =>
  write(level, message, masked({ ...belonging.getStore(), ...fields }));

/** The last of several fences between secrets and the log: whoever writes a line names its fields one by one, and no body or token. */
const masked = (fields: Fields): Fields =>
  withoutSecrets(JSON.parse(JSON.stringify(fields)), [], cleanedText) as Fields;
