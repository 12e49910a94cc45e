import { isWorking } from '../../../../client/pace.ts';
import { providerName } from '../../../../client/provider-names.ts';
import type { Attempt } from '../../../../client/types.ts';
import { StateWord } from '../../../parts/badge.tsx';
import { Copy } from '../../../parts/copy.tsx';
import { duration } from '../../../parts/durations.ts';
import { Awaited, Notice } from '../../../parts/notice.tsx';
import { type Column, SortedTable } from '../../../parts/sorted.tsx';
import type { State } from '../../../states/tones.ts';
import { useAttempts } from '../data.ts';
import type { TabProps } from '../tab-props.ts';
import { RankingList } from './ranking.tsx';

const states: { readonly [S in Attempt['state']]: State } = {
  SUBMITTING: { tone: 'working', word: 'asked' },
  RUNNING: { tone: 'working', word: 'at work' },
  COMPLETE: { tone: 'running', word: 'complete' },
  FAILED: { tone: 'failed', word: 'failed' },
  DESTROYED: { tone: 'failed', word: 'failed, nothing is left of it' },
};

/** Which providers were tried, and what became of each. */
export const AttemptsTab = ({ view }: TabProps) => {
  const { value: attempts, problem } = useAttempts(view);
  if (attempts === undefined) return <Awaited what="the attempts" problem={problem} />;
  return (
    <>
      {attempts.length === 0 ? <NoAttempt view={view} /> : <Table attempts={attempts} view={view} />}
      <RankingList view={view} />
    </>
  );
};

const NoAttempt = ({ view: { status } }: Pick<TabProps, 'view'>) =>
  isWorking(status) ? (
    <Notice icon="cloud" title="No provider was tried yet">
      <p>The first one is asked as soon as the providers are ranked.</p>
    </Notice>
  ) : (
    <Notice icon="cloud" title="No provider was tried" />
  );

interface TableProps {
  readonly attempts: readonly Attempt[];
  readonly view: TabProps['view'];
}

const columnsOf = (view: TabProps['view']): readonly Column<Attempt>[] => [
  { name: 'Attempt', by: ({ number }) => number },
  { name: 'Provider', by: ({ cloudProviderName }) => providerName(cloudProviderName, view.providers) },
  { name: 'Outcome', by: ({ state }) => states[state].word },
  { name: 'Why', by: ({ cause }) => cause },
  { name: 'Began', by: ({ startedAt }) => startedAt },
  { name: 'Infrastructure', by: ({ physicalId }) => physicalId },
];

const Table = ({ attempts, view }: TableProps) => {
  const columns = columnsOf(view);
  return (
    <SortedTable columns={columns} rows={attempts} class="attempts cards">
      {(attempt) => <Row key={`${attempt.operation} ${attempt.number}`} attempt={attempt} view={view} />}
    </SortedTable>
  );
};

const leftWords = {
  kept: 'Kept, as it was asked for.',
  'given-up': 'The provider did not destroy it: something may still be there.',
} as const;

const Row = ({ attempt, view }: { attempt: Attempt; view: TabProps['view'] }) => {
  const { number, cloudProviderName, state, providerState, cause, reason, left, startedAt, physicalId } = attempt;
  const since = Date.parse(startedAt) - Date.parse(view.operation.acceptedAt);
  return (
    <tr>
      <th scope="row" data-label="Attempt">
        {number}
      </th>
      <td data-label="Provider" title={cloudProviderName}>
        {providerName(cloudProviderName, view.providers)}
      </td>
      <td data-label="Outcome">
        <StateWord state={states[state]} said={state} />
        {providerState !== undefined && <p class="faint">the provider said: {providerState}</p>}
      </td>
      <td class="why" data-label="Why">
        {cause ?? reason?.split('\n')[0]}
        {left !== undefined && <p class="reason">{leftWords[left]}</p>}
      </td>
      <td class="nowrap soft" data-label="Began">
        <time dateTime={startedAt} title={new Date(startedAt).toLocaleString()}>
          {since >= 0 ? `+${duration(since)}` : new Date(startedAt).toLocaleString()}
        </time>
      </td>
      <td class="mono soft" data-label="Infrastructure">
        {physicalId !== undefined && (
          <>
            {physicalId} <Copy text={physicalId} what="the id of the infrastructure" />
          </>
        )}
      </td>
    </tr>
  );
};
