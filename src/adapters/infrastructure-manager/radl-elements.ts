/** Reads networks and the system in the RADL text of a machine as `GET I/vms/N` tells them in JSON (radl 1.3, radl_json.py). */

import { amount } from './radl-system.ts';

type Value = string | number | readonly string[];

/** With the class and the id of the element. */
export interface RadlElement {
  readonly [property: string]: Value;
}

/** Begins a part of the text; features have other names. */
const opening = /^(?:network|system|ansible|configure|contextualize|deploy|description) /;

/** Between two features; a text of several lines, such as a key, may have a line that ends in the same word. */
const between = / and\n(?=soft |[\w.]+ (?:=|>=|<=|>|<|contains) )/;

const feature = /^([\w.]+) (=|>=|<=|>|<) (?:'([\s\S]*)'|(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)([a-zA-Z]*)|\['([\s\S]*)'\])$/;

/** What JSON has as structures, which nobody reads: `contains` and soft features. */
const structured = /^(?:soft -?\d+ \([\s\S]*\)|[\w.]+ contains \([\s\S]*\))$/;

/** Undefined: something of it has a form that is not known here. */
export const elementsIn = (radl: string): readonly RadlElement[] | undefined => {
  const found: RadlElement[] = [];
  for (const part of partsOf(radl)) {
    const [kind = '', id = ''] = part.split(' ', 2).map((word) => word.trim());
    if (kind !== 'network' && kind !== 'system') continue;
    const [from, to] = [part.indexOf('('), part.lastIndexOf(')')];
    const element = elementOf(kind, id, from < 0 ? '' : part.slice(from + 1, to).trim());
    if (element === undefined) return undefined;
    found.push(element);
  }
  return found;
};

const partsOf = (radl: string): readonly string[] => {
  const found: string[][] = [];
  for (const line of radl.split('\n')) {
    if (opening.test(line)) found.push([line]);
    else found.at(-1)?.push(line);
  }
  return found.map((lines) => lines.join('\n'));
};

const elementOf = (kind: string, id: string, body: string): RadlElement | undefined => {
  const values: Record<string, Value> = { class: kind, id };
  const bounds = new Map<string, { least?: number; most?: number }>();
  for (const text of body === '' ? [] : body.split(between)) {
    if (structured.test(text)) continue;
    const [, name, operator = '', written, digits, unit = '', list] = feature.exec(text) ?? [];
    if (name === undefined) return undefined;
    if (digits === undefined) values[name] = written ?? list?.split("','") ?? '';
    else bounds.set(name, withBound(bounds.get(name), operator, unit === '' ? Number(digits) : amount(digits, unit)));
  }
  for (const [name, { least, most }] of bounds) {
    if (least !== undefined && (most === undefined || least !== most)) values[`${name}_min`] = least;
    else if (most !== undefined) values[least === most ? name : `${name}_max`] = most;
  }
  return values;
};

/** A value is both its bounds; where both have been found to be one value, the text has one of them twice. */
const withBound = (known: { least?: number; most?: number } = {}, operator: string, value: number) => ({
  ...known,
  ...((/^(?:=|>)/.test(operator) || known.most === value) && { least: value }),
  ...((/^(?:=|<)/.test(operator) || known.least === value) && { most: value }),
});
