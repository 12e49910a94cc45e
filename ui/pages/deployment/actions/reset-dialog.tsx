import { useState } from 'preact/hooks';
import { resetDeployment } from '../../../data/changes.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { toast, toastError } from '../../../parts/toast.tsx';

interface ResetProps {
  readonly view: DeploymentView;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** For a deletion that does not end. */
export const ResetDialog = ({ view, onClose, onDone }: ResetProps) => {
  const [busy, setBusy] = useState(false);
  const reset = async (): Promise<void> => {
    setBusy(true);
    try {
      await resetDeployment(view);
      toast('The deletion was reset. You can delete it again now.');
    } catch (error) {
      toastError(error);
    }
    onDone();
    onClose();
  };
  return (
    <Dialog title="Reset this deletion?" onClose={onClose}>
      <div class="dialog-body">
        <p>
          Use this when a deletion is stuck. The running deletion is stopped and the deployment becomes “Deletion
          failed”. Then you can delete it again, and then also by force. Nothing is destroyed by the reset itself.
        </p>
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            Let it go on
          </button>
          <button type="button" class="button danger" disabled={busy} onClick={reset}>
            Reset the deletion
          </button>
        </div>
      </div>
    </Dialog>
  );
};
