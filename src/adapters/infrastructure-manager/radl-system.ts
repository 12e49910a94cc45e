/** Reads the one system in the RADL text of a machine: what `GET I/data` has under `info`. */

type Value = string | number;

export interface RadlSystem {
  /** the name of the node; absent: the text has no system */
  readonly node?: string;
  readonly values: { readonly [property: string]: Value };
}

/** `cpu.count = 4 and`; a size keeps the operator of what was asked, so `>= 4` is the value too. */
const property = /^([\w.]+) (?:=|>=|<=|>|<) (?:'([^']*)'|(-?\d+(?:\.\d+)?)([a-zA-Z]*))(?: and)?$/;

const factors: { readonly [unit: string]: number } = {
  ...{ '': 1, B: 1, K: 1e3, M: 1e6, G: 1e9, T: 1e12 },
  ...{ KI: 2 ** 10, MI: 2 ** 20, GI: 2 ** 30, TI: 2 ** 40 },
};

/** `8G` -> 8e9, as the library of RADL counts (radl 1.3, `UnitToValue`). */
const amount = (digits: string, unit: string): number => {
  const upper = unit.toUpperCase();
  return Number(digits) * (factors[upper === 'B' ? upper : upper.replace(/B$/, '')] ?? 1);
};

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
