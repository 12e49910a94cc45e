import { useState } from 'preact/hooks';
import { failingFrom, providerKindWord, providerStateWord } from '../../../client/provider-words.ts';
import type { DeploymentView, ProviderState } from '../../../client/types.ts';
import { useLive, useReadAgain } from '../../data/use-live.ts';
import { StateWord } from '../../parts/badge.tsx';
import { Awaited, Notice } from '../../parts/notice.tsx';
import { Reached } from '../../parts/reached.tsx';
import { type Column, SortedTable } from '../../parts/sorted.tsx';
import { Ago } from '../../parts/time.tsx';
import { shortId } from '../../states/short-id.ts';
import type { Tone } from '../../states/tones.ts';
import { DrainDialog } from './drain-dialog.tsx';

const pause = (): number => 30_000;

/** Every provider of the installation, and the switch that keeps new deployments away from it; for administrators. */
export const ProviderStates = () => {
  const { value, problem, reachedAt, refresh } = useLive<{ readonly providers: readonly ProviderState[] }>(
    '/providers',
    pause,
  );
  const [changed, setChanged] = useState<ProviderState>();
  const all = value.value?.providers;
  if (all === undefined) return <Awaited what="providers" problem={problem.value} />;
  return (
    <>
      <Reached problem={problem.value} at={reachedAt.value} />
      {all.length === 0 ? (
        <Notice icon="cloud" title="No provider is configured">
          <p>Those of a federation are asked for with each deployment, and are listed here while they drain.</p>
        </Notice>
      ) : (
        <Table rows={all} onSwitch={setChanged} />
      )}
      {changed !== undefined && (
        <DrainDialog provider={changed} onClose={() => setChanged(undefined)} onDone={refresh} />
      )}
    </>
  );
};

const columns: readonly Column<ProviderState>[] = [
  { name: 'Provider', by: ({ name }) => name },
  { name: 'State', by: (one) => providerStateWord(one) },
  { name: 'Failed in a row', by: ({ failures }) => failures.count },
  { name: 'Room', by: ({ noRoom }) => noRoom?.count },
  { name: 'Priority', by: ({ priority }) => priority },
  { name: 'Kind', by: (one) => providerKindWord(one) },
  { name: 'For', by: ({ groups }) => groups?.join() },
  { name: '' },
];

interface RowsProps {
  readonly onSwitch: (provider: ProviderState) => void;
}

const Table = ({ rows, onSwitch }: RowsProps & { readonly rows: readonly ProviderState[] }) => (
  <SortedTable columns={columns} rows={rows}>
    {(one) => <Row key={one.id} one={one} onSwitch={onSwitch} />}
  </SortedTable>
);

const toneOf = ({ draining, failures }: ProviderState): Tone => {
  if (failures.count >= failingFrom) return 'failed';
  if (draining !== undefined) return 'off';
  return failures.count > 0 ? 'waiting' : 'running';
};

const Row = ({ one, onSwitch }: RowsProps & { readonly one: ProviderState }) => {
  const { id, name, draining, failures, noRoom, priority, region, groups } = one;
  return (
    <tr>
      <th scope="row">
        {name}
        {name !== id && <p class="mono faint">{id}</p>}
      </th>
      <td data-label="State">
        <StateWord state={{ tone: toneOf(one), word: providerStateWord(one) }} />
        {draining !== undefined && <Why draining={draining} />}
      </td>
      <td data-label="Failed in a row" class="tabular">
        {failures.count}
        {failures.deployments.map((deployment) => (
          <p key={deployment}>
            <FailedThere uuid={deployment} />
          </p>
        ))}
      </td>
      <td data-label="Room">{noRoom === undefined ? <span class="faint">unknown</span> : <NoRoom {...noRoom} />}</td>
      <td data-label="Priority" class="tabular">
        {priority}
      </td>
      <td data-label="Kind">
        {providerKindWord(one)}
        {region !== undefined && <p class="faint">{region}</p>}
      </td>
      <td data-label="For">{groups?.join(', ') ?? <span class="faint">everybody</span>}</td>
      <td>
        {draining?.by !== 'configuration' && (
          <button
            type="button"
            class="button small"
            aria-label={`${wordOf(one)} ${name}`}
            onClick={() => onSwitch(one)}
          >
            {wordOf(one)}
          </button>
        )}
      </td>
    </tr>
  );
};

/** The list has ids alone; one that has gone since is called by the end of its own. */
const FailedThere = ({ uuid }: { readonly uuid: string }) => {
  const { name = uuid } =
    useReadAgain<DeploymentView>(`/deployments/${uuid}/view?topology=false`, uuid).value.value ?? {};
  return (
    <a class={name === uuid ? 'mono tall' : 'tall cut'} title={name} href={`deployments/${uuid}/attempts`}>
      {name === uuid ? shortId(uuid) : name}
    </a>
  );
};

const wordOf = ({ draining }: ProviderState): string => (draining === undefined ? 'Drain…' : 'Take it back…');

const Why = ({ draining: { by, since, switchedBy, reason } }: { draining: NonNullable<ProviderState['draining']> }) => (
  <p class="soft">
    {by === 'configuration' ? 'by its configuration' : switchedBy?.subject}
    {since !== undefined && (
      <>
        , <Ago at={since} />
      </>
    )}
    {reason !== undefined && `: ${reason}`}
  </p>
);

const NoRoom = ({ count, at, why }: NonNullable<ProviderState['noRoom']>) => (
  <>
    {count === 1 ? 'refused one' : `refused ${count}`}
    <p class="soft">
      <Ago at={at} />: {why}
    </p>
  </>
);
