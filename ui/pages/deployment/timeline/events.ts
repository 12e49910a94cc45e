import type { StreamEvent } from '../../../../client/types.ts';
import type { State } from '../../../states/tones.ts';

const states: { readonly [K in StreamEvent['kind']]: State } = {
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
  SCHEDULE_CREATED: { tone: 'running', word: 'Schedule created' },
  SCHEDULE_CHANGED: { tone: 'nearly', word: 'Schedule changed' },
  SCHEDULE_DELETED: { tone: 'off', word: 'Schedule gone' },
  FILE_FAILED: { tone: 'failed', word: 'File failed' },
};

const eventState = (kind: StreamEvent['kind']): State => states[kind] ?? { tone: 'waiting', word: kind };

const ends: { readonly [status: string]: string } = {
  CREATE_COMPLETE: 'Created',
  UPDATE_COMPLETE: 'Updated',
  CREATE_FAILED: 'Creation failed',
  UPDATE_FAILED: 'Update failed',
  DELETE_FAILED: 'Deletion failed',
};

const end = /^the deployment is ([A-Z_]+)(?:: )?/;

/** How an event is told: a word, and what more it says. An end of an operation is named for the operation. */
export const eventInWords = (kind: StreamEvent['kind'], message: string): State & { readonly says: string } => {
  const state = eventState(kind);
  const word = ends[end.exec(message)?.[1] ?? ''];
  return word === undefined
    ? { ...state, says: messageOf(kind, message) }
    : { ...state, word, says: message.replace(end, '') };
};

/** Without the word that is before it already. */
export const messageOf = (kind: StreamEvent['kind'], message: string): string => {
  if (kind === 'WARNING') return message.replace(/^warning: /i, '');
  return kind === 'ACCEPTED' ? message.replace(/ was accepted$/, '') : message;
};
