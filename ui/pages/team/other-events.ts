import type { StreamEvent } from '../../../client/types.ts';
import type { State } from '../../states/tones.ts';
import { eventInWords } from '../deployment/timeline/events.ts';

type OfDeployment = Extract<StreamEvent, { readonly deployment: unknown }>['kind'];
type Other = Exclude<StreamEvent['kind'], OfDeployment>;

/** Events of schedules, and of the whole installation. */
const others: { readonly [K in Other]: State } = {
  SCHEDULE_CREATED: { tone: 'running', word: 'Schedule created' },
  SCHEDULE_CHANGED: { tone: 'nearly', word: 'Schedule changed' },
  SCHEDULE_DELETED: { tone: 'off', word: 'Schedule gone' },
  BACKFILL_STARTED: { tone: 'working', word: 'Backfill started' },
  BACKFILL_ENDED: { tone: 'nearly', word: 'Backfill ended' },
  PAUSED: { tone: 'off', word: 'Paused' },
  RESUMED: { tone: 'running', word: 'Resumed' },
  PROVIDER_DRAINING: { tone: 'off', word: 'Provider drains' },
  PROVIDER_USABLE: { tone: 'running', word: 'Provider usable' },
  MOVES_STOPPED: { tone: 'off', word: 'Moves stopped' },
  MOVES_ALLOWED: { tone: 'running', word: 'Moves allowed' },
  FILE_FAILED: { tone: 'failed', word: 'File failed' },
};

const isOther = (kind: StreamEvent['kind']): kind is Other => Object.hasOwn(others, kind);

/** How an event of the stream is told: a word, and what more it says. */
export const streamEventInWords = (
  kind: StreamEvent['kind'],
  message: string,
  other?: Parameters<typeof eventInWords>[2],
): State & { readonly says: string } =>
  isOther(kind) ? { ...others[kind], says: message } : eventInWords(kind, message, other);
