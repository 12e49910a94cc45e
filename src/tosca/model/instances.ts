import type { Json } from '../topology.ts';
import type { CapabilityDef, RequirementDef, Schema } from '../types/definitions.ts';
import type { TypeDef } from '../types/type-def.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';

/** Where an expression stands, for SELF, HOST, SOURCE and TARGET. */
export interface Site {
  readonly node: NodeInstance | undefined;
  readonly relationship: Relationship | undefined;
}

/** A value to be worked out once: an assignment or a default, with what it must be. Templates have many: they are kept small. */
export class Cell {
  readonly node: YamlNode;
  readonly schema: Schema | undefined;
  readonly site: Site;
  readonly #owner: string;
  readonly #name: string;
  state: 'new' | 'busy' | 'done' = 'new';
  /** undefined once done: there is no value, or it is wrong and that has been reported */
  value: Json | undefined = undefined;
  /** only the deployment can tell some of it */
  deferred = false;

  constructor(node: YamlNode, schema: Schema | undefined, site: Site, owner: string, name: string) {
    this.node = node;
    this.schema = schema;
    this.site = site;
    this.#owner = owner;
    this.#name = name;
  }

  /** `web.port`: how messages name it */
  get label(): string {
    return `${this.#owner}.${this.#name}`;
  }

  /** its mistakes are warnings: tools of 1.x do not look at it */
  get mild(): boolean {
    return false;
  }
}

export class MildCell extends Cell {
  override get mild(): boolean {
    return true;
  }
}

export type Cells = ReadonlyMap<string, Cell>;
export const noCells: Cells = new Map();
/** Where nothing is kept. */
export const noOthers: readonly Cell[] = [];

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
