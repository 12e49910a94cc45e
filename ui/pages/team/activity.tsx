import { useMemo, useState } from 'preact/hooks';
import { streamCauses } from '../../../client/stream-causes.ts';
import { eventSubject, streamEventText } from '../../../client/stream-text.ts';
import type { StreamEvent } from '../../../client/types.ts';
import { useRead } from '../../data/read.ts';
import { service } from '../../data/service.ts';
import { useLive } from '../../data/use-live.ts';
import { ToneIcon } from '../../parts/icon.tsx';
import { Awaited, Notice } from '../../parts/notice.tsx';
import { Reached } from '../../parts/reached.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Whose } from '../../parts/whose.tsx';
import { query, setQuery } from '../../router/address.ts';
import { shortId } from '../../states/short-id.ts';
import { othersIn } from '../deployment/timeline/events.ts';
import { byDay, shownEvents } from './activity-rows.ts';
import { streamEventInWords } from './other-events.ts';
import type { TeamTabProps } from './tab-props.ts';

interface Stream {
  readonly content: readonly StreamEvent[];
  readonly links: readonly { readonly rel: string }[];
}

/** Events of the first question, how many more each "Load more", and how many the service gives at once. */
const step = 200;
const mostEvents = 2_000;

const pause = (): number => 10_000;

const addressOf = (size: number): string => {
  const parameters = new URLSearchParams({
    size: `${size}`,
    sort: 'createdAt,desc',
    schedules: 'true',
    installation: 'true',
  });
  const group = query.value.get('group');
  if (group !== null) parameters.set('userGroup', group);
  if (query.value.get('mine') !== null) parameters.set('createdBy', 'me');
  return `/events?${parameters}`;
};

/** What happened to all deployments and schedules that somebody may see, newest first. */
export const Activity = ({ me }: TeamTabProps) => {
  const [size, setSize] = useState(step);
  const { value, problem, reachedAt } = useLive<Stream>(addressOf(size), pause);
  const stream = value.value;
  const filter = { text: query.value.get('q') ?? '', withProgress: query.value.get('progress') !== null };
  const rows = shownEvents(stream?.content ?? [], filter);
  const others = othersIn((stream?.content ?? []).filter((event) => 'deployment' in event).toReversed());
  const textOf = useMemo(() => streamCauses(service), []);
  const hasMore = stream?.links.some(({ rel }) => rel === 'next') && size < mostEvents;
  return (
    <>
      <search class="toolbar">
        <Whose
          {...{ group: query.value.get('group') ?? undefined, mine: query.value.get('mine') !== null, me }}
          all="Mine and my groups’"
        />
        <label class="progress-too">
          <input
            type="checkbox"
            checked={filter.withProgress}
            onChange={({ currentTarget }) => setQuery({ progress: currentTarget.checked ? '1' : undefined })}
          />
          What providers say meanwhile
        </label>
        <SearchField
          label="Filter by deployment, schedule, group, person or text"
          placeholder="Filter by deployment or person"
          value={filter.text}
          onInput={(q) => setQuery({ q })}
        />
      </search>
      <Reached problem={problem.value} at={reachedAt.value} />
      {stream === undefined && <Awaited what="events" problem={problem.value} />}
      {byDay(rows).map(([day, events]) => (
        <Day key={day} {...{ day, events, others, textOf }} />
      ))}
      {stream !== undefined && rows.length === 0 && (
        <Notice
          icon="clock"
          title={stream.content.length === 0 ? 'Nothing has happened yet' : 'Nothing fits the filter'}
        >
          <p>
            {me?.administrator
              ? 'What happens to all deployments and schedules is shown here for 30 days.'
              : 'What happens to your deployments and schedules, and to those of your groups, is shown here for 30 days.'}
          </p>
        </Notice>
      )}
      {hasMore && (
        <p class="more">
          <button type="button" class="button small" onClick={() => setSize(Math.min(size + step, mostEvents))}>
            Load more
          </button>
        </p>
      )}
    </>
  );
};

interface Words {
  readonly others: ReturnType<typeof othersIn>;
  readonly textOf: ReturnType<typeof streamCauses>;
}

const Day = ({ day, events, ...words }: Words & { readonly day: string; readonly events: readonly StreamEvent[] }) => (
  <section class="card activity" aria-label={day}>
    <h2>{day}</h2>
    <ol class="feed">
      {events.map((event) => (
        <Line key={event.id} event={event} {...words} />
      ))}
    </ol>
  </section>
);

const Line = ({ event, others, textOf }: Words & { readonly event: StreamEvent }) => {
  const { kind, at, requestedBy } = event;
  const { uuid, name, userGroup, path } = eventSubject(event);
  const text = useRead(() => textOf(event), [event.id]).value ?? streamEventText(event);
  const other = 'deployment' in event ? others.get(event.operation ?? '') : undefined;
  const { tone, word, says } = streamEventInWords(kind, text, other);
  return (
    <li>
      <ToneIcon tone={tone} size={14} />
      <div>
        <p>
          <a href={path}>{name ?? shortId(uuid)}</a>
          {userGroup !== undefined && <span class="faint"> {userGroup}</span>}
        </p>
        <p class="cause">
          <strong>{word}</strong> {says}
          {requestedBy !== undefined && <span class="faint"> by {requestedBy.subject}</span>}
        </p>
      </div>
      <time dateTime={at} title={new Date(at).toLocaleString()} class="faint">
        {new Date(at).toLocaleTimeString(undefined, { timeStyle: 'medium' })}
      </time>
    </li>
  );
};
