/** Reads the one system in the RADL text of a machine: what `GET I/data` has under `info`. */

import { scalarUnit } from '../../tosca/values/units.ts';

type Value = string | number;

export interface RadlSystem {
  /** the name of the node; absent: the text has no system */
  readonly node?: string;
  readonly values: { readonly [property: string]: Value };
}

/** `cpu.count = 4 and`; a size keeps the operator of what was asked, so `>= 4` is the value too. */
const property = /^([\w.]+) (?:=|>=|<=|>|<) (?:'([^']*)'|(-?\d+(?:\.\d+)?)([a-zA-Z]*))(?: and)?$/;

/** `8G` -> 8e9: the units of RADL are those of TOSCA, whose last letter may be left out (radl 1.3, `UnitToValue`). */
export const amount = (digits: string, unit: string): number =>
  scalarUnit(`${digits} ${unit.replace(/B?$/i, 'B')}`, 'scalar-unit.size') ?? Number(digits);

const opening = /^system (\S+) \($/;

/** A property may stand twice (its two bounds); both have the value that the cloud told last. Texts of several lines are passed over. */
export const systemIn = (radl: string): RadlSystem => {
  const all = radl.split('\n');
  const from = all.findIndex((line) => opening.test(line));
  const to = all.findIndex((line, at) => at > from && line.startsWith(')'));
  const [, node] = opening.exec(all[from] ?? '') ?? [];
  if (node === undefined || to < 0) return { values: {} };
  const values = all.slice(from + 1, to).flatMap((line): [string, Value][] => {
    const [, name, text, digits, unit = ''] = property.exec(line.trim()) ?? [];
    if (name === undefined) return [];
    return [[name, text ?? amount(digits ?? '', unit)]];
  });
  return { node, values: Object.fromEntries(values) };
};
