import { useState } from 'preact/hooks';
import { service } from '../../data/service.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Refused } from '../../parts/refused.tsx';
import { type Changing, useChange } from '../deployment/settings/use-change.ts';

/** Pauses the installation, with a reason that everybody reads, or ends the pause. */
export const PauseDialog = ({ isPaused, ...changing }: Changing & { readonly isPaused: boolean }) => {
  const [reason, setReason] = useState('');
  const words = reason.trim();
  const send = (): Promise<void> => service.setPause(isPaused ? { paused: false } : { paused: true, reason: words });
  const done = isPaused ? 'The pause is over: what waited begins within minutes.' : 'The installation is paused.';
  const { submit, problem, isBusy } = useChange(send, done, changing);
  return (
    <Dialog title={isPaused ? 'End the pause?' : 'Pause the installation?'} onClose={changing.onClose}>
      <form class="dialog-body" onSubmit={submit}>
        <p>
          {isPaused
            ? 'Requests are taken as before. Files that have arrived, checks, ends and office hours are caught up with.'
            : 'Nothing new begins: no creation, update, repair, move, check or job of a schedule. What runs goes on to its end, and everybody can still read and delete.'}
        </p>
        {!isPaused && (
          <label class="field">
            <span>Why: everybody reads this</span>
            <input
              class="input"
              required
              maxLength={500}
              value={reason}
              onInput={({ currentTarget }) => setReason(currentTarget.value)}
            />
          </label>
        )}
        {problem !== undefined && <Refused words={problem} />}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={changing.onClose}>
            Leave it
          </button>
          <button type="submit" class="button primary" disabled={isBusy || (!isPaused && words === '')}>
            {isPaused ? 'End the pause' : 'Pause'}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
