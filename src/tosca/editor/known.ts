import type { TypeKind } from '../types/scope.ts';
import type { Scope, TypeDef } from '../types/type-def.ts';
import { chainOf, child, type Entries, type Entry, valueIn } from './entry.ts';

export interface Known {
  readonly entries: Entries;
  /** of the last text that could be read; undefined: none could */
  readonly scope: Scope | undefined;
}

/** The node template in which the entry is. */
export const nodeAround = (entry: Entry): Entry | undefined =>
  chainOf(entry).find((each) => each.parent?.key === 'node_templates');

export const typeOf = ({ entries, scope }: Known, kind: TypeKind, entry: Entry | undefined): TypeDef | undefined => {
  const name = valueIn(entries, child(entry, 'type'));
  return name === '' ? undefined : scope?.find(kind, name);
};

/** The type of a node template of this text. */
export const typeOfNode = (known: Known, name: string): TypeDef | undefined =>
  typeOf(known, 'node', child(child(bodyOf(known.entries), 'node_templates'), name));

export const bodyOf = ({ root }: Entries): Entry | undefined =>
  child(root, 'topology_template') ?? child(root, 'service_template');
