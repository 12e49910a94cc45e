import type { Json } from '../topology.ts';
import type { Schema } from '../types/schema.ts';
import type { YamlNode } from '../yaml/node.ts';
import type { NodeInstance, Relationship } from './instances.ts';

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
