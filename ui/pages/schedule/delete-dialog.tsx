import { useState } from 'preact/hooks';
import { ToscaniniError } from '../../../client/errors.ts';
import type { Schedule } from '../../../client/types.ts';
import { useRead } from '../../data/read.ts';
import { service } from '../../data/service.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Refused } from '../../parts/refused.tsx';
import { nameOf } from '../../states/schedule-name.ts';

interface DialogProps {
  readonly schedule: Schedule;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Says what goes and what stays, in the words of the service's dry run. */
export const DeleteScheduleDialog = ({ schedule, onClose, onDeleted }: DialogProps) => {
  const { uuid } = schedule;
  const plan = useRead(() => service.planScheduleDeletion(uuid), [uuid]);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await service.deleteSchedule(uuid);
      onDeleted();
    } catch (error) {
      if (!(error instanceof ToscaniniError)) throw error;
      setProblem(error.message);
      setBusy(false);
    }
  };
  const wrong = problem ?? plan.problem?.message;
  return (
    <Dialog title={`Delete ${nameOf(schedule)}?`} onClose={onClose}>
      <form class="dialog-body" onSubmit={submit}>
        <p>No file starts a deployment any more. {plan.value && recordsOf(plan.value.events)} Copies of files stay.</p>
        {plan.value?.notes.map((note) => (
          <p key={note} class="sentence">
            {note}.
          </p>
        ))}
        {wrong !== undefined && <Refused words={wrong} />}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            Keep it
          </button>
          <button type="submit" class="button danger full" disabled={isBusy || plan.value === undefined}>
            <Icon name="bin" />
            Delete the schedule
          </button>
        </div>
      </form>
    </Dialog>
  );
};

const recordsOf = (events: number): string =>
  events === 0
    ? 'It has seen no file yet.'
    : events === 1
      ? 'The record of the one file that it has seen goes too.'
      : `The records of the ${events} files that it has seen go too.`;
