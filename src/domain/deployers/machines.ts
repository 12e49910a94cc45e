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
