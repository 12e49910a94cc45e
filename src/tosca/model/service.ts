import type { Budget } from '../budget.ts';
import type { UnsupportedByParser } from '../infrastructure-manager/unsupported-by-parser.ts';
import type { Document } from '../phase1-read.ts';
import type { Finding, Report } from '../report.ts';
import type { ResolvedImport } from '../resolved-imports.ts';
import type { Json } from '../topology.ts';
import type { PropertyDef, Schema } from '../types/definitions.ts';
import type { Scope, TypeDef } from '../types/type-def.ts';
import type { Unread } from '../unread.ts';
import type { Version } from '../versions.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import type { Cell, Cells, NodeInstance, Relationship, RequirementInstance } from './instances.ts';
import type { Nodes } from './nodes.ts';

export interface InputInstance {
  readonly def: PropertyDef;
  /** undefined: it has no value and needs none; a computed value is set in phase 7 */
  value: Json | undefined;
  /** 2.0: cell of a computed default */
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
  /** names of triggers, of the template and of its type */
  readonly triggers: readonly string[];
  readonly properties: Cells;
}

export interface GroupInstance {
  readonly name: string;
  readonly type: TypeDef;
  readonly members: readonly string[];
  readonly properties: Cells;
  readonly attributes: Cells;
}

/** The keys of a map, or a set. */
export type NamesInUse = ReadonlySet<string> | ReadonlyMap<string, unknown>;

/** The service template during processing: each phase fills a part, and functions read it. */
export interface Service {
  readonly version: Version;
  readonly scope: Scope;
  readonly report: Report;
  /** how many more parts the template may be expanded into */
  readonly budget: Budget;
  /** the finding as it is in 2.0; a warning in 1.x, whose tools do not check */
  judged(finding: Finding): Finding;
  /** collects what the Infrastructure Manager's parser does not read; undefined when nobody needs it */
  readonly unsupported: UnsupportedByParser | undefined;
  /** false: no text of it has a node filter, so that no target must be chosen */
  readonly mayFilter: boolean;
  /** the unread parent of an add-on: it may define any node and any input */
  readonly unread: Unread | undefined;
  /** imports for which there was more than one possible file */
  readonly taken: readonly ResolvedImport[];
  /** where the template itself comes from */
  readonly place: Pick<Document, 'address' | 'archive'>;
  readonly root: YamlMapping;
  /** `topology_template` or `service_template` */
  readonly body: YamlMapping | undefined;
  inputs: ReadonlyMap<string, InputInstance>;
  nodes: Nodes;
  /** nodes that have a capability with a limit on the relationships that end there */
  readonly limited: Set<NodeInstance>;
  /** names as written, including templates that are too broken to be instantiated */
  nodeNames: NamesInUse;
  groupNames: NamesInUse;
  /** requirements that the substituted node fulfils (mapping-target.ts) */
  mappedRequirements: ReadonlySet<string>;
  groups: ReadonlyMap<string, GroupInstance>;
  policies: readonly PolicyInstance[];
  outputs: readonly OutputInstance[];
  /** types of attributes that outputs ask for, by the call */
  readonly outputSchemas: Map<YamlNode, Schema>;
  /** relationship templates by name */
  relationships: ReadonlyMap<string, RelationshipTemplate>;
}

export interface RelationshipTemplate {
  readonly name: string;
  readonly type: TypeDef | undefined;
  readonly node: YamlMapping;
  /** the template without a requirement that uses it */
  readonly instance: Relationship;
  /** those of the requirements that use it */
  readonly uses: Relationship[];
}

export const hosts = (requirement: RequirementInstance): boolean =>
  requirement.name === 'host' ||
  (requirement.relationship.type?.ancestry.some((name) => name.endsWith('HostedOn')) ?? false);
