import { useEffect, useState } from 'preact/hooks';
import { ToscaniniError } from '../../../../client/errors.ts';
import type { DeletionPlan } from '../../../../client/types.ts';
import { deleteDeployment } from '../../../data/changes.ts';
import { service } from '../../../data/service.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Refused } from '../../../parts/refused.tsx';
import { toast } from '../../../parts/toast.tsx';
import { contentsOf } from './contents.ts';
import { isSameName } from './same-name.ts';

interface DialogProps {
  readonly view: DeploymentView;
  readonly onClose: () => void;
  /** called once the service has accepted it */
  readonly onDone: () => void;
}

/** What the service says that a deletion would do; what goes is read before it goes. */
const usePlan = (id: string): DeletionPlan | ToscaniniError | undefined => {
  const [plan, setPlan] = useState<DeletionPlan | ToscaniniError>();
  useEffect(() => {
    service.planDeletion(id).then(setPlan, (error: unknown) => {
      if (!(error instanceof ToscaniniError)) throw error;
      setPlan(error);
    });
  }, [id]);
  return plan;
};

/** Says what goes. From the second resource on that exists at a provider, the name has to be typed. */
export const DeleteDialog = ({ view, onClose, onDone }: DialogProps) => {
  const { uuid, name, resources, provider, status } = view;
  const plan = usePlan(uuid);
  const [typed, setTyped] = useState('');
  const [force, setForce] = useState(false);
  const { submit, problem, isBusy } = useDeletion(view, force, { onClose, onDone });
  const known = plan instanceof ToscaniniError ? undefined : plan;
  const isEmpty = known?.infrastructures.length === 0;
  const asks = !isEmpty && resources.length > 1;
  return (
    <Dialog title={`Delete ${name}?`} onClose={onClose}>
      <form class="dialog-body" onSubmit={submit}>
        {isEmpty ? (
          <p>No provider has anything of it: only the record goes, with its log. This cannot be undone.</p>
        ) : (
          <p>
            {contentsOf(view)} {provider && `at ${provider.name} `}will be destroyed, with all data on them. This cannot
            be undone.
          </p>
        )}
        {plan instanceof ToscaniniError && <Refused words={plan.message} />}
        {!isEmpty && known !== undefined && known.notes.map((note) => <p key={note}>{note}</p>)}
        {asks && <Confirmation name={name} typed={typed} onInput={setTyped} />}
        {status === 'DELETE_FAILED' && <Force checked={force} onChange={setForce} />}
        {problem !== undefined && <Refused words={problem} />}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            Keep it
          </button>
          <button type="submit" class="button danger full" disabled={isBusy || (asks && !isSameName(typed, name))}>
            <Icon name="bin" />
            {force || isEmpty
              ? 'Delete the record'
              : `Delete ${resources.length === 1 ? '1 resource' : `${resources.length} resources`}`}
          </button>
        </div>
      </form>
    </Dialog>
  );
};

const useDeletion = (
  { uuid, version, name }: DeploymentView,
  force: boolean,
  { onClose, onDone }: Pick<DialogProps, 'onClose' | 'onDone'>,
) => {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await deleteDeployment({ uuid, version }, force);
      toast(`The deletion of ${name} has begun.`);
      onDone();
      onClose();
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
      onDone();
    }
  };
  return { submit, problem, isBusy };
};

interface ConfirmationProps {
  readonly name: string;
  readonly typed: string;
  readonly onInput: (text: string) => void;
}

const Confirmation = ({ name, typed, onInput }: ConfirmationProps) => (
  <label class="field">
    <span>
      Type <strong>{name}</strong> to confirm
    </span>
    <input
      class="input"
      autocomplete="off"
      spellcheck={false}
      value={typed}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  </label>
);

const Force = ({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) => (
  <details class="force">
    <summary>The provider refuses: delete the record anyway</summary>
    <label>
      <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      <span>
        Delete the record even if the provider destroys nothing. What stays there may cost money, and Toscanini will no
        longer look after it.
      </span>
    </label>
  </details>
);

/** The page shows the new state by itself; what was confirmed was the old one. */
const wordsOf = (error: unknown): string =>
  error instanceof ToscaniniError && error.name === 'PreconditionFailedError'
    ? 'It has changed since you opened this dialog. Look at it again, then confirm once more.'
    : error instanceof Error
      ? error.message
      : `${error}`;
