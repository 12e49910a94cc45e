import type { BeyondParser } from '../beyond-parser.ts';
import type { Budget } from '../budget.ts';
import type { Finding, Report } from '../report.ts';
import type { TakenImport } from '../taken-imports.ts';
import type { Json } from '../topology.ts';
import type { PropertyDef } from '../types/definitions.ts';
import type { Scope, TypeDef } from '../types/type-def.ts';
import type { Unread } from '../unread.ts';
import type { Version } from '../versions.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import type { Cell, Cells, NodeInstance, Relationship, RequirementInstance } from './instances.ts';

export interface InputInstance {
  readonly def: PropertyDef;
  /** undefined: it has none, and needs none; one that is computed has it once values are worked out */
  value: Json | undefined;
  /** 2.0: of a default that is computed */
  readonly cell: Cell | undefined;
}

export interface OutputInstance {
  readonly name: string;
  readonly description: string | undefined;
  readonly cell: Cell | undefined;
}

export interface PolicyInstance {
  readonly name: string;
  readonly type: TypeDef;
  readonly targets: readonly string[];
  readonly properties: Cells;
}

export interface GroupInstance {
  readonly name: string;
  readonly type: TypeDef;
  readonly members: readonly string[];
  readonly properties: Cells;
  readonly attributes: Cells;
}

/** The service template under work: filled phase by phase, read by the functions. */
export interface Service {
  readonly version: Version;
  readonly scope: Scope;
  readonly report: Report;
  /** what may still be made of the template */
  readonly budget: Budget;
  /** as it is in 2.0; a warning in 1.x, whose tools do not look */
  judged(finding: Finding): Finding;
  /** where what the Infrastructure Manager's parser does not read is written down, for whoever asks */
  readonly beyond: BeyondParser | undefined;
  /** an add-on whose parent could not be read, in which any node and any input may be */
  readonly unread: Unread | undefined;
  /** imports that could have been answered by several files */
  readonly taken: readonly TakenImport[];
  readonly root: YamlMapping;
  /** `topology_template` or `service_template` */
  readonly body: YamlMapping | undefined;
  inputs: ReadonlyMap<string, InputInstance>;
  nodes: ReadonlyMap<string, NodeInstance>;
  /** names as written, also of templates that are too broken to become instances */
  nodeNames: ReadonlySet<string>;
  groupNames: ReadonlySet<string>;
  /** those that the node which is substituted fulfils (mapping-target.ts) */
  mappedRequirements: ReadonlySet<string>;
  groups: ReadonlyMap<string, GroupInstance>;
  policies: readonly PolicyInstance[];
  outputs: readonly OutputInstance[];
  /** relationship templates by name */
  relationships: ReadonlyMap<string, RelationshipTemplate>;
}

export interface RelationshipTemplate {
  readonly name: string;
  readonly type: TypeDef | undefined;
  readonly node: YamlMapping;
  /** as it is without a requirement that uses it */
  readonly instance: Relationship;
}

/** A list or a mapping of named definitions: 1.x writes groups as a mapping and policies as a list, and tools take both. */
export function named(node: YamlNode | undefined): [string, YamlNode][] {
  if (node?.kind === 'mapping') return [...node.entries];
  if (node?.kind !== 'sequence') return [];
  return node.items.flatMap((item) => (item.kind === 'mapping' ? [...item.entries] : []));
}

export const hosts = (requirement: RequirementInstance): boolean =>
  requirement.name === 'host' ||
  (requirement.relationship.type?.ancestry.some((name) => name.endsWith('HostedOn')) ?? false);
