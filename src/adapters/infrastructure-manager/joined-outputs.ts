import type { Json } from '../../tosca/topology.ts';

/**
 * Joins what the Infrastructure Manager could not: it does not know the function `join`, and gives the call with its arguments
 * worked out, `{join: [[10.0.0.1, 10.0.0.2], ","]}`. A list with a part that is not known yet is not known either.
 */
export const joinedOutput = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(joinedOutput);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  const call = entries.length === 1 ? entries[0] : undefined;
  const text = call?.[0] === 'join' && Array.isArray(call[1]) ? joined(call[1] as readonly Json[]) : undefined;
  if (text !== undefined) return text;
  return Object.fromEntries(entries.map(([key, one]) => [key, joinedOutput(one as Json)]));
};

/** The address of a single machine is a text. undefined: nothing that can be joined. */
const joined = ([of = null, separator = '']: readonly Json[]): Json | undefined => {
  const parts: readonly Json[] = Array.isArray(of) ? of : [of];
  if (typeof separator !== 'string' || parts.some((part) => part !== null && typeof part === 'object'))
    return undefined;
  return parts.includes(null) ? null : parts.map(String).join(separator);
};
