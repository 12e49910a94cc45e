/** docs/contract/infrastructure-manager.md, "States" */
export type InfrastructureState =
  | 'pending'
  | 'running'
  | 'configured'
  | 'unconfigured'
  | 'stopped'
  | 'off'
  | 'failed'
  | 'unknown'
  | 'deleting';

export interface InfrastructureStatus {
  readonly state: InfrastructureState;
  /** VM id -> state; empty while nothing is launched */
  readonly vms: { readonly [vmId: string]: InfrastructureState };
  /** why it failed, or why the last change did, in the engine's words */
  readonly reason?: string;
  /** it failed for a reason that every provider would meet */
  readonly blame?: 'work';
  /** of an engine that changes an infrastructure as a whole: its last change, and since when; absent: see the machines */
  readonly change?: { readonly is: 'in-progress' | 'done' | 'failed'; readonly since: string };
}

/** One VM, as the extended information shows it (docs/contract/api.md, "Extended information"). */
export interface VirtualMachine {
  readonly id: string;
  /** name of the node template */
  readonly node: string;
  /** id of the resource that it was made for, from the order; absent: the deployer cannot tell */
  readonly resourceId?: string;
  readonly state: InfrastructureState;
  /** elements of `vmProperties`: networks, then the system; string keys, scalar values */
  readonly properties: readonly { readonly [key: string]: string | number | boolean }[];
}
