import type { DeploymentView, StreamEvent, TimelineEvent } from '../../../../client/types.ts';
import type { State } from '../../../states/tones.ts';

/** Of a deployment; a page that shows other events has their words itself. */
type Kind = Extract<StreamEvent, { readonly deployment: unknown }>['kind'];

const states: { readonly [K in Kind]: State } = {
  ACCEPTED: { tone: 'waiting', word: 'Accepted' },
  WARNING: { tone: 'off', word: 'Warning' },
  ATTEMPT_STARTED: { tone: 'working', word: 'Attempt started' },
  ATTEMPT_FAILED: { tone: 'failed', word: 'Attempt failed' },
  CHANGE: { tone: 'nearly', word: 'Change' },
  PROVIDER_SAID: { tone: 'nearly', word: 'Progress' },
  OUTPUTS: { tone: 'nearly', word: 'Outputs' },
  COMPLETE: { tone: 'running', word: 'Complete' },
  FAILED: { tone: 'failed', word: 'Failed' },
  CALLBACK_SENT: { tone: 'nearly', word: 'Callback sent' },
  CALLBACK_FAILED: { tone: 'off', word: 'Callback failed' },
  DRIFT: { tone: 'off', word: 'Drift' },
  ENDING: { tone: 'off', word: 'Ends' },
  OFFICE_HOURS: { tone: 'nearly', word: 'Office hours' },
  APPROVAL_NEEDED: { tone: 'waiting', word: 'Waits for approval' },
  APPROVED: { tone: 'nearly', word: 'Approved' },
  INTERRUPTED: { tone: 'off', word: 'Interrupted' },
  DELETED: { tone: 'off', word: 'Gone' },
};

const eventState = (kind: Kind): State => states[kind] ?? { tone: 'waiting', word: kind };

const ends: { readonly [status: string]: string } = {
  CREATE_COMPLETE: 'Created',
  UPDATE_COMPLETE: 'Updated',
  CREATE_FAILED: 'Creation failed',
  UPDATE_FAILED: 'Update failed',
  DELETE_FAILED: 'Deletion failed',
};

/** What is an update for the service, though it changes no template. */
type Other = 'run' | 'stopped' | 'move' | 'repair';

const endsOfOthers: { readonly [O in Other]: typeof ends } = {
  run: { UPDATE_COMPLETE: 'Run complete', UPDATE_FAILED: 'Run failed' },
  // the service completes the operation: what stands is as it was
  stopped: { UPDATE_COMPLETE: 'Run stopped', UPDATE_FAILED: 'Run failed' },
  move: { UPDATE_COMPLETE: 'Moved', UPDATE_FAILED: 'Move failed' },
  repair: { UPDATE_COMPLETE: 'Repaired', UPDATE_FAILED: 'Repair failed' },
};

/** What an event tells of its operation. */
type EventWords = Pick<TimelineEvent, 'message' | 'operation'> & Pick<StreamEvent, 'kind'>;

/** Of events, oldest first, such operations by their ids, as far as their acceptance is among the events, or one is that of the view. */
export const othersIn = (
  events: readonly EventWords[],
  of?: Pick<DeploymentView, 'operation'>,
): ReadonlyMap<string, Other> => {
  const { id, runs, moves } = of?.operation ?? {};
  const own = runs === undefined ? moves && 'move' : 'run';
  const found = new Map<string, Other>(id === undefined || own === undefined ? [] : [[id, own]]);
  for (const { kind, message, operation = '' } of events) {
    const [, other] = (kind === 'ACCEPTED' && /^(?:the|a) (run|move|repair)\b.* was accepted$/s.exec(message)) || [];
    if (other !== undefined) found.set(operation, other as Other);
    if (found.get(operation) === 'run' && kind === 'CHANGE' && message.includes(': stopped, '))
      found.set(operation, 'stopped');
  }
  return found;
};

const end = /^the deployment is ([A-Z_]+)(?:: )?/;

/** How an event is told: a word, and what more it says. An end of an operation is named for the operation. */
export const eventInWords = (kind: Kind, message: string, other?: Other): State & { readonly says: string } => {
  const state = eventState(kind);
  const [, status = ''] = end.exec(message) ?? [];
  const word = (other && endsOfOthers[other][status]) ?? ends[status];
  if (word === undefined) return { ...state, says: messageOf(kind, message) };
  const tone = other === 'stopped' ? 'off' : state.tone;
  return { tone, word, says: message.replace(end, '') };
};

/** Without the word that is before it already. */
export const messageOf = (kind: Kind, message: string): string => {
  if (kind === 'WARNING') return message.replace(/^warning: /i, '');
  return kind === 'ACCEPTED' ? message.replace(/ was accepted$/, '') : message;
};
