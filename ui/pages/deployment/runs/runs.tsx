import { useState } from 'preact/hooks';
import type { Operations } from '../../../../client/types.ts';
import { useReadAgain } from '../../../data/use-live.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { Icon } from '../../../parts/icon.tsx';
import { Awaited, Notice } from '../../../parts/notice.tsx';
import { PlainTable } from '../../../parts/plain-table.tsx';
import type { TabProps } from '../tab-props.ts';
import { EarlierRuns, LastRun } from './last-run.tsx';
import { RunDialog } from './run-dialog.tsx';
import { type Choice, choicesOf, runPause, whyNot } from './run-words.ts';

/** What of the template can be run on what stands, and what was run. */
export const RunsTab = ({ view, refresh }: TabProps) => {
  const {
    value,
    problem,
    refresh: again,
  } = useReadAgain<Operations>(`/deployments/${view.uuid}/operations`, `${view.version} ${view.events}`, runPause);
  const [first, choose] = useState<string>();
  const found = value.value;
  if (found === undefined) return <Awaited what="what can be run" problem={problem.value} />;
  const done = (): void => {
    refresh();
    again();
  };
  return (
    <>
      {found.run !== undefined && <LastRun key={found.run.uuid} view={view} run={found.run} onDone={done} />}
      <Runnable view={view} found={found} onRun={choose} />
      <EarlierRuns view={view} last={found.run?.uuid} />
      {first !== undefined && (
        <RunDialog view={view} found={found} first={first} onClose={() => choose(undefined)} onDone={done} />
      )}
    </>
  );
};

interface RunnableProps {
  readonly view: DeploymentView;
  readonly found: Operations;
  readonly onRun: (key: string) => void;
}

const Runnable = ({ view, found, onRun }: RunnableProps) => {
  const choices = choicesOf(found);
  const why = whyNot(view, found);
  if (choices.length === 0)
    return (
      <Notice icon="play" title="The template defines nothing to be run">
        <p>
          Operations of its nodes that have an implementation, and its imperative workflows, would stand here: a backup,
          or a restart of one node after the other.
        </p>
        {!found.possible && <p>{why}</p>}
      </Notice>
    );
  return (
    <section aria-labelledby="runnable">
      <h2 id="runnable" class="runs-head">
        Operations and workflows of the template
      </h2>
      {why !== undefined && <p class="soft section-words">{why}</p>}
      <PlainTable heads={['What', 'Of', 'Inputs', '']}>
        {choices.map((one) => (
          <Row key={one.key} one={one} onRun={why === undefined ? () => onRun(one.key) : undefined} />
        ))}
      </PlainTable>
    </section>
  );
};

interface RowProps {
  readonly one: Choice;
  /** undefined: it cannot be run now */
  readonly onRun: (() => void) | undefined;
}

const Row = ({ one, onRun }: RowProps) => {
  const refused = one.is === 'workflow' ? one.refused : undefined;
  const names = one.is === 'workflow' ? one.inputs.map(({ name }) => name) : one.inputs;
  return (
    <tr>
      <th scope="row">
        {one.is === 'workflow' ? one.name : `${one.of.interface}.${one.of.operation}`}
        {one.is === 'workflow' && one.about !== undefined && <p class="soft">{one.about}</p>}
        {refused !== undefined && <p class="soft">It cannot run here: {refused}</p>}
      </th>
      <td class="long" data-label="Of">
        {one.is === 'workflow' ? 'the template' : one.of.node}
        {one.is === 'operation' && one.of.requirement !== undefined && <p class="faint">{one.of.requirement}</p>}
      </td>
      <td data-label="Inputs" class="mono">
        {names.join(', ')}
      </td>
      <td>
        {onRun !== undefined && refused === undefined && (
          <button type="button" class="button small" aria-label={`Run ${one.words}`} onClick={onRun}>
            <Icon name="play" size={14} />
            Run…
          </button>
        )}
      </td>
    </tr>
  );
};
