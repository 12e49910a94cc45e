import type { DeclaredInput } from '../../src/tosca/declared-inputs.ts';
import type { Json } from '../../src/tosca/topology.ts';
import type { Values } from '../editor/checking.ts';
import { shownValue } from '../forms/values.ts';

/** What a form shows: the value in force is what stays when nothing is changed. */
export const withInForce = (inputs: readonly DeclaredInput[], given: Values): readonly DeclaredInput[] =>
  inputs.map((input) => {
    const value = given[input.name];
    return value === undefined ? input : { ...input, default: value };
  });

export interface InputChange {
  readonly name: string;
  /** as a text; undefined: it has no value */
  readonly old: string | undefined;
  readonly new: string | undefined;
}

const mask = '••••••••';

const textOf = (value: Json | undefined, isSecret: boolean): string | undefined => {
  if (value === undefined) return undefined;
  if (isSecret) return mask;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Inputs in force (as declared, the value in force as default) beside what a form holds: those with another value. */
export const inputChanges = (inputs: readonly DeclaredInput[], values: Values): readonly InputChange[] =>
  inputs
    .map((input) => ({ input, next: shownValue(input, values) }))
    .filter(({ input, next }) => JSON.stringify(next) !== JSON.stringify(input.default))
    .map(({ input: { name, default: old, secret = false }, next }) => ({
      name,
      old: textOf(old, secret),
      new: textOf(next, secret),
    }));
