import type { Json } from '../../tosca/topology.ts';
import { mapOf } from '../deployers/asked.ts';

/**
 * Whether CloudFormation would read a secret while it makes the stack (`{{resolve:secretsmanager:...}}`). It would read it
 * with the rights of this service, which knows secrets that no author of a template may see. Texts that are joined later
 * count as the text that they become.
 */
export const holdsDynamicReference = (value: Json | undefined): boolean => {
  if (typeof value === 'string') return reference.test(value);
  if (typeof value !== 'object' || value === null) return false;
  const members: readonly Json[] = Array.isArray(value) ? value : Object.values(value);
  return members.some(holdsDynamicReference) || reference.test(textOf(value));
};

const reference = /\{\{\s*resolve\s*:/i;

/** Stands for what is known only later, such as an address: it holds no braces. */
const unknown = '\u{FFFD}';

/** The text that a function, or a value of later.ts, becomes. */
const textOf = (value: Json): string => {
  if (typeof value === 'string') return value;
  const { 'Fn::Join': join, is, parts, separator, text } = mapOf(value);
  if (Array.isArray(join)) return joined(join[1], join[0]);
  if (is === 'joined') return joined(parts, separator);
  return is === 'text' && typeof text === 'string' ? text : unknown;
};

const joined = (parts: Json | undefined, separator: Json | undefined): string =>
  Array.isArray(parts) ? parts.map(textOf).join(typeof separator === 'string' ? separator : '') : unknown;
