import { useEffect, useState } from 'preact/hooks';
import { ToscaniniError } from '../../../../client/errors.ts';
import type { RepairPlan } from '../../../../client/types.ts';
import { repairDeployment } from '../../../data/changes.ts';
import { service } from '../../../data/service.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { toast } from '../../../parts/toast.tsx';
import { repairLine } from './check-words.ts';

interface DialogProps {
  readonly view: Pick<DeploymentView, 'uuid' | 'version' | 'name'>;
  readonly onClose: () => void;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : `${error}`);

/** What a repair would overwrite is read before it is asked for. */
const usePlan = (id: string): { readonly plan?: RepairPlan; readonly problem?: string } => {
  const [read, setRead] = useState<ReturnType<typeof usePlan>>({});
  useEffect(() => {
    service.planRepair(id).then(
      (plan) => setRead({ plan }),
      (error: unknown) => {
        if (!(error instanceof ToscaniniError)) throw error;
        setRead({ problem: error.message });
      },
    );
  }, [id]);
  return read;
};

/** Says what is made again, started, or set back, and what is left. */
export const RepairDialog = ({ view, onClose }: DialogProps) => {
  const { plan, problem: unread } = usePlan(view.uuid);
  const [refused, setRefused] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const problem = unread ?? refused;
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
        {problem !== undefined && (
          <p class="banner failed" role="alert">
            <Icon name="warning" />
            <span>{problem}</span>
          </p>
        )}
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
