import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { isWorking } from '../../../client/pace.ts';
import type { DeploymentItem, Me } from '../../../client/types.ts';
import { isPinned } from '../../data/bookmarks.ts';
import type { PageOf } from '../../data/page-of.ts';
import { useRead } from '../../data/read.ts';
import { service } from '../../data/service.ts';
import { useSettled } from '../../data/settled.ts';
import { useLive } from '../../data/use-live.ts';
import { hasPage } from '../../pages.ts';
import { More } from '../../parts/more.tsx';
import { Loading, Notice, Problem } from '../../parts/notice.tsx';
import { OfGroups } from '../../parts/of-groups.tsx';
import { Reached } from '../../parts/reached.tsx';
import { type Column, SortHeads, sorted } from '../../parts/sorted.tsx';
import { useTitle } from '../../parts/title.ts';
import { query, setQuery } from '../../router/address.ts';
import { deploymentState, tones } from '../../states/tones.ts';
import { choose, chooseNothing, chosen } from './chosen.ts';
import {
  countGroups,
  type Filters,
  filtersIn,
  groupOf,
  hasText,
  listAddress,
  nameOf,
  pageSize,
  providerOf,
  rowsIn,
} from './filters.ts';
import { ManyBar } from './many-bar.tsx';
import { Row } from './row.tsx';
import { Toolbar } from './toolbar.tsx';
import { Views } from './views.tsx';

type List = PageOf<DeploymentItem>;

/** Milliseconds until the next question: while something works its row is asked more often than the list. */
const pauseOf = ({ content }: List): number => (content.some(({ status }) => isWorking(status)) ? 4_000 : 10_000);

const DeploymentsPage = () => {
  useTitle('Deployments');
  // what was chosen is forgotten when the page is left
  useEffect(() => chooseNothing, []);
  const filters = filtersIn(query.value);
  const size = rowsIn(query.value);
  const [isLong, setLong] = useState(false);
  const text = useSettled(filters.text);
  const { value, problem, reachedAt } = useLive<List>(listAddress({ ...filters, text }, size, isLong), pauseOf);
  // with another address nothing is there for a moment: what was there stays until the answer comes
  const [shown, setShown] = useState<{ readonly list: List; readonly at: number | undefined }>();
  useEffect(() => {
    if (value.value === undefined) return;
    setShown({ list: value.value, at: reachedAt.value });
    // once there is more than one page, it stays the service's to search
    if (value.value.page.totalElements > value.value.content.length) setLong(true);
  }, [value.value, reachedAt.value]);
  const list = value.value ?? shown?.list;
  // until the service has answered, what is known already
  const isSearched = isLong || (value.value !== undefined && text === filters.text);
  const found = list?.content.filter((item) => isSearched || hasText(item, filters.text)) ?? [];
  const rows = found.filter(({ status }) => filters.state === 'all' || groupOf(status) === filters.state);
  const me = useRead(() => service.me(), []).value;
  return (
    <>
      <div class="page-head">
        <h1>Deployments</h1>
      </div>
      <Toolbar
        filters={filters}
        counts={
          list && (!isLong || filters.state === 'all')
            ? countGroups(found, isLong ? list.page.totalElements : found.length)
            : undefined
        }
        me={me}
      />
      <Views />
      <ManyBar />
      <Reached problem={problem.value} at={reachedAt.value ?? shown?.at} />
      {list === undefined && problem.value !== undefined && <Problem error={problem.value} />}
      {list === undefined && problem.value === undefined && <Loading what="deployments" />}
      {list !== undefined && rows.length > 0 && <Table rows={rows} />}
      {list !== undefined && rows.length === 0 && (
        <Nothing filters={filters} isEmpty={list.content.length === 0} me={me} />
      )}
      {list !== undefined && (
        <More
          loaded={list.content.length}
          total={list.page.totalElements}
          command="toscanini ls --limit N"
          onMore={() => setQuery({ rows: `${size + pageSize}` })}
        />
      )}
    </>
  );
};

