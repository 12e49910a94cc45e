import { useState } from 'preact/hooks';
import type { PauseState } from '../../../client/types.ts';
import { useLive } from '../../data/use-live.ts';
import { StateWord } from '../../parts/badge.tsx';
import { Awaited } from '../../parts/notice.tsx';
import { pauseChanges } from '../../parts/pause-banner.tsx';
import { Reached } from '../../parts/reached.tsx';
import { Ago } from '../../parts/time.tsx';
import { Letters } from './letters.tsx';
import { PauseDialog } from './pause-dialog.tsx';
import type { TeamTabProps } from './tab-props.ts';

const pause = (): number => 30_000;

/** What administrators switch for the whole installation. */
export const Operations = ({ me }: TeamTabProps) => {
  const isAdministrator = me?.administrator === true;
  return (
    <>
      <InstallationPause isAdministrator={isAdministrator} />
      {isAdministrator && <Letters />}
    </>
  );
};

const InstallationPause = ({ isAdministrator }: { readonly isAdministrator: boolean }) => {
  const { value, problem, reachedAt, refresh } = useLive<PauseState>('/pause', pause);
  // what was asked for stays so, also when another administrator is faster
  const [dialog, ask] = useState<'pause' | 'end'>();
  const state = value.value;
  if (state === undefined) return <Awaited what="pause" problem={problem.value} />;
  const done = (): void => {
    refresh();
    pauseChanges.value += 1;
  };
  return (
    <section class="card decide installation-pause" aria-labelledby="pause-of-all">
      <h2 id="pause-of-all">New work</h2>
      <Reached problem={problem.value} at={reachedAt.value} />
      <p>
        <StateWord state={state.paused ? { tone: 'waiting', word: 'paused' } : { tone: 'running', word: 'is taken' }} />
      </p>
      {state.paused && <Why {...state} />}
      <p class="soft">
        In a pause nothing new begins. What runs goes on, and everybody can read and delete. Files that arrive are taken
        afterwards.
      </p>
      {isAdministrator && (
        <p>
          <button type="button" class="button" onClick={() => ask(state.paused ? 'end' : 'pause')}>
            {state.paused ? 'End the pause…' : 'Pause…'}
          </button>
        </p>
      )}
      {dialog !== undefined && <PauseDialog isPaused={dialog === 'end'} onClose={() => ask(undefined)} onDone={done} />}
    </section>
  );
};

const Why = ({ since, reason, by }: PauseState) => (
  <p>
    {reason}
    <span class="faint">
      {by !== undefined && ` ${by.subject}`}
      {since !== undefined && (
        <>
          , <Ago at={since} />
        </>
      )}
    </span>
  </p>
);
