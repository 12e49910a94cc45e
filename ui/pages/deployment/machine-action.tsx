import { useEffect, useState } from 'preact/hooks';
import { actOnMachine } from '../../data/changes.ts';
import type { DeploymentView, ViewResource } from '../../data/view.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { toast, toastError } from '../../parts/toast.tsx';
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
  const type = actionFor(view, resource, kind);
  // somebody else may stop it while the question is open, and it is asked no more
  useEffect(() => setAsking(false), [type]);
  if (type === undefined) return null;
  const act = async (): Promise<void> => {
    setAsking(false);
    setBusy(true);
    try {
      await actOnMachine(view.uuid, resource.id, type);
      toast(type === 'stop' ? `${resource.node} is being stopped.` : `${resource.node} is being started.`);
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
    refresh();
  };
  const name = `${resource.node}${resource.address === undefined ? '' : ` (${resource.address})`}`;
  return (
    <>
      <button
        type="button"
        class="quiet bordered"
        disabled={busy}
        aria-label={type === 'stop' ? `Stop ${name}` : `Start ${name}`}
        title={type === 'stop' ? 'Stop this machine' : 'Start this machine'}
        onClick={() => (type === 'stop' ? setAsking(true) : void act())}
      >
        <Icon name={type === 'stop' ? 'square' : 'play'} size={14} />
      </button>
      {asking && type === 'stop' && (
        <Dialog title={`Stop ${name}?`} onClose={() => setAsking(false)}>
          <div class="dialog-body">
            <p>Everything that runs on this machine stops. Its disks stay, and it can be started again.</p>
            <div class="dialog-actions">
              <button type="button" class="button" onClick={() => setAsking(false)}>
                Let it run
              </button>
              <button type="button" class="button primary" onClick={act}>
                <Icon name="square" size={14} />
                Stop the machine
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
};