/** Resources of each deployment, as its row has read them: after the list, so whoever sorts by them waits for the rows. */
const counted = signal<ReadonlyMap<string, number>>(new Map());

const count = (uuid: string, resources: number): void => {
  if (counted.peek().get(uuid) !== resources) counted.value = new Map(counted.peek()).set(uuid, resources);
};

const columns: readonly Column<DeploymentItem>[] = [
  { name: 'Name', by: nameOf },
  { name: 'State', by: ({ status }) => tones.indexOf(deploymentState(status).tone) },
  { name: 'Provider', by: providerOf },
  { name: 'Resources', by: ({ uuid }) => counted.value.get(uuid) },
  { name: 'Group', by: ({ userGroup }) => userGroup },
  { name: 'Created by', by: ({ createdBy }) => createdBy.subject },
  { name: 'Changed', by: ({ updateTime }) => updateTime },
];

const ChooseAll = ({ rows }: { rows: readonly DeploymentItem[] }) => {
  const ids = rows.map(({ uuid }) => uuid);
  return (
    <input
      type="checkbox"
      aria-label="Choose all that are shown"
      checked={ids.every((id) => chosen.value.has(id))}
      onChange={({ currentTarget }) => choose(ids, currentTarget.checked)}
    />
  );
};

/** Those that are pinned first, each in the order that was asked for. */
const pinnedFirst = (rows: readonly DeploymentItem[]): readonly DeploymentItem[] =>
  rows.toSorted((one, other) => Number(isPinned(other.uuid)) - Number(isPinned(one.uuid)));

const Table = ({ rows }: { rows: readonly DeploymentItem[] }) => (
  <div class="card table-card">
    <table class="deployments list">
      <SortHeads columns={columns} first={<ChooseAll rows={rows} />} />
      {pinnedFirst(sorted(rows, columns)).map((item) => (
        <Row key={item.uuid} item={item} onCount={(resources) => count(item.uuid, resources)} />
      ))}
    </table>
  </div>
);

const Nothing = ({ filters, isEmpty, me }: { filters: Filters; isEmpty: boolean; me: Me | undefined }) =>
  isEmpty && wordsOf(filters) === '' ? (
    <Notice icon="cloud" title={me?.administrator ? 'Nothing is deployed yet' : 'You have deployed nothing yet'}>
      <OfGroups groups={me?.administrator ? [] : (me?.groups ?? [])} />
      <p>A deployment is a TOSCA template that runs at one of your providers, and that Toscanini looks after.</p>
      <p class="actions">
        {hasPage('catalog') && (
          <a class="button primary" href="catalog">
            Take one from the catalog
          </a>
        )}
        {hasPage('new') && (
          <a class="button" href="new">
            Paste a template
          </a>
        )}
      </p>
      <p class="faint">
        Or in a terminal: <code>npx toscanini deploy examples/web-server.yaml</code>
      </p>
    </Notice>
  ) : (
    <Notice icon="search" title="No deployment fits the filter">
      <p>{wordsOf(filters)}</p>
      <p class="actions">
        <button
          type="button"
          class="button"
          onClick={() =>
            setQuery(
              { state: undefined, q: undefined, group: undefined, mine: undefined, label: undefined },
              { isStep: true },
            )
          }
        >
          Clear the filter
        </button>
      </p>
    </Notice>
  );

const wordsOf = ({ state, text, group, mine, labels }: Filters): string =>
  [
    state === 'all' ? '' : `state: ${state}`,
    text === '' ? '' : `text: “${text}”`,
    group === undefined ? '' : `group: ${group}`,
    mine ? 'created by you' : '',
    labels.length === 0 ? '' : `labels: ${labels.join(', ')}`,
  ]
    .filter((part) => part !== '')
    .join(', ');

export default DeploymentsPage;
