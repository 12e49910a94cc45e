import { functionNames } from '../../tosca/functions/calls.ts';
import type { Json } from '../../tosca/topology.ts';

/** A function that a value calls, as a template writes it. */
export interface WrittenCall {
  readonly name: string;
  readonly given: readonly Json[];
}

/** In TOSCA 2.0 a `$` makes a function of a name, and two are one; before, a `$` is a sign as any other (2.0 section 10.1). */
export const hasDollars = ({ version }: { readonly version: string }): boolean => version === 'tosca_2_0';

/** undefined: the value calls nothing itself. */
export const callIn = (
  value: { readonly [name: string]: Json },
  topology: { readonly version: string },
): WrittenCall | undefined => {
  const [[key, given] = ['', null], ...others] = Object.entries(value);
  const isCall = hasDollars(topology) ? /^\$[^$]/.test(key) : functionNames.has(key);
  if (others.length > 0 || !isCall) return undefined;
  return { name: key.replace(/^\$/, ''), given: Array.isArray(given) ? (given as readonly Json[]) : [given] };
};
