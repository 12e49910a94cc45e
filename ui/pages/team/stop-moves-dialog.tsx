import { useState } from 'preact/hooks';
import { service } from '../../data/service.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Refused } from '../../parts/refused.tsx';
import { type Changing, useChange } from '../deployment/settings/use-change.ts';

/** Stops all moves of the installation, with a reason that refusals tell, or allows them again. */
export const StopMovesDialog = ({ isStopped, ...changing }: Changing & { readonly isStopped: boolean }) => {
  const [reason, setReason] = useState('');
  const words = reason.trim();
  const send = (): Promise<void> =>
    service.stopMoves({ stopped: !isStopped, ...(!isStopped && words !== '' && { reason: words }) });
  const done = isStopped ? 'Moves are allowed again.' : 'No other deployment moves now.';
  const { submit, problem, isBusy } = useChange(send, done, changing);
  return (
    <Dialog title={isStopped ? 'Allow moves again?' : 'Stop all moves?'} onClose={changing.onClose}>
      <form class="dialog-body" onSubmit={submit}>
        <p>
          {isStopped
            ? 'Deployments whose provider gives no answer move again, also without a request where their templates ask for it.'
            : 'No deployment moves to another provider until you allow it again, by hand or by itself. Those that move now go on to their end.'}
        </p>
        {!isStopped && (
          <label class="field">
            <span>Why: everybody whose move is refused reads this</span>
            <input
              class="input"
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
          <button type="submit" class="button primary" disabled={isBusy}>
            {isStopped ? 'Allow them' : 'Stop all'}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
