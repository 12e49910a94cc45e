import type { Json } from '../topology.ts';
import type { CapabilityDef, RequirementDef, Schema } from '../types/definitions.ts';
import type { TypeDef } from '../types/type-def.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';

/** The place of an expression, which decides what SELF, HOST, SOURCE and TARGET mean. */
export interface Site {
  readonly node: NodeInstance | undefined;
  readonly relationship: Relationship | undefined;
  /** true: an operation of the node, which a relationship may call */
  readonly isOperation?: true;
}

/** A value that is worked out once: an assignment or default, and its schema. Templates have many, so cells are small. */
export class Cell {
  readonly node: YamlNode;
  readonly schema: Schema | undefined;
  readonly site: Site;
  readonly #owner: string;
  readonly name: string;
  state: 'new' | 'busy' | 'done' = 'new';
  /** undefined when done: there is no value, or it is wrong and that has been reported */
  value: Json | undefined = undefined;
  /** only the deployment can tell part of the value */
  deferred = false;

  constructor(node: YamlNode, schema: Schema | undefined, site: Site, owner: string, name: string) {
    this.node = node;
    this.schema = schema;
    this.site = site;
    this.#owner = owner;
    this.name = name;
  }

  /** the name in messages, e.g. `web.port` */
  get label(): string {
    return `${this.#owner}.${this.name}`;
  }

  get isRequired(): boolean {
    return false;
  }

  /** true: mistakes are only warnings, since tools of 1.x do not check this value */
  get mild(): boolean {
    return false;
  }
}

/** Of a property that has to have a value, and whose value is called for. */
export class RequiredCell extends Cell {
  override get isRequired(): boolean {
    return true;
  }
}

export class MildCell extends Cell {
  override get mild(): boolean {
    return true;
  }
}

export type Cells = ReadonlyMap<string, Cell>;
export const noCells: Cells = new Map();
export type CapabilityInstances = ReadonlyMap<string, CapabilityInstance>;
const noCapabilities: CapabilityInstances = new Map();
/** For instances without other values. */
export const noOthers: readonly Cell[] = [];

export type CellOf = (node: YamlNode) => Cell | undefined;

/** Among so few cells, a search is faster than a Map. */
const mostSearched = 8;

/** Finds the cell of a text; the last one, where several have the same text. */
export function cellsByNode(cells: readonly Cell[]): CellOf {
  if (cells.length <= mostSearched) return (node) => cells.findLast((cell) => cell.node === node);
  const found = new Map<YamlNode, Cell>();
  for (const cell of cells) found.set(cell.node, cell);
  return (node) => found.get(node);
}

export const noOperations: readonly OperationInstance[] = Object.freeze([]);

/** An operation that has an implementation. */
export interface OperationInstance {
  /** name of its interface */
  readonly face: string;
  readonly operation: string;
  /** which normative interface it belongs to */
  readonly of: 'standard' | 'configure' | undefined;
  readonly implementation: YamlNode;
  readonly inputs: Cells;
  /** artifacts of the node by name, which the implementation may name */
  readonly artifacts: ReadonlyMap<string, YamlNode>;
}

export interface CapabilityInstance {
  readonly name: string;
  readonly def: CapabilityDef;
  readonly properties: Cells;
  readonly attributes: Cells;
  /** true: nodes that assign nothing to it share it */
  readonly shared: boolean;
}

/** Whether nodes share all of them, and so the map too. */
export function areShared(capabilities: CapabilityInstances): boolean {
  for (const { shared } of capabilities.values()) if (!shared) return false;
  return true;
}

/** Joins a requirement to its target; SOURCE and TARGET of the expressions inside. */
export interface Relationship {
  readonly type: TypeDef | undefined;
  /** the definition of the requirement that makes it; undefined for a relationship template that none uses */
  readonly def: RequirementDef | undefined;
  readonly name: string | undefined;
  /** undefined for a relationship template that no requirement uses */
  source: NodeInstance | undefined;
  target: NodeInstance | undefined;
  /** the target's capability at which it ends, by name or by type */
  capability: { readonly name: string | undefined; readonly type: TypeDef | undefined } | undefined;
  properties: Cells;
  attributes: Cells;
  /** inputs and artifacts of its interfaces: checked, and shown only inside `interfaces` */
  others: readonly Cell[];
  operations: readonly OperationInstance[];
}

export interface RequirementInstance {
  readonly name: string;
  readonly node: YamlNode;
  readonly def: RequirementDef | undefined;
  targetName: string | undefined;
  target: NodeInstance | undefined;
  readonly capability: string | undefined;
  readonly relationship: Relationship;
  /** allocations: values that are checked but not in the result */
  readonly others: readonly Cell[];
}

type Requirements = readonly RequirementInstance[];

const noRequirements: Requirements = [];

/** A node template as an instance of its type. */
export class NodeInstance {
  readonly name: string;
  readonly node: YamlMapping;
  readonly type: TypeDef;
  properties: Cells = noCells;
  attributes: Cells = noCells;
  capabilities: CapabilityInstances = noCapabilities;
  /** 2.0: how many nodes the template makes */
  readonly count: Cell | undefined;
  /** operation inputs and artifact values: checked, and shown only inside `interfaces` and `artifacts` */
  readonly others: Cell[] = [];
  operations: readonly OperationInstance[] = noOperations;
  #requirements: Requirements | undefined = undefined;
  readonly #instantiate: (node: NodeInstance) => Requirements;

  /** `instantiate` makes its requirements */
  constructor(
    { name, node, type, count }: Pick<NodeInstance, 'name' | 'node' | 'type' | 'count'>,
    instantiate: (node: NodeInstance) => Requirements,
  ) {
    this.name = name;
    this.node = node;
    this.type = type;
    this.count = count;
    this.#instantiate = instantiate;
  }

  /** They are instantiated when somebody first asks for them, because they need the instances of their targets. */
  get requirements(): Requirements {
    if (this.#requirements !== undefined) return this.#requirements;
    this.#requirements = noRequirements;
    this.#requirements = this.#instantiate(this);
    return this.#requirements;
  }
}
