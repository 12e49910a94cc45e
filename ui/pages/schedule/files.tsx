import { useState } from 'preact/hooks';
import { causeLines } from '../../../client/causes.ts';
import type { Schedule, ScheduleEvent } from '../../../client/types.ts';
import { useLive } from '../../data/use-live.ts';
import { Badge } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import { More } from '../../parts/more.tsx';
import { Awaited, Notice } from '../../parts/notice.tsx';
import { Reached } from '../../parts/reached.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { type Column, SortedTable } from '../../parts/sorted.tsx';
import { Ago } from '../../parts/time.tsx';
import { query, setQuery } from '../../router/address.ts';
import { shortId } from '../../states/short-id.ts';
import { deploymentState, replicationState } from '../../states/tones.ts';
import { countsOf, type EventPage, pauseOf } from './events.ts';

const pageSize = 100;

/** What each file has started, newest first, as it goes on. */
export const Files = ({ schedule }: { readonly schedule: Schedule }) => {
  const [size, setSize] = useState(pageSize);
  const text = query.value.get('q') ?? '';
  const address = `/schedules/${schedule.uuid}/events?size=${size}&sort=createdAt,desc`;
  const { value, problem, reachedAt } = useLive<EventPage>(address, (page) => pauseOf(page, schedule.status));
  const page = value.value;
  if (page === undefined) return <Awaited what="the files" problem={problem.value} />;
  if (page.content.length === 0) return <NoFile schedule={schedule} />;
  const rows = page.content.filter((event) => hasText(event, text));
  return (
    <>
      <Reached problem={problem.value} at={reachedAt.value} />
      <div class="tab-toolbar">
        <p class="soft" aria-live="polite">
          {countsOf(page)}
        </p>
        <SearchField
          label="Filter files by name, state or deployment"
          placeholder="Filter files"
          value={text}
          onInput={(q) => setQuery({ q })}
        />
      </div>
      {rows.length === 0 ? <Notice icon="search" title="No file fits the filter" /> : <Table rows={rows} />}
      <More
        loaded={page.content.length}
        total={page.page.totalElements}
        what="files"
        command={`toscanini schedules events ${schedule.uuid}`}
        onMore={() => setSize(size + pageSize)}
      />
    </>
  );
};

const hasText = ({ scope, name, replicationStatus, deployment, statusReason = '' }: ScheduleEvent, text: string) =>
  [`${scope}:${name}`, replicationStatus, deployment?.uuid ?? '', deployment?.status ?? '', statusReason].some((one) =>
    one.toLowerCase().includes(text.trim().toLowerCase()),
  );

const columns: readonly Column<ScheduleEvent>[] = [
  { name: 'File', by: ({ name }) => name },
  { name: 'Arrived', by: ({ creationTime }) => creationTime },
  { name: 'Copies', by: ({ replicationStatus }) => replicationStatus },
  { name: 'Deployment', by: ({ deployment }) => deployment?.status },
];

const Table = ({ rows }: { readonly rows: readonly ScheduleEvent[] }) => (
  <SortedTable columns={columns} rows={rows} class="deployments files">
    {(event) => <Row key={event.uuid} event={event} />}
  </SortedTable>
);

const Row = ({ event }: { readonly event: ScheduleEvent }) => {
  const { scope, name, creationTime, replicationStatus, deployment, statusReason } = event;
  const label = <span class="mono">{name}</span>;
  return (
    <tr>
      <th scope="row">
        {deployment ? (
          <a class="row-link" href={`deployments/${deployment.uuid}`}>
            {label}
          </a>
        ) : (
          label
        )}
        <span class="faint">{scope}</span>
      </th>
      <td data-label="Arrived" class="nowrap soft">
        <Ago at={creationTime} />
      </td>
      <td data-label="Copies">
        <Badge state={replicationState(replicationStatus)} said={replicationStatus} />
        {statusReason !== undefined && <p class="reason">{statusReason}</p>}
      </td>
      <td data-label="Deployment">{deployment ? <Made deployment={deployment} /> : <span class="faint">–</span>}</td>
    </tr>
  );
};

const Made = ({ deployment }: { readonly deployment: NonNullable<ScheduleEvent['deployment']> }) => (
  <span class="made">
    <Badge state={deploymentState(deployment.status)} said={deployment.status} />
    <span class="mono soft">{shortId(deployment.uuid)}</span>
    {deployment.task === 'APPROVAL' && <a href={`team/approvals/${deployment.uuid}`}>waits for an approval</a>}
    {causeLines(deployment).map((line) => (
      <span key={line} class="cause" title={line}>
        {line}
      </span>
    ))}
  </span>
);

const NoFile = ({ schedule: { uuid, status, fileExpression } }: { readonly schedule: Schedule }) =>
  status === 'SUSPENDED' ? (
    <Notice icon="pause" title="It is suspended">
      <p>New files start nothing until somebody resumes it.</p>
    </Notice>
  ) : (
    <Notice icon="clock" title="No file has come yet">
      <p>
        It waits for new files that are called <code>{fileExpression}</code>. Put one, and it appears here.
      </p>
      <p class="faint">
        <Icon name="info" size={14} /> Files that were there before start nothing by themselves:{' '}
        <a href={`schedules/${uuid}/backfills`}>apply the schedule to them</a>.
      </p>
    </Notice>
  );
