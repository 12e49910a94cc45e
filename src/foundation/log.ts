/**
 * Lines in the log. A line says what happened. What it belongs to (request, deployment, operation, function) is set once,
 * by the code that knows it, and is on every line that is written meanwhile. See docs/decisions/0013.
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

/** By deployment id: the function that removes the deployment's secrets from a text. */
const known = new AsyncLocalStorage<Map<string, Cleaned>>();

/** From here on, no line and no error that leaves the function holds these secrets, even in a text of other code. */
export const maskInLog = (deploymentId: string, cleaned: Cleaned): void => {
  known.getStore()?.set(deploymentId, cleaned);
};

/** A text without secrets: without those that are known here, and without what looks like one. */
export const cleanedText: Cleaned = (text) =>
  [...(known.getStore()?.values() ?? [])].reduce((seen, cleaned) => cleaned(seen), withoutSecretText(text));

/** Adds these fields to every line that is written while `run` runs. */
export const logging = <T>(fields: Fields, run: () => T): T => {
  const within = () => belonging.run({ ...belonging.getStore(), ...fields }, run);
  return known.getStore() ? within() : known.run(new Map(), within);
};

/** Adds fields from here on too; has no effect outside `logging`. */
export const alsoLogging = (fields: Fields): void => {
  Object.assign(belonging.getStore() ?? {}, fields);
};

/** The fields of every line at this point. */
export const loggedFields = (): Fields => belonging.getStore() ?? {};

const plain: LogWriter = (level, message, fields) => console.log(JSON.stringify({ level, message, ...fields }));

let write = plain;

/** Functions write through Powertools; code outside a function (a test of a route) writes plain JSON. */
export const logThrough = (writer: LogWriter): void => {
  write = writer;
};

/** Writes one line. Secrets that were passed by mistake are masked. */
export const log = (level: Level, message: string, fields: Fields = {}): void =>
  write(level, message, masked({ ...belonging.getStore(), ...fields }));

/**
 * The last of several protections against secrets in the log. The first: code names each field of a line, and never logs
 * a body or token.
 */
const masked = (fields: Fields): Fields =>
  withoutSecrets(JSON.parse(JSON.stringify(fields)), [], cleanedText) as Fields;
