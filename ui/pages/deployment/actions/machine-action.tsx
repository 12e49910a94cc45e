import { useEffect, useState } from 'preact/hooks';
import { actOnMachine } from '../../../data/changes.ts';
import type { DeploymentView, ViewResource } from '../../../data/view.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { toast, toastError } from '../../../parts/toast.tsx';
import { actionFor } from './action-for.ts';

interface ActionProps {
  readonly view: DeploymentView;
  readonly resource: ViewResource;
  /** of its node */
  readonly kind: string;
  readonly refresh: () => void;
}

/** Starts or stops a machine. To stop one is asked about first. */
export const MachineAction = ({ view, resource, kind, refresh }: ActionProps) => {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [dialog, openDialog] = useState<'start' | 'stop'>();
  const possible = actionFor(view, resource, kind);
  // a button that went away while the machine works would take the focus along
  const type = possible ?? dialog;
  // somebody else may stop it while the question is open, and it is asked no more
  useEffect(() => setAsking(false), [possible]);
  if (type === undefined) return null;
  const act = async (): Promise<void> => {
    setAsking(false);
    setBusy(true);
    openDialog(type);
    try {
      await actOnMachine(view.uuid, resource.id, type);
      toast(type === 'stop' ? `${resource.node} is being stopped.` : `${resource.node} is being started.`);
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
    refresh();
  };
  const press = (): void => {
    if (busy || possible === undefined) return;
    if (possible === 'stop') setAsking(true);
    else void act();
  };
  const name = `${resource.node}${resource.address === undefined ? '' : ` (${resource.address})`}`;
  return (
    <>
      <button
        type="button"
        class="quiet bordered"
        aria-disabled={busy || possible === undefined}
        onBlur={() => openDialog(undefined)}
        aria-label={type === 'stop' ? `Stop ${name}` : `Start ${name}`}
        title={type === 'stop' ? 'Stop this machine' : 'Start this machine'}
        onClick={press}
      >
        <Icon name={type === 'stop' ? 'square' : 'play'} size={14} />
      </button>
      {asking && possible === 'stop' && (
        <StopQuestion name={name} onStop={() => void act()} onClose={() => setAsking(false)} />
      )}
    </>
  );
};

interface StopQuestionProps {
  /** of the machine */
  readonly name: string;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

const StopQuestion = ({ name, onStop, onClose }: StopQuestionProps) => (
  <Dialog title={`Stop ${name}?`} onClose={onClose}>
    <div class="dialog-body">
      <p>Everything that runs on this machine stops. Its disks stay, and it can be started again.</p>
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          Let it run
        </button>
        <button type="button" class="button primary" onClick={onStop}>
          <Icon name="square" size={14} />
          Stop the machine
        </button>
      </div>
    </div>
  </Dialog>
);
