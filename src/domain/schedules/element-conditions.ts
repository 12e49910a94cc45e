/**
 * What a condition of Rucio's RSE expressions says of a storage element, as Rucio 41.5.1 compares
 * (test/e2e/rucio holds these rules against its own parser).
 */

import type { StorageElement } from './storage-elements.ts';

/** Rucio's columns of a storage element that are true or false, with what they are where nobody says it. */
const switches: ReadonlyMap<string, boolean> = new Map([
  ['deterministic', true],
  ['volatile', false],
  ['staging_area', false],
  ['availability_read', true],
  ['availability_write', true],
  ['availability_delete', true],
]);

/** Rucio's other columns, with what they are where nobody says it. */
const columns: ReadonlyMap<string, string> = new Map([
  ['rse_type', 'DISK'],
  ['vo', 'def'],
]);

const types: readonly string[] = ['DISK', 'TAPE'];

/** Whether an element meets `key=value`, `key<value` or `key>value`. */
export const describes = (element: StorageElement, key: string, by: '=' | '<' | '>', wanted: string): boolean => {
  if (by === '=') return equals(element, key, wanted);
  const attribute = attributeOf(element, key);
  const seen = attribute === undefined ? undefined : numberIn(attribute);
  const limit = numberIn(wanted);
  if (seen === undefined || limit === undefined) return false;
  return by === '<' ? seen < limit : seen > limit;
};

const equals = (element: StorageElement, key: string, wanted: string): boolean => {
  if (key === 'rse') return wanted === element.name;
  const value = attributeOf(element, key) ?? switches.get(key) ?? columns.get(key);
  if (value === undefined) return false;
  return switches.has(key) ? switchIn(`${value}`) === switchIn(wanted) : plain(value) === plain(wanted);
};

/** The name of an element is an attribute that is true. */
const attributeOf = ({ name, attributes }: StorageElement, key: string): string | number | boolean | undefined =>
  Object.hasOwn(attributes, key) ? attributes[key] : key === name || undefined;

/** Rucio keeps attributes as texts, and true and false in small letters. */
const plain = (value: string | number | boolean): string =>
  /^(true|false)$/i.test(`${value}`) ? `${value}`.toLowerCase() : `${value}`;

const switchIn = (text: string): boolean | undefined => {
  if (text === '1' || /^true$/i.test(text)) return true;
  return text === '0' || /^false$/i.test(text) ? false : undefined;
};

/** Why no element of Rucio can have that value; undefined: one can. */
export const valueFault = (key: string, value: string): string | undefined => {
  if (switches.has(key) && switchIn(value) === undefined)
    return `"${value}" where true, false, 1 or 0 belongs after ${key}=`;
  if (key === 'rse_type' && !types.includes(value))
    return `"${value}" where ${types.join(' or ')} belongs after ${key}=`;
  return undefined;
};

/** Python's `float`, by which Rucio compares, without its names for what is no number. */
const python = /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/i;

/** undefined: it is no number. true is 1, and false is 0. */
export const numberIn = (value: string | number | boolean): number | undefined => {
  if (typeof value !== 'string') return Number(value);
  const truth = /^(true|false)$/i.test(value) ? switchIn(value) : undefined;
  if (truth !== undefined) return Number(truth);
  const text = value.trim();
  const [, sign, name] = /^([+-]?)(inf|infinity|nan)$/i.exec(text) ?? [];
  if (name !== undefined) return /nan/i.test(name) ? Number.NaN : Number(`${sign}Infinity`);
  return python.test(text) ? Number(text.replaceAll('_', '')) : undefined;
};

/** Whether that key says anything of one of these elements. */
export const isKnownKey = (key: string, elements: readonly StorageElement[]): boolean =>
  key === 'rse' ||
  switches.has(key) ||
  columns.has(key) ||
  elements.some((element) => attributeOf(element, key) !== undefined);
