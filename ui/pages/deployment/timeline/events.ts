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
};

export const eventState = (kind: StreamEvent['kind']): State => states[kind] ?? { tone: 'waiting', word: kind };

/** Without the word that is before it already. */
export const messageOf = (kind: StreamEvent['kind'], message: string): string => {
  if (kind === 'WARNING') return message.replace(/^warning: /i, '');
  return kind === 'ACCEPTED' ? message.replace(/ was accepted$/, '') : message;
};
