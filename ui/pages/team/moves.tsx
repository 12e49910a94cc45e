import { useState } from 'preact/hooks';
import type { DeploymentView, MoveList } from '../../../client/types.ts';
import { useLive } from '../../data/use-live.ts';
import { Badge, StateWord } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Awaited, Notice } from '../../parts/notice.tsx';
import { PlainTable } from '../../parts/plain-table.tsx';
import { Reached } from '../../parts/reached.tsx';
import { Ago } from '../../parts/time.tsx';
import { shortId } from '../../states/short-id.ts';
import { operationState } from '../../states/tones.ts';
import { StopMovesDialog } from './stop-moves-dialog.tsx';

const pause = (): number => 15_000;

/** The latest moves away from providers that give no answer, and the switch that stops all; for administrators. */
export const Moves = () => {
  const { value, problem, reachedAt, refresh } = useLive<MoveList>('/moves', pause);
  // what was asked for stays so, also when another administrator is faster
  const [dialog, ask] = useState<'stop' | 'allow'>();
  const found = value.value;
  if (found === undefined) return <Awaited what="moves" problem={problem.value} />;
  const { allowed, stopped, moves } = found;
  return (
    <>
      <Reached problem={problem.value} at={reachedAt.value} />
      <div class="tab-toolbar">
        <StateWord state={stopped ? { tone: 'off', word: 'All moves are stopped' } : stateOf(allowed)} />
        {stopped === undefined && allowed !== undefined && (
          <span class="soft">
            after {allowed.afterMins} minutes without an answer, at most {allowed.atOnce} at a time
          </span>
        )}
        {stopped !== undefined && (
          <span class="soft">
            by {stopped.by.subject}, <Ago at={stopped.since} />
            {stopped.reason !== undefined && `: ${stopped.reason}`}
          </span>
        )}
        <button
          type="button"
          class={`button small ${stopped ? '' : 'danger'}`}
          onClick={() => ask(stopped ? 'allow' : 'stop')}
        >
          <Icon name={stopped ? 'play' : 'pause'} size={14} />
          {stopped ? 'Allow moves again…' : 'Stop all moves…'}
        </button>
      </div>
      {moves.length === 0 ? (
        <Notice icon="cloud" title="Nothing has moved lately">
          <p>
            {allowed === undefined
              ? 'The configuration of the installation allows no moves (move). Where it does, a deployment whose provider gives no answer is made anew at the next one.'
              : 'A deployment whose provider gives no answer for that long is made anew at the next one, if its template or its owner wants that.'}
          </p>
        </Notice>
      ) : (
        <Table moves={moves} />
      )}
      {dialog !== undefined && (
        <StopMovesDialog isStopped={dialog === 'allow'} onClose={() => ask(undefined)} onDone={refresh} />
      )}
    </>
  );
};

const stateOf = (allowed: MoveList['allowed']) =>
  allowed === undefined
    ? ({ tone: 'off', word: 'The operators allow no moves' } as const)
    : ({ tone: 'running', word: 'Moves are allowed' } as const);

const Table = ({ moves }: Pick<MoveList, 'moves'>) => (
  <PlainTable heads={['Deployment', 'State', 'From', 'To', 'Accepted']}>
    {moves.map((move) => (
      <Row key={move.operation} move={move} />
    ))}
  </PlainTable>
);

/** The list has ids alone: where it goes, and what is left, the deployment says. */
const Row = ({ move: { deployment, operation, acceptedAt } }: { readonly move: MoveList['moves'][number] }) => {
  const { value, problem } = useLive<DeploymentView>(`/deployments/${deployment}/view?topology=false`, pause);
  const view = value.value;
  const isLast = view?.operation.id === operation;
  const from = (isLast ? view?.operation.moves?.from : undefined) ?? view?.remains?.provider;
  return (
    <tr>
      <th scope="row">
        <a href={`deployments/${deployment}`}>{view?.name ?? shortId(deployment)}</a>
      </th>
      <td data-label="State">
        {view !== undefined && <Badge state={operationState(view, false)} said={view.status} />}
        {view === undefined && problem.value !== undefined && <span class="soft">{problem.value.message}</span>}
      </td>
      <td data-label="From">
        {from?.name}
        {view?.remains !== undefined && (
          <p class="soft">
            <span class="mono">{view.remains.physicalId}</span> still stands there (the move was complete{' '}
            <Ago at={view.remains.since} />
            ): it is destroyed when the provider answers
          </p>
        )}
      </td>
      <td data-label="To">{view?.provider?.id === from?.id ? '' : view?.provider?.name}</td>
      <td data-label="Accepted" class="nowrap">
        <Ago at={acceptedAt} />
      </td>
    </tr>
  );
};
