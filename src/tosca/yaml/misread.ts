import type { Json } from '../topology.ts';

const suspicious = /^(?:[-+.]{0,2}_*\d[\w.:+\- ]*|y|yes|n|no|on|off|true|false)$/i;

/** Whether a text looks like a number, a date or a boolean: a first check, since hardly any text does. */
export const mayBeMisread = (text: string): boolean => suspicious.test(text);

/**
 * Whether a reader of YAML 1.1 gets something else from a scalar than the given value. A number stays what the reader
 * takes it for: authors who write 0755 mean the octal number.
 */
export function isMisread(text: string, isPlain: boolean, value: Json): boolean {
  const reading = isPlain ? readingOf(text) : 'text';
  if (typeof value === 'string') return reading !== 'text' || text !== value || (isPlain && elsewhere.test(text));
  return reading !== (typeof value === 'number' ? 'number' : value);
}

/** YAML 1.1 has y and n too, which Python's reader leaves as texts. */
const trueWords = /^(?:[yY]|yes|Yes|YES|on|On|ON|true|True|TRUE)$/;
const falseWords = /^(?:[nN]|no|No|NO|off|Off|OFF|false|False|FALSE)$/;

/** Binary, octal, decimal, hexadecimal, and with the base 60, as in 12:30:45. */
const integer = /^[-+]?(?:0b[01_]+|0[0-7_]+|0|[1-9][\d_]*|0x[\da-fA-F_]+|[1-9][\d_]*(?::[0-5]?\d)+)$/;

/** 1e3 is none: it needs a point, and its exponent a sign. */
const float =
  /^(?:[-+]?\d[\d_]*\.[\d_]*(?:[eE][-+]\d+)?|\.\d[\d_]*(?:[eE][-+]\d+)?|[-+]?\d[\d_]*(?::[0-5]?\d)+\.[\d_]*)$/;

const date =
  /^(?:\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)$/;

const sixties = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/;

/** Whether YAML 1.1 reads a plain text as a date, or as a number with the base 60. */
export const isTime = (text: string): boolean => date.test(text) || sixties.test(text);

/** Numbers for other readers than Python's: quotes do no harm. */
const elsewhere = /^[-+]?\._*\d[\d_]*(?:[eE][-+]\d+)?$|^[-+]?0[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/;

/** What a plain scalar is by the types of YAML 1.1 (yaml.org/type), as Python's reader has them. */
const readingOf = (text: string): 'text' | 'number' | 'date' | boolean => {
  if (trueWords.test(text)) return true;
  if (falseWords.test(text)) return false;
  if (integer.test(text) || float.test(text)) return 'number';
  return date.test(text) ? 'date' : 'text';
};
