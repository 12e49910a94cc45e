/**
 * The result of processing a service template: plain, typed, frozen, independent of any grammar. Nothing outside
 * src/tosca reads raw YAML; all that other code needs is here.
 */

import type { Problem } from './problems.ts';
import type { ResolvedImport } from './resolved-imports.ts';
import type { Secret } from './secrets/values.ts';

export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json };

export interface Requirement {
  readonly name: string;
  /** name of the node template that fulfils it; absent when the provider chooses */
  readonly node?: string;
  /** the type that the template names in place of a node template; absent: none, or a node of the template was chosen */
  readonly nodeType?: string;
  readonly capability?: string;
  /** type of the relationship */
  readonly relationship?: string;
  /** what this type derives from, nearest first, without itself and the root; absent: only from the root */
  readonly relationshipBases?: readonly string[];
  /** values of the relationship, if it has any */
  readonly properties?: { readonly [name: string]: Json };
  /** what the template assigns to operations of the relationship; absent: nothing */
  readonly interfaces?: Json;
  /** operations of the relationship that have an implementation, by interface and name; absent: none */
  readonly operations?: Operations;
  /** names of operations that its template and its type give, or several types; absent: none */
  readonly mixed?: readonly string[];
  /** what the relationship's type has of a package; absent: nothing */
  readonly packaged?: readonly PackagedOperation[];
}

export interface Node {
  readonly name: string;
  readonly type: string;
  /** `type` and all it derives from, nearest first, e.g. `['tosca.nodes.Compute', 'tosca.nodes.Root']` */
  readonly types: readonly string[];
  /** instances: scalable count, else default_instances, else min_instances, else 1; 0 is allowed */
  readonly count: number;
  /** uuids of resources that a smaller count should remove first (`scalable.removal_list`) */
  readonly removalList: readonly string[];
  /** values after functions; what only the deployment can tell stays a function call: `{get_attribute: [..]}` */
  readonly properties: { readonly [name: string]: Json };
  /** capability name -> its type's ancestry and its property values */
  readonly capabilities: {
    readonly [name: string]: {
      readonly types: readonly string[];
      readonly properties: { readonly [name: string]: Json };
    };
  };
  readonly requirements: readonly Requirement[];
  /** 1.x: mandatory requirements of its type, other than a host, that nothing fulfils; absent: none */
  readonly unmet?: readonly string[];
  /** what the template itself assigns to operations, as values; absent: nothing */
  readonly interfaces?: Json;
  /** of the type and the template; an artifact from a declared repository has its address as `repository_url`; absent: none */
  readonly artifacts?: Json;
  /** operations that have an implementation, of the type or the template, by interface and name; absent: none */
  readonly operations?: Operations;
  /** what its type has of a package, such as indigo-dc/tosca-types; absent: nothing */
  readonly packaged?: readonly PackagedOperation[];
}

/** An operation of which the file is in the package only. */
export interface PackagedOperation {
  readonly interface: string;
  readonly name: string;
  /** as the type writes them, with their calls */
  readonly inputs: { readonly [name: string]: Json };
}

export type Operations = { readonly [name: string]: Operation };

/** An operation that has an implementation. SELF, HOST, SOURCE and TARGET in its inputs are those of its place. */
export interface Operation {
  /** as the template calls it, e.g. `Standard` */
  readonly interface: string;
  /** e.g. `create` */
  readonly name: string;
  /** the normative interface that it belongs to; absent: none of them */
  readonly of?: 'standard' | 'configure';
  readonly script: Script;
  readonly inputs: { readonly [name: string]: Json };
}

/** A file as the template names it, with its text or where it can be fetched. Neither: nobody has it. */
export interface ScriptFile {
  readonly file: string;
  readonly text?: string;
  readonly url?: string;
}

export interface Script extends ScriptFile {
  /** type of the artifact, if the template says */
  readonly type?: string;
  readonly timeoutSeconds?: number;
  readonly dependencies?: readonly ScriptFile[];
  /** roles of Ansible Galaxy that the node names */
  readonly roles?: readonly string[];
}

export interface Output {
  readonly name: string;
  readonly description?: string;
  /** the value if it is known before deployment, else the expression */
  readonly value: Json;
  /** true when the value needs an attribute, which only the deployed infrastructure has */
  readonly deferred: boolean;
  /** of a deferred value, where it is no text: what the output declares, or the attribute that it asks for; absent: not known */
  readonly type?: LaterType;
}

