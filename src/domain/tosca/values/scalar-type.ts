import type { Json } from '../topology.ts';
import type { DataType } from '../types/schema.ts';
import type { YamlNode } from '../yaml/node.ts';

type Read = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly expected: string };

/** A value of a 2.0 data type that derives from `scalar`: number, optional blanks, unit. */
export function readScalarUnit(node: YamlNode, type: DataType): Read {
  if (node.kind !== 'scalar') return { ok: false, expected: `a ${type.def.name}` };
  return { ok: true, value: node.text };
}
