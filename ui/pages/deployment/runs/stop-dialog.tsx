import { stopRun } from '../../../data/changes.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Refused } from '../../../parts/refused.tsx';
import { useRequestKey } from '../../../wizard/request-key.ts';
import { type Changing, useChange } from '../settings/use-change.ts';

interface StopProps extends Changing {
  readonly view: DeploymentView;
  /** what runs, in words */
  readonly what: string;
}

/** Says what a stop ends, and what stays. */
export const StopDialog = ({ view, what, ...changing }: StopProps) => {
  const idempotencyKey = useRequestKey(view.operation.id);
  const { submit, problem, isBusy } = useChange(
    () => stopRun(view, idempotencyKey),
    `${what} is being stopped.`,
    changing,
  );
  return (
    <Dialog title={`Stop ${what}?`} onClose={changing.onClose}>
      <form class="dialog-body" onSubmit={submit}>
        <p>
          Scripts that run on its machines are ended, wherever they are, and nothing else of it begins. What they have
          done stays.
        </p>
        {problem !== undefined && <Refused words={problem} />}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={changing.onClose}>
            Let it run
          </button>
          <button type="submit" class="button danger full" disabled={isBusy}>
            <Icon name="square" />
            Stop it
          </button>
        </div>
      </form>
    </Dialog>
  );
};
