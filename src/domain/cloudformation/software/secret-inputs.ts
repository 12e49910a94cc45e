import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Json } from '../../../tosca/topology.ts';
import { parseExactly } from '../../../tosca/values/exact-json.ts';
import { textIn } from './known-inputs.ts';
import type { Software, Step } from './software.ts';

/** Secret inputs by the key of their step and their name; calls in them are known only when the step runs. */
export type SecretValues = { readonly [step: string]: { readonly [input: string]: Json } };

/** A secret input of a step on one machine, as its command names it. */
export interface SecretInput {
  readonly input: string;
  /** name of the parameter that holds it */
  readonly parameter: string;
  /** of its value; undefined: the machine was not given it */
  readonly revision: string | undefined;
}

/** What a parameter holds. */
export interface KeptSecret {
  /** another one for each value: a part of the step's digest */
  readonly revision: string;
  readonly value: Json;
}

/** Where the secret inputs of one stack lie until its machines fetch them (docs/decisions/0052). */
export interface SecretParameters {
  /** names of all of them begin with it */
  readonly path: string;
  /** what they are to hold; undefined: nobody knows. Absent: nothing is given now, as before a deletion */
  wanted?(): Promise<SecretValues | undefined>;
  /** by name */
  list(): Promise<ReadonlyMap<string, KeptSecret>>;
  /** The machine may read it, and no other one. `isNew`: there is none of this name; if there is by now, it stays */
  put(
    parameter: { readonly name: string; readonly machineId: string; readonly isNew: boolean },
    secret: KeptSecret,
  ): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
}

export const hasSecretInputs = ({ steps, ending }: Pick<Software, 'steps' | 'ending'>): boolean =>
  [...steps, ...ending].some(({ secrets = [] }) => secrets.length > 0);

export const parameterName = (path: string, machineId: string, { key }: Pick<Step, 'key'>, input: string): string =>
  `${path}/${machineId}/${createHash('sha256')
    .update(JSON.stringify([key, input]))
    .digest('hex')
    .slice(0, 24)}`;

/** Most characters of a parameter that costs nothing. */
const longestParameter = 4096;

/** Packed: so a value takes less room, and a machine can read it out of an answer without a parser. */
export const packedSecret = ({ revision, value }: KeptSecret): string =>
  gzipSync(JSON.stringify({ revision, value, text: textIn(value) })).toString('base64');

/** Undefined: somebody else has written it. */
export const unpackedSecret = (packed: string): KeptSecret | undefined => {
  try {
    const { revision, value } = parseExactly(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')) as KeptSecret;
    return typeof revision === 'string' ? { revision, value } : undefined;
  } catch {
    // no reason is shown: it would quote the value
    return undefined;
  }
};

export const tooLong = (secret: KeptSecret): boolean => packedSecret(secret).length > longestParameter;

export const tooLongMessage = `is too long: packed, a secret has at most ${longestParameter} characters in Parameter Store. Let the script fetch it`;
