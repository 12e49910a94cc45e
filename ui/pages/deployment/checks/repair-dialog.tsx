import { useState } from 'preact/hooks';
import { repairDeployment } from '../../../data/changes.ts';
import { useRead } from '../../../data/read.ts';
import { service } from '../../../data/service.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Refused } from '../../../parts/refused.tsx';
import { toast } from '../../../parts/toast.tsx';
import { repairLine } from './check-words.ts';

interface DialogProps {
  readonly view: Pick<DeploymentView, 'uuid' | 'version' | 'name'>;
  readonly onClose: () => void;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : `${error}`);

/** Says what is made again, started, or set back, and what is left. */
export const RepairDialog = ({ view, onClose }: DialogProps) => {
  const { value: plan, problem: unread } = useRead(() => service.planRepair(view.uuid), [view.uuid]);
  const [refused, setRefused] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const problem = unread?.message ?? refused;
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      await repairDeployment(view);
      toast(`The repair of ${view.name} has begun.`);
      onClose();
    } catch (error) {
      setRefused(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Repair ${view.name}?`} onClose={onClose}>
      <form class="dialog-body" onSubmit={(event) => void submit(event)}>
        <ul>
          {plan?.items.map((item, index) => (
            <li key={index}>
              <strong>{item.node}</strong> {repairLine(item)}
            </li>
          ))}
        </ul>
        {plan?.accepted === false && (
          <p>The command line can name what may be lost, or only some of the nodes: toscanini repair --help.</p>
        )}
        {problem !== undefined && <Refused words={problem} />}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            Leave it
          </button>
          <button type="submit" class="button primary" disabled={isBusy || plan?.accepted !== true}>
            Repair
          </button>
        </div>
      </form>
    </Dialog>
  );
};
