import type { CapabilityDef, RequirementDef } from '../types/members.ts';
import type { TypeDef } from '../types/type-def.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import type { Cell, Cells } from './cell.ts';

export interface CapabilityInstance {
  readonly name: string;
  readonly def: CapabilityDef;
  readonly properties: Cells;
  readonly attributes: Cells;
  /** by nodes that say nothing of it, and so all have the same */
  readonly shared: boolean;
}

/** What joins a requirement to its target: SOURCE and TARGET of the expressions inside. */
export interface Relationship {
  readonly type: TypeDef | undefined;
  readonly name: string | undefined;
  /** undefined: a template that no requirement uses */
  source: NodeInstance | undefined;
  target: NodeInstance | undefined;
  /** what it ends at there: its name, or its type */
  capability: { readonly name: string | undefined; readonly type: TypeDef | undefined } | undefined;
  properties: Cells;
  attributes: Cells;
  /** values that are checked and given to nobody */
  others: readonly Cell[];
}

export interface RequirementInstance {
  readonly name: string;
  readonly node: YamlNode;
  readonly def: RequirementDef | undefined;
  targetName: string | undefined;
  target: NodeInstance | undefined;
  readonly capability: string | undefined;
  readonly relationship: Relationship;
  /** values that are checked and given to nobody: allocations */
  readonly others: readonly Cell[];
}

export interface NodeInstance {
  readonly name: string;
  readonly node: YamlMapping;
  readonly type: TypeDef;
  properties: Cells;
  attributes: Cells;
  capabilities: ReadonlyMap<string, CapabilityInstance>;
  requirements: readonly RequirementInstance[];
  /** 2.0: how many nodes the template makes */
  readonly count: Cell | undefined;
  /** values that are checked and given to nobody: operation inputs, artifact files */
  readonly others: Cell[];
}
