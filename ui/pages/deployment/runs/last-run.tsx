import { useState } from 'preact/hooks';
import type { DeploymentView } from '../../../data/view.ts';
import { StateWord } from '../../../parts/badge.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { PlainTable } from '../../../parts/plain-table.tsx';
import { Ago, Elapsed } from '../../../parts/time.tsx';
import { useEvents } from '../data.ts';
import { runsIn } from './earlier-runs.ts';
import { type Run, runState, type Step } from './run-words.ts';
import { StopDialog } from './stop-dialog.tsx';

interface LastProps {
  readonly view: DeploymentView;
  readonly run: Run;
  /** called once something was asked for */
  readonly onDone: () => void;
}

/** How far the last run is, or how it ended: each step, each machine. */
export const LastRun = ({ view, run, onDone }: LastProps) => {
  const [isStopping, setStopping] = useState(false);
  const { what, is, why, acceptedAt, endedAt, steps } = run;
  const isRunning = is === 'running';
  return (
    <section aria-labelledby="last-run">
      <div class="tab-toolbar">
        <h2 id="last-run">{what}</h2>
        <span aria-live="polite">
          <StateWord state={runState(is)} />
        </span>
        <span class="soft tabular">
          {isRunning ? (
            <Elapsed from={acceptedAt} />
          ) : (
            <>
              <Ago at={acceptedAt} />
              {endedAt !== undefined && (
                <>
                  , took <Elapsed from={acceptedAt} to={endedAt} />
                </>
              )}
            </>
          )}
        </span>
        {view.may.seeSecrets && <a href={`deployments/${view.uuid}/log`}>What it printed</a>}
        {isRunning && view.may.change && (
          <button type="button" class="button small danger" onClick={() => setStopping(true)}>
            <Icon name="square" size={14} />
            Stop…
          </button>
        )}
      </div>
      {why !== undefined && <p class={is === 'failed' ? 'reason' : 'soft section-words'}>{why}</p>}
      {steps.length > 0 && <Steps steps={steps} />}
      {isStopping && isRunning && (
        <StopDialog view={view} what={what} onClose={() => setStopping(false)} onDone={onDone} />
      )}
    </section>
  );
};

const Steps = ({ steps }: { readonly steps: readonly Step[] }) => (
  <PlainTable heads={['Step', 'State', 'Machines']}>
    {steps.map(({ step, what, is, why, machines = [] }, index) => (
      <tr key={`${index} ${step}`}>
        <th scope="row">
          {step}
          {what !== step && <p class="soft">{what}</p>}
        </th>
        <td data-label="State">
          <StateWord state={runState(is)} />
        </td>
        <td data-label="Machines">
          {why !== undefined && <p>{why}</p>}
          {machines.map((one) => (
            <p key={one.machine} title={one.command}>
              <span class="mono">{one.machine}</span> {runState(one.is).word}
              {one.said !== undefined && <span class="soft"> ({one.said})</span>}
            </p>
          ))}
        </td>
      </tr>
    ))}
  </PlainTable>
);

/** Those of which the timeline tells; the service keeps the steps of the last one alone. */
export const EarlierRuns = ({ view, last }: { readonly view: DeploymentView; readonly last: string | undefined }) => {
  const { value: events = [] } = useEvents(view);
  const runs = runsIn(events).filter(({ operation }) => operation !== last);
  if (runs.length === 0) return null;
  return (
    <section aria-labelledby="earlier-runs">
      <h2 id="earlier-runs" class="runs-head">
        Earlier runs
      </h2>
      <PlainTable heads={['What', 'Result', 'By', 'When']}>
        {runs.map(({ operation, what, result, by, at }) => (
          <tr key={operation}>
            <th scope="row">{what}</th>
            <td data-label="Result">{result ?? 'not known'}</td>
            <td data-label="By">{by}</td>
            <td data-label="When">
              <Ago at={at} />
            </td>
          </tr>
        ))}
      </PlainTable>
    </section>
  );
};
