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

/** An action under way: docs/decisions/0007. Its id is also the name of its execution, and fences its writes. */
export interface Action {
  readonly id: string;
  readonly type: ActionType;
  readonly acceptedAt: string;
  /** when the provider took it */
  readonly askedAt?: string;
  /** since when the provider cannot be asked; absent: it can */
  readonly unreachableAt?: string;
  /** milliseconds that outages lasted which are over */
  readonly awayMs?: number;
  /** what the machine was when the action failed; absent: it has not, or nobody knows */
  readonly left?: 'running' | 'stopped';
}

/** An instance of a node of the template. */
export interface Resource {
  /** UUIDv7 text */
  readonly id: string;
  readonly deploymentId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly state: NodeState;
  readonly toscaNodeName: string;
  readonly toscaNodeType: string;
  /** the node's type and all it derives from, nearest first */
  readonly toscaTypes: readonly string[];
  /** ids of the resources whose nodes have a requirement on this one */
  readonly requiredBy: readonly string[];
  /** the provider's id of the VM within the infrastructure */
  readonly physicalId?: string;
  readonly metadata: { readonly [key: string]: string };
  /** only while it is STARTING or STOPPING */
  readonly action?: Action;
  /** the operation whose template it is like; absent: an earlier release made it, and the template in force says it */
  readonly madeBy?: string;
  /** only while its machine may be like another template, or on its way there */
  readonly becoming?: Becoming;
}

/** A machine that is altered in place: docs/decisions/0018. */
export interface Becoming {
  /** whose template it is to be like */
  readonly operationId: string;
  /** when the provider was asked first, and last; absent: not yet */
  readonly firstAskedAt?: string;
  readonly askedAt?: string;
}
