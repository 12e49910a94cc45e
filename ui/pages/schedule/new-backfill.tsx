import { useRef, useState } from 'preact/hooks';
import { ToscaniniError } from '../../../client/errors.ts';
import type { BackfillCount, Schedule } from '../../../client/types.ts';
import { service } from '../../data/service.ts';
import { Icon } from '../../parts/icon.tsx';
import { Refused } from '../../parts/refused.tsx';
import { useRequestKey } from '../../wizard/request-key.ts';
import { count } from './file-count.ts';

interface NewBackfillProps {
  readonly schedule: Schedule;
  readonly onStarted: () => void;
}

interface Counted extends BackfillCount {
  /** what it was counted for */
  readonly of: string;
}

/** Applies the schedule to files that are already there. They are counted first: each that fits becomes a deployment. */
export const NewBackfill = ({ schedule: { uuid }, onStarted }: NewBackfillProps) => {
  const [prefix, setPrefix] = useState('');
  const [bucket, setBucket] = useState('');
  const [counted, setCounted] = useState<Counted>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const newest = useRef('');
  const scope = bucket.trim();
  const request = { prefix, ...(scope !== '' && { scope }) };
  const requestText = JSON.stringify(request);
  const idempotencyKey = useRequestKey(JSON.stringify([uuid, requestText, counted]));
  const during = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ToscaniniError)) throw error;
      setProblem(error.message);
    }
    setBusy(false);
  };
  const ask = async (): Promise<void> => {
    newest.current = requestText;
    for await (const one of service.countBackfill(uuid, request)) {
      if (newest.current !== requestText) return;
      setCounted({ ...one, of: requestText });
    }
  };
  const start = async (): Promise<void> => {
    await service.startBackfill(uuid, request, { idempotencyKey });
    setCounted(undefined);
    onStarted();
  };
  const fresh = counted?.of === requestText ? counted : undefined;
  return (
    <section class="card pane backfill" aria-label="Files that are already there">
      <h2>Files that are already there</h2>
      <p class="soft">
        New files start deployments by themselves. Apply the schedule to older ones here: each file that fits becomes a
        deployment, and none twice.
      </p>
      <form
        class="backfill-form"
        onSubmit={(event) => {
          event.preventDefault();
          void during(ask);
        }}
      >
        <label class="field">
          <span>Names begin with</span>
          <input
            class="input mono"
            spellcheck={false}
            autocomplete="off"
            placeholder="empty: all files"
            value={prefix}
            onInput={({ currentTarget }) => setPrefix(currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>Bucket</span>
          <input
            class="input mono"
            spellcheck={false}
            autocomplete="off"
            placeholder="if the schedule can match several"
            value={bucket}
            onInput={({ currentTarget }) => setBucket(currentTarget.value)}
          />
        </label>
        <button type="submit" class={`button ${fresh ? '' : 'primary'}`} disabled={isBusy}>
          <Icon name={isBusy ? 'turning' : 'search'} />
          Count
        </button>
        {fresh?.complete && fresh.matching > 0 && (
          <button type="button" class="button primary" disabled={isBusy} onClick={() => void during(start)}>
            <Icon name="play" />
            Start {count(fresh.matching)} {fresh.matching === 1 ? 'deployment' : 'deployments'} at most
          </button>
        )}
      </form>
      <p aria-live="polite">{fresh && wordsOf(fresh)}</p>
      {problem !== undefined && <Refused words={problem} />}
    </section>
  );
};

const wordsOf = ({ files, matching, scope, complete }: Counted): string =>
  `${count(matching)} of ${count(files)} files in ${scope} fit${complete ? '.' : ' so far …'}`;
