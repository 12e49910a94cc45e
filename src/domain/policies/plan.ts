/**
 * What rules see of a plan: a stable form, described for operators in docs/policies.md. An absent member is not known, and a
 * rule that needs it denies.
 */

import type { Json } from '../../tosca/topology.ts';
import { type Way, ways } from '../changes/change.ts';
import { type Kind, nodeKinds } from '../changes/kinds.ts';
import { type DeployerKind, deployerKinds } from '../deployers/kinds.ts';

export const operations = ['create', 'retry', 'update', 'rollback', 'schedule', 'move'] as const;
export type PlannedOperation = (typeof operations)[number];

/** What becomes of a node; `replaced`: at least one of its instances is removed and made anew. */
export const nodeChanges = ['added', 'replaced', 'altered', 'configured', 'scaled', 'kept'] as const;
export type NodeChange = (typeof nodeChanges)[number];

export interface PolicyPlan {
  readonly operation: PlannedOperation;
  /** who asks */
  readonly user: Person;
  /** whose deployment it is */
  readonly owner: Person;
  /** empty: none */
  readonly group: string;
  /** of the deployment; empty: none */
  readonly name: string;
  readonly labels: { readonly [name: string]: string };
  readonly provider: PlannedProvider;
  readonly nodes: readonly PolicyNode[];
  /** nodes that the template no longer has */
  readonly removed: readonly RemovedNode[];
  readonly changes: readonly PolicyChange[];
  readonly total: Total;
  readonly cost: PolicyCost;
}

export interface Person {
  readonly issuer: string;
  readonly subject: string;
}

export interface PlannedProvider {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly region?: string | undefined;
  readonly deployer?: DeployerKind | undefined;
}

/** Amounts are of one instance, prices of all. */
export interface PolicyNode {
  readonly name: string;
  readonly type: string;
  /** its type and all that this derives from */
  readonly types: readonly string[];
  readonly kind: PolicyKind;
  /** instances */
  readonly count: number;
  /** instances at most, where automatic scaling changes their number; absent: `count` */
  readonly most?: number | undefined;
  readonly change: NodeChange;
  /** name of the provider's size */
  readonly size?: string | undefined;
  readonly cpus?: number | undefined;
  /** MB */
  readonly memory?: number | undefined;
  /** GB */
  readonly disk?: number | undefined;
  readonly gpus?: number | undefined;
  readonly image?: string | undefined;
  readonly region?: string | undefined;
  /** it has, or may have, a public address */
  readonly public: boolean;
  readonly ports: readonly PolicyPort[];
  /** USD */
  readonly hourly?: number | undefined;
  /** of the template, with `********` in the place of secrets */
  readonly properties: { readonly [name: string]: Json };
}

export const policyKinds = [...nodeKinds, 'job'] as const;
export type PolicyKind = Kind | 'job';

/** A range of ports that the node opens. */
export interface PolicyPort {
  readonly protocol: string;
  readonly from: number;
  readonly to: number;
  /** a range of addresses such as 0.0.0.0/0; empty: only the deployment's own machines */
  readonly source: string;
}

export interface RemovedNode {
  readonly name: string;
  readonly type: string;
  readonly types: readonly string[];
  readonly count: number;
}

export interface PolicyChange {
  readonly node: string;
  readonly property: string;
  readonly how: Way;
}

/** Of all instances; absent where the amount of one node is not known. */
export interface Total {
  /** machines, containers and jobs */
  readonly instances: number;
  readonly cpus?: number | undefined;
  readonly memory?: number | undefined;
  readonly disk?: number | undefined;
  readonly gpus?: number | undefined;
}

/** USD at list prices, while all of it stands; absent: the price of a part is not known. */
export interface PolicyCost {
  readonly hourly?: number | undefined;
  readonly monthly?: number | undefined;
  /** USD an hour with as many instances as automatic scaling may make; absent: nothing scales */
  readonly most?: number | undefined;
}

/** Allowed values of members that hold one of a few words: a rule that compares them with another word is wrong. */
export const words: { readonly [member: string]: readonly string[] } = {
  operation: operations,
  'node.change': nodeChanges,
  'node.kind': policyKinds,
  'change.how': ways,
  'provider.deployer': deployerKinds,
};

/** The sums over nodes. */
export const totalOf = (nodes: readonly PolicyNode[]): Total => {
  const sum = (amount: 'cpus' | 'memory' | 'disk' | 'gpus'): number | undefined =>
    nodes.reduce<number | undefined>((so, node) => {
      const own = node[amount];
      return so === undefined || own === undefined ? undefined : so + own * node.count;
    }, 0);
  const running = nodes.filter(({ kind }) => runs.includes(kind));
  return {
    instances: running.reduce((so, { count }) => so + count, 0),
    ...{ cpus: sum('cpus'), memory: sum('memory'), disk: sum('disk'), gpus: sum('gpus') },
  };
};

/** Kinds of nodes that have processors and memory. */
export const runs: readonly PolicyKind[] = ['compute', 'container', 'job'];
