/** docs/contract/api.md, "Deployment resource"; the values: docs/contract/silent-points.md, "Node states". */
export const nodeStates = [
  'INITIAL',
  'CREATING',
  'CREATED',
  'CONFIGURING',
  'CONFIGURED',
  'STARTING',
  'STARTED',
  'STOPPING',
  'STOPPED',
  'DELETING',
  'ERROR',
] as const;
export type NodeState = (typeof nodeStates)[number];

export type ActionType = 'start' | 'stop';

/** An action in progress: docs/decisions/0007. Its id is also the name of its execution, and the fence for its writes. */
export interface Action {
  readonly id: string;
  readonly type: ActionType;
  readonly acceptedAt: string;
  /** when the provider accepted it */
  readonly askedAt?: string;
  /** since when the provider cannot be reached; absent: it can */
  readonly unreachableAt?: string;
  /** total length of the outages that are over, in milliseconds */
  readonly awayMs?: number;
  /** the machine's state when the action failed; absent: it has not failed, or nobody knows */
  readonly left?: 'running' | 'stopped';
  /** what `acted` of the resource was before it was claimed: it is so again if the action is given back, or has changed nothing; absent: nothing */
  readonly before?: Acted;
}

/** The last action that a resource was claimed for, also when it is over; not one that was given back before anything was asked, or that failed and left the machine as it was. */
export interface Acted {
  readonly id: string;
  readonly at: string;
  /** `updatedAt` of the resource before */
  readonly seenAt: string;
}

/** An instance of a node of the template. */
export interface Resource {
  /** UUIDv7 text */
  readonly id: string;
  readonly deploymentId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly state: NodeState;
  /** when it entered this state; absent: it is still in its first one, or an earlier release wrote it */
  readonly stateSince?: string;
  readonly toscaNodeName: string;
  readonly toscaNodeType: string;
  /** the node's type and all it derives from, nearest first */
  readonly toscaTypes: readonly string[];
  /** ids of the resources whose nodes have a requirement on this one */
  readonly requiredBy: readonly string[];
  /** the provider's id of the VM within the infrastructure */
  readonly physicalId?: string;
  readonly metadata: { readonly [key: string]: string };
  /** only while an update is to remove it: the state before, to which it returns if the update fails before it removed anything */
  readonly was?: NodeState;
  /** only while it is STARTING or STOPPING */
  readonly action?: Action;
  /** absent: it had no action yet, or only of an earlier release */
  readonly acted?: Acted;
  /**
   * the operation whose template the resource was made from; absent: it is as the template in force asks, whichever operation
   * that is of
   */
  readonly madeBy?: string;
  /** no machine of it has been ready yet: if one fails, no data is lost with it */
  readonly neverReady?: true;
  /** only while the deployment moves: what it was at the provider that is gone, and is again if the move fails */
  readonly formerly?: Formerly;
  /** only while its machine may match another template, or is being changed to match it */
  readonly becoming?: PendingAlteration;
}

/** An alteration of a machine in place: docs/decisions/0018. */
export interface PendingAlteration {
  /** the operation whose template the machine is altered to */
  readonly operationId: string;
  /** when the provider was first called, and last; absent: not yet */
  readonly firstAskedAt?: string;
  readonly askedAt?: string;
}

/** What a resource was at the provider that its deployment moves away from: docs/decisions/0089. */
export interface Formerly
  extends Pick<Resource, 'state' | 'physicalId' | 'metadata' | 'madeBy' | 'becoming' | 'neverReady'> {
  /** the operation that moves it */
  readonly operationId: string;
}
