import type { Json } from '../topology.ts';
import type { Schema } from '../types/definitions.ts';
import type { YamlNode } from '../yaml/node.ts';

/** A scalar as a value of the schema's type, without constraints; undefined for collections and scalars that do not fit. */
export function readPlain(node: YamlNode, schema: Schema): Json | undefined {
  const { base } = schema.type;
  if (node.kind !== 'scalar' || typeof base !== 'object') return undefined;
  return base.read(node);
}
