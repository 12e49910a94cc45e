import { useState } from 'preact/hooks';
import type { Me, Schedule } from '../../../client/types.ts';
import type { PageOf } from '../../data/page-of.ts';
import { useRead } from '../../data/read.ts';
import { service } from '../../data/service.ts';
import { useLive } from '../../data/use-live.ts';
import { Icon } from '../../parts/icon.tsx';
import { More } from '../../parts/more.tsx';
import { Loading, Notice, Problem } from '../../parts/notice.tsx';
import { OfGroups } from '../../parts/of-groups.tsx';
import { Reached } from '../../parts/reached.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { type Column, SortedTable } from '../../parts/sorted.tsx';
import { useTitle } from '../../parts/title.ts';
import { Whose } from '../../parts/whose.tsx';
import { query, setQuery } from '../../router/address.ts';
import { nameOf } from '../../states/schedule-name.ts';
import { ScheduleRow } from './row.tsx';

type List = PageOf<Schedule>;

const pageSize = 100;

/** Milliseconds: schedules change when somebody changes them. */
const pause = (): number => 15_000;

const SchedulesPage = () => {
  useTitle('Schedules');
  const [size, setSize] = useState(pageSize);
  const text = query.value.get('q') ?? '';
  const { value, problem, reachedAt } = useLive<List>(addressOf(query.value, size), pause);
  const list = value.value;
  const me = useRead(() => service.me(), []).value;
  const rows = list?.content.filter((schedule) => hasText(schedule, text)) ?? [];
  return (
    <>
      <div class="page-head">
        <h1>Schedules</h1>
        <NewLink />
      </div>
      <search class="toolbar">
        <Whose group={query.value.get('group') ?? undefined} mine={query.value.get('mine') !== null} me={me} />
        <SearchField
          label="Filter by name, id, files, group or creator"
          placeholder="Filter by name, id, files, group"
          value={text}
          onInput={(q) => setQuery({ q })}
        />
      </search>
      <Reached problem={problem.value} at={reachedAt.value} />
      {list === undefined && (problem.value ? <Problem error={problem.value} /> : <Loading what="schedules" />)}
      {rows.length > 0 && <Table rows={rows} />}
      {list !== undefined && rows.length === 0 && (
        <Nothing
          isEmpty={list.content.length === 0}
          isMine={query.value.get('group') === null && me?.administrator !== true}
          me={me}
        />
      )}
      {list !== undefined && (
        <More
          loaded={list.content.length}
          total={list.page.totalElements}
          command="toscanini schedules list"
          onMore={() => setSize(size + pageSize)}
        />
      )}
    </>
  );
};

const addressOf = (filters: URLSearchParams, size: number): string => {
  const query = new URLSearchParams({ size: `${size}`, sort: 'createdAt,desc' });
  const group = filters.get('group');
  if (group !== null) query.set('userGroup', group);
  if (filters.get('mine') !== null) query.set('createdBy', 'me');
  return `/schedules?${query}`;
};

const hasText = ({ uuid, name = '', fileExpression, userGroup = '', createdBy }: Schedule, text: string): boolean =>
  [uuid, name, fileExpression, userGroup, createdBy?.subject ?? ''].some((one) =>
    one.toLowerCase().includes(text.trim().toLowerCase()),
  );

const NewLink = () => (
  <a class="button" href="schedules/new">
    <Icon name="plus" />
    New schedule
  </a>
);

const columns: readonly Column<Schedule>[] = [
  { name: 'Name', by: nameOf },
  { name: 'State', by: ({ status }) => status },
  { name: 'Files', by: ({ fileExpression }) => fileExpression },
  { name: 'Copies', by: ({ numberOfReplicas }) => numberOfReplicas },
  { name: 'Group', by: ({ userGroup }) => userGroup },
  { name: 'Created by', by: ({ createdBy }) => createdBy?.subject },
  { name: 'Created', by: ({ creationTime }) => creationTime },
];

const Table = ({ rows }: { readonly rows: readonly Schedule[] }) => (
  <SortedTable columns={columns} rows={rows} class="deployments schedules">
    {(schedule) => <ScheduleRow key={schedule.uuid} schedule={schedule} />}
  </SortedTable>
);

const Nothing = ({
  isEmpty,
  isMine,
  me,
}: {
  readonly isEmpty: boolean;
  readonly isMine: boolean;
  readonly me: Me | undefined;
}) =>
  isEmpty ? (
    <Notice icon="calendar" title={isMine ? 'You have no schedule yet' : 'There is no schedule yet'}>
      <OfGroups groups={isMine ? (me?.groups ?? []) : []} />
      <p>
        A schedule waits for files. Each new file whose name fits is copied where you want it, and a deployment of your
        template is made for it.
      </p>
      <p class="actions">
        <a class="button primary" href="schedules/new">
          Make a schedule
        </a>
      </p>
    </Notice>
  ) : (
    <Notice icon="search" title="No schedule fits the filter">
      <p class="actions">
        <button type="button" class="button" onClick={() => setQuery({ q: undefined })}>
          Clear the filter
        </button>
      </p>
    </Notice>
  );

export default SchedulesPage;
