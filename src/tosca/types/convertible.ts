import type { Primitive } from '../values/primitives.ts';
import { YamlScalar } from '../yaml/node.ts';
import { alongEntries, isPrimitive } from './compatible.ts';
import type { DataType, Schema } from './definitions.ts';

/**
 * Whether a value of one schema can become a value of the other, as values of inputs do; false only when none can. Of two
 * types of data, one of them must be able to hold what the other needs.
 */
export function convertible(from: Schema | undefined, to: Schema | undefined, isStrict: boolean): boolean {
  return alongEntries(from, to, (source, target) => matchOf(source, target, isStrict));
}

function matchOf(source: DataType, target: DataType, isStrict: boolean): boolean | 'by-entries' {
  if (isPrimitive(source) && isPrimitive(target)) return isStrict ? isSame(source, target) : isReadable(source, target);
  if (isPrimitive(source)) return !isStrict && source.base.name === 'string' && target.base === 'scalar';
  if (isPrimitive(target)) return false;
  if (source.base === target.base)
    return source.base === 'list' || source.base === 'map' ? 'by-entries' : mayHold(source, target);
  // a list of two numbers is a range, and a map may have the members of a data type
  return [source, target].every(({ base }) => base === 'list' || base === 'range') || areMaps(source, target);
}

type Scalar = DataType & { readonly base: Primitive };

const isSame = ({ base: from }: Scalar, { base: to }: Scalar): boolean =>
  from.name === to.name || (from.name === 'integer' && to.name === 'float');

const areMaps = (...types: readonly DataType[]): boolean =>
  types.every(({ base }) => base === 'map' || base === 'complex');

/** what was compared before: types may have many members, and many values */
const known = new WeakMap<DataType, WeakMap<DataType, boolean>>();

function mayHold(source: DataType, target: DataType): boolean {
  const ofSource = known.get(source) ?? new WeakMap<DataType, boolean>();
  known.set(source, ofSource);
  const isFit = ofSource.get(target) ?? compareMembers(source, target);
  ofSource.set(target, isFit);
  return isFit;
}

function compareMembers(source: DataType, target: DataType): boolean {
  if (source.base !== 'complex') return source.base !== 'scalar' || related(source, target);
  if (source.properties.size === 0 || target.properties.size === 0) return true;
  return related(source, target) || (hasAll(source, target) && hasAll(target, source));
}

const related = ({ def: one }: DataType, { def: other }: DataType): boolean => one.is(other) || other.is(one);

/** Whether the first type has every property that a value of the second must have. */
const hasAll = (source: DataType, target: DataType): boolean =>
  [...target.properties.values()].every(
    ({ name, required, default: value }) => !required || value !== undefined || source.properties.has(name),
  );

/** Values of each type of 1.x, whose tools convert them: one that the other type reads is enough. */
const samples: { readonly [type: string]: readonly string[] } = {
  integer: ['1', '7'],
  float: ['1', '1.5'],
  boolean: ['true'],
  timestamp: ['2026-01-31', '2026-01-31T12:00:00Z'],
  version: ['1', '1.2', '1.2.3'],
  'scalar-unit.size': ['1 GB', '1GB'],
  'scalar-unit.time': ['1 s', '1s'],
  'scalar-unit.frequency': ['1 GHz', '1GHz'],
  'scalar-unit.bitrate': ['1 Mbps', '1Mbps'],
};

function isReadable({ base: from }: Scalar, { base: to }: Scalar): boolean {
  const values = samples[from.name];
  if (from.name === to.name || values === undefined) return true;
  return values.some((text) => to.read(new YamlScalar(0, text, false, '')) !== undefined);
}
