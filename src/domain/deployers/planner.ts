import type { NodeEdit } from '../../tosca/edit.ts';
import type { Json, Node, Topology } from '../../tosca/topology.ts';
import type { Call } from '../runs/run.ts';

declare const opaque: unique symbol;

/** What a deployer is sent, as text in its own language. The lifecycle passes it on and never reads it. */
export type Submission = string & { readonly [opaque]: true };

/** Whose something is: the subject of the owner's tokens, and the group of the deployment. */
export interface Whose {
  readonly owner: string;
  readonly group?: string | undefined;
}

/** What is wanted of an infrastructure. */
export interface Order {
  /** TOSCA text, as the kept ranking has it */
  readonly template: string;
  readonly inputs: { readonly [name: string]: Json };
  /** of the infrastructure: `find` finds it by this name */
  readonly name: string;
  /** applied to the template in this order */
  readonly edits: readonly NodeEdit[];
  /** what ranking made of the template for this provider, for planners that need it */
  readonly blueprint?: string | undefined;
  /** nodes that may be given up, as the request of an update says; true: all; absent: none */
  readonly replace?: boolean | readonly string[] | undefined;
  /** for everything that is made, as far as tags allow; absent: none */
  readonly labels?: { readonly [name: string]: string } | undefined;
  /** for everything that is made, as far as tags allow; absent: an operation of an earlier release asks */
  readonly whose?: Whose | undefined;
  /** the resources that are to have a machine, and no others */
  readonly machines: readonly { readonly resourceId: string; readonly node: string }[];
}

/** The same for an infrastructure that exists. */
export interface UpdateOrder extends Order {
  /** of the new template */
  readonly nodes: readonly Node[];
  /** properties that differ from the templates of the existing machines */
  readonly changed: readonly { readonly node: string; readonly property: string }[];
  /** nodes with machines that the new template no longer has, each with its type */
  readonly dropped: readonly { readonly node: string; readonly type: string }[];
  /** whether a TOSCA text is valid */
  isValid(template: string): Promise<boolean>;
}

/**
 * What a kind of deployer makes of a template. It calls no provider, and the same order gives the same result, so a
 * repeated step sends the same (docs/decisions/0029). It is apart from the deployer, so that functions that only read an
 * infrastructure do not contain it.
 */
export interface Planner {
  /** A promise where the code that writes the text is loaded only then. */
  plan(order: Order): Submission | Promise<Submission>;
  /** All edits for an update, those of the order included. They are decided once, and kept. */
  updateEdits(order: UpdateOrder): Promise<readonly NodeEdit[]>;
  /**
   * Operations that somebody calls on what stands, as text for the deployer's `runCalls`, or why they cannot run. Absent: the
   * deployer runs no single operation, and `runsNothing` says why.
   */
  planCalls?(
    topology: Pick<Topology, 'nodes' | 'secrets'>,
    calls: readonly Call[],
  ): Promise<{ readonly text: string } | { readonly reasons: readonly string[] }>;
  readonly runsNothing?: string;
}

export type PlannerOf = (providerId: string) => Planner;
