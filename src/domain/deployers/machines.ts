import type { Json } from '../../tosca/topology.ts';

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
  /** it failed for a reason that passes by itself: the same provider may succeed at once */
  readonly passing?: true;
  /** what `configure` does next, though not everything stands; absent: it is called when everything does */
  readonly due?: string;
  /** of an engine that changes an infrastructure as a whole: its last change, and since when; absent: see the machines */
  readonly change?: WholeChange;
  /** of an engine that runs jobs: what has happened so far, each with a name of its own; absent: see the state */
  readonly happened?: readonly JobEvent[];
}

export interface WholeChange {
  readonly is: 'in-progress' | 'done' | 'failed';
  readonly since: string;
  /** ids of its last updates, of which two may begin in one instant; absent: only the instant tells them apart */
  readonly updates?: readonly string[];
  /** it failed, and then could not be undone, which comes before any other change: when that last failed, and why */
  readonly stuck?: { readonly since: string; readonly why: string };
}

/** Something that happened to a job. */
export interface JobEvent {
  /** unique within the infrastructure */
  readonly name: string;
  readonly message: string;
  /** ISO 8601 instant, UTC, milliseconds */
  readonly at: string;
}

/** What became of a node, or of a part of it. */
export type NodeChange = 'creating' | 'made' | 'changing' | 'deleting' | 'gone' | 'failed';

/** How far the engine is with a node that is not a machine, such as a volume, or with a machine that is being made. */
export interface NodeProgress {
  /** name of the node template */
  readonly node: string;
  /** id of the resource that the machine is made for; absent: the node is not a machine */
  readonly resourceId?: string;
  /** `waiting`: it has not begun */
  readonly state: NodeChange | 'waiting';
  /** the engine's id of it; absent: it has none yet, or several */
  readonly id?: string;
  /** why it failed, in the engine's words */
  readonly why?: string;
  /** its changes, oldest first; `at`: ISO 8601 instant, UTC, milliseconds */
  readonly happened: readonly { readonly is: NodeChange; readonly at: string }[];
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
  /** it is a job and no machine: what clients read of it (docs/contract/api.md, "Extended information"); absent: a machine */
  readonly job?: { readonly [key: string]: Json };
}
