import type { Node } from '../../tosca/topology.ts';
import type { Resource } from '../resources/resource.ts';
import type { Change, Replace } from './change.ts';
import type { BasesOf } from './found.ts';
import type { RequestedNodes } from './requested.ts';

/** What an update at one kind of deployer does to nodes that exist (docs/decisions/0029). */
export interface UpdateRules {
  /** How a new template changes the deployment, property by property: every change is in the result. */
  classify(comparison: UpdateComparison): ClassifiedChanges;
  /** why it can make these nodes at no provider; empty: it depends on the provider, as it does where this is absent */
  unsupported?(nodes: readonly Node[]): readonly string[];
}

export interface UpdateComparison {
  readonly after: RequestedNodes;
  readonly kept: readonly Resource[];
  readonly removed: readonly Resource[];
  readonly basesOf: BasesOf;
  /** what the template in force asks */
  readonly inForce: RequestedNodes;
  readonly replace: Replace;
}

export interface ClassifiedChanges {
  /** sorted by node and property */
  readonly changes: readonly Change[];
  /** ids of resources whose machines are replaced, and of others whose machines are altered */
  readonly replaced: ReadonlySet<string>;
  readonly altered: ReadonlySet<string>;
}