/** A kind of value that providers often tell as a text. */
export type LaterType = 'integer' | 'float' | 'boolean' | 'list' | 'map';

export interface Policy {
  readonly name: string;
  readonly type: string;
  readonly types: readonly string[];
  readonly targets: readonly string[];
  /** names of the nodes that are meant, where a target is a group; absent: `targets` has them */
  readonly nodes?: readonly string[];
  /** names of triggers of the template and its type; absent: none */
  readonly triggers?: readonly string[];
  readonly properties: { readonly [name: string]: Json };
}

/** An imperative workflow, as the template writes it: what its steps do is known when it runs. */
export interface Workflow {
  readonly name: string;
  readonly description?: string;
  readonly inputs: readonly WorkflowInput[];
  /** in the order of the template */
  readonly steps: readonly WorkflowStep[];
  /** what it asks of an orchestrator besides steps that come one after the other, such as preconditions; absent: nothing */
  readonly further?: readonly string[];
}

/** As declared-inputs.ts has it, with more of its type. */
interface WorkflowInput {
  readonly name: string;
  readonly required: boolean;
  readonly default?: Json;
  readonly secret?: true;
}

export interface WorkflowStep {
  readonly name: string;
  /** name of a node or a group */
  readonly target: string;
  /** names of the nodes that this is */
  readonly nodes: readonly string[];
  /** name of the target's requirement on whose relationship it works; absent: on the target itself */
  readonly relationship?: string;
  readonly activities: readonly Activity[];
  /** names of the steps that come after it */
  readonly onSuccess: readonly string[];
  readonly onFailure: readonly string[];
  /** what it asks besides, such as a filter; absent: nothing */
  readonly further?: readonly string[];
}

/** Inputs are as they are written, with their calls. */
export type Activity =
  | { readonly is: 'call_operation'; readonly operation: string; readonly inputs: { readonly [name: string]: Json } }
  | { readonly is: 'set_state'; readonly state: string }
  | {
      readonly is: 'inline' | 'delegate';
      readonly workflow: string;
      readonly inputs: { readonly [name: string]: Json };
    };

export interface Topology {
  /** e.g. `tosca_simple_yaml_1_0` */
  readonly version: string;
  readonly description?: string;
  readonly metadata: { readonly [name: string]: Json };
  /** every declared input that has a value: given, coerced to its type, or its default */
  readonly inputs: { readonly [name: string]: Json };
  /** in dependency order: a node comes after all that it requires */
  readonly nodes: readonly Node[];
  readonly outputs: readonly Output[];
  readonly policies: readonly Policy[];
  /** absent: none */
  readonly workflows?: readonly Workflow[];
  /** paths of all secrets in this topology: `['inputs', 'pin']`, `['outputs', '0', 'value']` */
  readonly secrets: readonly Secret[];
  /** secret defaults of inputs, and secret parts of such, for which the request gave another value; absent: none */
  readonly unusedDefaults?: readonly Json[];
}

export type Processed =
  | {
      readonly ok: true;
      readonly topology: Topology;
      readonly problems: readonly Problem[];
      /** imports for which there was more than one possible file; absent: none */
      readonly imports?: readonly ResolvedImport[];
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Source of imports that the catalog does not have. Rejects with an Error whose message can be shown. */
export interface Imports {
  /** undefined: the import is skipped on purpose, and nobody knows what it defines */
  read(address: string): Promise<string | undefined>;
  /**
   * The operator's answer for an address or a profile: a file that comes before all others, or `fetch`: what can be
   * fetched comes before a built-in copy. Undefined, or no such method: the operator says nothing.
   */
  said?(name: string): Promise<{ readonly file: string; readonly text: string } | 'fetch' | undefined>;
  /**
   * Whether there is a file at this path from the template's folder, which scripts are; no such method: the template came
   * without its folder, so nobody looks.
   */
  has?(path: string): Promise<boolean>;
  /** A profile of TOSCA 2.0 by its name; undefined, or no such method: the profile is not known. */
  profile?(name: string): Promise<{ readonly address: string; readonly text: string } | undefined>;
}
