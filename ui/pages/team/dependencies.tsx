import type { DependencyState } from '../../../client/types.ts';
import { useLive } from '../../data/use-live.ts';
import { StateWord } from '../../parts/badge.tsx';
import { Awaited, Notice } from '../../parts/notice.tsx';
import { Reached } from '../../parts/reached.tsx';
import { type Column, SortedTable } from '../../parts/sorted.tsx';
import { Ago } from '../../parts/time.tsx';
import type { State } from '../../states/tones.ts';

const pause = (): number => 60_000;

const states: { readonly [S in DependencyState['state']]: State } = {
  answers: { tone: 'running', word: 'answers' },
  away: { tone: 'failed', word: 'away' },
  'refuses-credentials': { tone: 'failed', word: 'refuses our credentials' },
};

/** The systems that the installation needs, as they were last seen; for administrators. */
export const Dependencies = () => {
  const { value, problem, reachedAt } = useLive<{ readonly dependencies: readonly DependencyState[] }>(
    '/dependencies',
    pause,
  );
  const all = value.value?.dependencies;
  if (all === undefined) return <Awaited what="dependencies" problem={problem.value} />;
  return (
    <>
      <Reached problem={problem.value} at={reachedAt.value} />
      {all.length === 0 ? (
        <Notice icon="link" title="None was asked yet">
          <p>The service asks every five minutes each system that it cannot work without.</p>
        </Notice>
      ) : (
        <Table rows={all} />
      )}
    </>
  );
};

const columns: readonly Column<DependencyState>[] = [
  { name: 'Dependency', by: ({ name }) => name },
  { name: 'State', by: ({ state }) => state },
  { name: 'Since', by: ({ since }) => since },
  { name: 'Why', by: ({ reason }) => reason },
];

const Table = ({ rows }: { readonly rows: readonly DependencyState[] }) => (
  <SortedTable columns={columns} rows={rows}>
    {({ name, state, since, reason }) => (
      <tr key={name}>
        <th scope="row">{name}</th>
        <td data-label="State">
          <StateWord state={states[state] ?? { tone: 'waiting', word: state }} />
        </td>
        <td data-label="Since">
          <Ago at={since} />
        </td>
        <td data-label="Why">{reason}</td>
      </tr>
    )}
  </SortedTable>
);
