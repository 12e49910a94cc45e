/** The tones of a state. Each has a colour and an icon of its own shape, so that colour never stands alone. */

import { wordOfNode } from '../../client/job-words.ts';
import { type TrueState, unmade } from '../../client/true-states.ts';
import type {
  Backfill,
  Deployment,
  DeploymentItem,
  DeploymentView,
  Resource,
  Schedule,
  ScheduleEvent,
} from '../../client/types.ts';

export type Tone = 'waiting' | 'working' | 'nearly' | 'running' | 'off' | 'going' | 'failed' | 'unmade';

/** In the order in which they matter to somebody who looks. */
export const tones: readonly Tone[] = ['failed', 'going', 'working', 'nearly', 'waiting', 'off', 'unmade', 'running'];

export interface State {
  readonly tone: Tone;
  /** for people; the API's word stands beside it as a tooltip */
  readonly word: string;
}

type NodeState = Resource['state'];
type Status = Deployment['status'];

const ofNode: { readonly [S in NodeState]: State } = {
  INITIAL: { tone: 'waiting', word: 'waiting' },
  CREATING: { tone: 'working', word: 'creating' },
  CREATED: { tone: 'nearly', word: 'created' },
  CONFIGURING: { tone: 'working', word: 'configuring' },
  CONFIGURED: { tone: 'nearly', word: 'configured' },
  STARTING: { tone: 'working', word: 'starting' },
  STARTED: { tone: 'running', word: 'running' },
  STOPPING: { tone: 'off', word: 'stopping' },
  STOPPED: { tone: 'off', word: 'stopped' },
  DELETING: { tone: 'going', word: 'deleting' },
  ERROR: { tone: 'failed', word: 'failed' },
};

const complete = 'Complete';

const ofDeployment: { readonly [S in Status]: State } = {
  CREATE_IN_PROGRESS: { tone: 'working', word: 'Creating' },
  CREATE_COMPLETE: { tone: 'running', word: complete },
  CREATE_FAILED: { tone: 'failed', word: 'Creation failed' },
  UPDATE_IN_PROGRESS: { tone: 'working', word: 'Updating' },
  UPDATE_COMPLETE: { tone: 'running', word: complete },
  UPDATE_FAILED: { tone: 'failed', word: 'Update failed' },
  DELETE_IN_PROGRESS: { tone: 'going', word: 'Deleting' },
  DELETE_COMPLETE: { tone: 'off', word: 'Deleted' },
  DELETE_FAILED: { tone: 'failed', word: 'Deletion failed' },
};

const ofSchedule: { readonly [S in Schedule['status']]: State } = {
  RUNNING: { tone: 'running', word: 'Running' },
  SUSPENDED: { tone: 'off', word: 'Suspended' },
};

const ofReplication: { readonly [S in ScheduleEvent['replicationStatus']]: State } = {
  REPLICATING: { tone: 'working', word: 'Replicating' },
  OK: { tone: 'running', word: 'OK' },
  STUCK: { tone: 'failed', word: 'Stuck' },
};

const ofBackfill: { readonly [S in Backfill['status']]: State } = {
  RUNNING: { tone: 'working', word: 'At work' },
  COMPLETE: { tone: 'running', word: 'Complete' },
  STOPPED: { tone: 'off', word: 'Stopped' },
  FAILED: { tone: 'failed', word: 'Failed' },
};

export const allStatuses = Object.keys(ofDeployment) as readonly Status[];

/** A state that a newer service has and this page does not know is shown by its own word. */
const unknown = (state: string): State => ({ tone: 'waiting', word: state.toLowerCase().replaceAll('_', ' ') });

/** `kind`: of its node, as the view says it. */
export const nodeState = (state: TrueState, kind?: string): State => {
  if (state === unmade) return { tone: 'unmade', word: 'not made' };
  const { tone, word } = ofNode[state] ?? unknown(state);
  return { tone, word: wordOfNode(state, kind, word) };
};

export const scheduleState = (status: Schedule['status']): State => ofSchedule[status] ?? unknown(status);

export const backfillState = (status: Backfill['status']): State => ofBackfill[status] ?? unknown(status);

export const replicationState = (status: ScheduleEvent['replicationStatus']): State =>
  ofReplication[status] ?? unknown(status);

/** Whether the provider of a deployment runs jobs alone, as far as its list says so: docs/contract/original-service.md, "Kinds of provider". */
export const runsJobs = ({
  cloudProviderEndpoint: { deploymentType },
}: Pick<DeploymentItem, 'cloudProviderEndpoint'>): boolean => deploymentType === 'QCG';

/** `onlyJobs`: it consists of jobs alone, so that nothing of it runs when it is complete; undefined: nobody knows. */
export const deploymentState = (status: Status, onlyJobs?: boolean): State => {
  const { tone, word } = ofDeployment[status] ?? unknown(status);
  return { tone, word: word !== complete || onlyJobs === undefined ? word : onlyJobs ? 'Finished' : 'Running' };
};

/** What people call an operation that is an update for the service, though it changes no template. */
const wordsOfOperations: { readonly [S in Status]?: { readonly runs: string; readonly moves: string } } = {
  UPDATE_IN_PROGRESS: { runs: 'At work', moves: 'Moving' },
  UPDATE_FAILED: { runs: 'Run failed', moves: 'Move failed' },
};

/** Of a deployment whose last operation is known. */
export const operationState = (
  { status, operation: { runs, moves } }: Pick<DeploymentView, 'status' | 'operation'>,
  onlyJobs?: boolean,
): State => {
  const state = deploymentState(status, onlyJobs);
  const words = wordsOfOperations[status];
  if (words === undefined || (runs === undefined && moves === undefined)) return state;
  return { ...state, word: runs === undefined ? words.moves : words.runs };
};

/** How many of the states have each tone, only those that occur, the most pressing first. */
export const countTones = (states: Iterable<TrueState>): readonly (readonly [tone: Tone, count: number])[] => {
  const counts = new Map<Tone, number>();
  for (const state of states) {
    const { tone } = nodeState(state);
    counts.set(tone, (counts.get(tone) ?? 0) + 1);
  }
  return tones.flatMap((tone) => (counts.has(tone) ? [[tone, counts.get(tone) ?? 0] as const] : []));
};
