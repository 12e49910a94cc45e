import { eventWords } from '../../../../client/event-text.ts';
import type { TimelineEvent } from '../../../../client/types.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { duration } from '../../../parts/durations.ts';
import { ToneIcon } from '../../../parts/icon.tsx';
import { eventInWords, othersIn } from './events.ts';

interface FeedProps {
  readonly events: readonly TimelineEvent[];
  /** instant at which the operation began */
  readonly from: string;
  /** for names of providers, and for causes; without it the events show ids */
  readonly view?: DeploymentView;
  /** the view of its operation, which may be an earlier one; without it the last one is known */
  readonly viewOf?: (event: TimelineEvent) => Parameters<typeof eventWords>[1];
}

/** What happened, newest first, with the time since the operation began. */
export const Feed = ({ events, from, view, viewOf = () => view }: FeedProps) => {
  if (events.length === 0) return <p class="faint">Nothing has happened yet.</p>;
  const others = othersIn(events, view);
  return (
    <div role="log" aria-live="polite" aria-label="Timeline">
      <ol class="feed">
        {events.toReversed().map((event) => {
          const { says, causes } = eventWords(event, viewOf(event));
          const { tone, word, says: more } = eventInWords(event.kind, says, others.get(event.operation ?? ''));
          const since = Date.parse(event.at) - Date.parse(from);
          return (
            <li key={event.name}>
              <ToneIcon tone={tone} size={14} />
              <div>
                <p>
                  <strong>{word}</strong> {more}
                  {event.requestedBy !== undefined && <span class="faint"> by {event.requestedBy.subject}</span>}
                </p>
                {causes.map((line) => (
                  <p key={line}>{line}</p>
                ))}
              </div>
              <time dateTime={event.at} title={new Date(event.at).toLocaleString()} class="faint">
                {timeOf(event.at, since)}
              </time>
            </li>
          );
        })}
      </ol>
    </div>
  );
};

/** Of what happened before the operation, when it was; a provider's clock may differ by some seconds. */
const timeOf = (at: string, since: number): string =>
  since > -5_000
    ? `+${duration(Math.max(0, since))}`
    : new Date(at).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' });
