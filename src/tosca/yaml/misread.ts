import { load, YAML11_SCHEMA } from 'js-yaml';
import type { Json } from '../topology.ts';

const suspicious = /^(?:[-+.]{0,2}\d[\w.:+\- ]*|y|yes|n|no|on|off|true|false)$/i;

/** Whether a text looks like a number, a date or a boolean: a first check, since hardly any text does. */
export const mayBeMisread = (text: string): boolean => suspicious.test(text);

/**
 * Whether a reader of YAML 1.1 gets something else from a scalar than the given value. A number stays what the reader
 * takes it for: authors who write 0755 mean the octal number.
 */
export function isMisread(text: string, isPlain: boolean, value: Json): boolean {
  if (isPlain && String(value) === text && typeof value === 'number') return false;
  const read = isPlain ? load(text, { schema: YAML11_SCHEMA }) : text;
  return read !== value && !(typeof read === 'number' && typeof value === 'number');
}
