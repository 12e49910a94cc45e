import { useState } from 'preact/hooks';
import type { ProviderState } from '../../../client/types.ts';
import { service } from '../../data/service.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Refused } from '../../parts/refused.tsx';
import { type Changing, useChange } from '../deployment/settings/use-change.ts';

/** Switches a provider to draining, with a reason that plans tell, or takes that back. */
export const DrainDialog = ({ provider, ...changing }: Changing & { readonly provider: ProviderState }) => {
  const { id, name, draining } = provider;
  const isOff = draining === undefined;
  const [reason, setReason] = useState('');
  const words = reason.trim();
  const send = (): Promise<void> =>
    service.drain(id, { draining: isOff, ...(isOff && words !== '' && { reason: words }) });
  const done = isOff ? `No new deployment goes to ${name}.` : `${name} takes new deployments again.`;
  const { submit, problem, isBusy } = useChange(send, done, changing);
  return (
    <Dialog title={isOff ? `Drain ${name}?` : `Take new deployments at ${name} again?`} onClose={changing.onClose}>
      <form class="dialog-body" onSubmit={submit}>
        <p>
          {isOff
            ? 'No new deployment goes there, and plans say so. What stands there can be changed and deleted as before.'
            : 'Plans have it again, in its order.'}
        </p>
        {isOff && (
          <label class="field">
            <span>Why: everybody whose plan leaves it out reads this</span>
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
            {isOff ? 'Drain' : 'Take it back'}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
