import type { Json } from '../../../tosca/topology.ts';
import { mapOf } from '../../deployers/capability-values.ts';
import type { OutputValue } from '../blueprint/blueprint.ts';

/** Keys of what is written into shared resources when the machines are known: private characters, as `resourceHex`. */
const valueKey = '\u{E002}';
const eachKey = '\u{E003}';

/** Stands for a value that may need a machine's address. */
export const later = (value: OutputValue): Json => ({ [valueKey]: value as unknown as Json });

/** An element of a list that is there once for each machine of a node; `item` holds `resourceHex`. */
export const forEach = (node: string, item: Json): Json => ({ [eachKey]: { node, item } });

interface Known {
  valueOf(value: OutputValue): Json | undefined;
  /** the item for each machine of the node */
  itemsFor(node: string, item: Json): readonly Json[];
}

/** Writes the values in. A value of a machine that is not there is an empty text. */
export const written = (value: Json, known: Known): Json => {
  if (Array.isArray(value)) return value.flatMap((item: Json) => items(item, known));
  if (typeof value !== 'object' || value === null) return value;
  const members = mapOf(value);
  if (valueKey in members) return known.valueOf(members[valueKey] as unknown as OutputValue) ?? '';
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, written(member, known)]));
};

const items = (item: Json, known: Known): readonly Json[] => {
  const repeated = mapOf(item)[eachKey];
  if (repeated === undefined) return [written(item, known)];
  const { node, item: one = null } = mapOf(repeated);
  return known.itemsFor(String(node), one).map((each) => written(each, known));
};
