import { passwordsIn } from '../../../tosca/secrets/material.ts';
import { isValueKey, pairIsSecret } from '../../../tosca/secrets/named-pairs.ts';
import { namesSecret } from '../../../tosca/secrets/names.ts';
import type { Json } from '../../../tosca/topology.ts';

/** Secrets in a value that is none in whole: by the name of a member at any depth, or of a pair, and passwords in addresses. */
export const secretsIn = (name: string, value: Json): readonly Json[] => {
  if (namesSecret(name)) return [value];
  if (typeof value === 'string') return passwordsIn(value);
  if (typeof value !== 'object' || value === null) return [];
  const isPair = !Array.isArray(value) && pairIsSecret(Object.keys(value), (key) => textAt(value, key));
  return Object.entries(value).flatMap(([key, member]) =>
    isPair && isValueKey(key) ? [member as Json] : secretsIn(key, member as Json),
  );
};

const textAt = (value: object, key: string): string | undefined => {
  const member: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
  return typeof member === 'string' ? member : undefined;
};

/** Secrets in the value of an input; all of it is one where the template makes the input a secret. */
export const secretsOfInput = (secretInputs: readonly string[], name: string, value: Json): readonly Json[] =>
  secretInputs.includes(name) ? [value] : secretsIn(name, value);
