import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { Refused } from '../../parts/refused.tsx';
import { type Changing, useChange } from '../deployment/settings/use-change.ts';

export interface SwitchWords {
  readonly title: string;
  /** what follows from it */
  readonly text: string;
  /** label of the reason; absent: nobody is told one */
  readonly why?: string;
  readonly button: string;
  /** said once it is done */
  readonly done: string;
}

interface SwitchProps extends Changing {
  readonly words: SwitchWords;
  /** whether it needs a reason, if it takes one */
  readonly needsReason?: boolean;
  readonly send: (reason: string | undefined) => Promise<void>;
}

/** Asks an administrator before a switch of the installation is turned, mostly with a reason that others read. */
export const SwitchDialog = ({ words, needsReason = false, send, ...changing }: SwitchProps) => {
  const { title, text, why, button, done } = words;
  const [typed, setTyped] = useState('');
  const reason = typed.trim();
  const { submit, problem, isBusy } = useChange(() => send(reason === '' ? undefined : reason), done, changing);
  return (
    <Dialog title={title} onClose={changing.onClose}>
      <form class="dialog-body" onSubmit={submit}>
        <p>{text}</p>
        {why !== undefined && (
          <label class="field">
            <span>{why}</span>
            <input
              class="input"
              required={needsReason}
              maxLength={500}
              value={typed}
              onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          </label>
        )}
        {problem !== undefined && <Refused words={problem} />}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={changing.onClose}>
            Leave it
          </button>
          <button
            type="submit"
            class="button primary"
            disabled={isBusy || (needsReason && why !== undefined && reason === '')}
          >
            {button}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
