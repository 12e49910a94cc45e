import { useEffect, useState } from 'preact/hooks';
import type { DeploymentView } from '../../../client/types.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Loading } from '../../parts/notice.tsx';
import { toast } from '../../parts/toast.tsx';
import { contentsOf } from '../deployment/actions/contents.ts';
import { changeMany, type ManyChange, type Read, readMany, reasonNotTo } from './change-many.ts';
import { chooseNothing } from './chosen.ts';

export interface ManyDialogProps {
  readonly is: ManyChange['is'];
  readonly ids: readonly string[];
  readonly onClose: () => void;
}

interface Words {
  readonly title: string;
  readonly act: string;
  readonly done: string;
  /** what it means */
  readonly effect: string;
}

const words: { readonly [I in ManyChange['is']]: Words } = {
  delete: {
    title: 'Delete',
    act: 'Delete',
    done: 'being deleted',
    effect: 'All data on them is destroyed. This cannot be undone.',
  },
  stop: {
    title: 'Stop the machines of',
    act: 'Stop',
    done: 'being stopped',
    effect: 'Everything that runs on their machines stops. Disks stay, and they can be started again.',
  },
  start: { title: 'Start the machines of', act: 'Start', done: 'being started', effect: '' },
  label: {
    title: 'Label',
    act: 'Label',
    done: 'labelled',
    effect: 'Where a label of this name is there already, its value is replaced.',
  },
};

const counted = (count: number): string => (count === 1 ? '1 deployment' : `${count} deployments`);

/** One question for all. What is left out is said before, what is refused afterwards. */
export const ManyDialog = ({ is, ids, onClose }: ManyDialogProps) => {
  const [read, setRead] = useState<Read>();
  const [label, setLabel] = useState({ name: '', value: '' });
  const [typed, setTyped] = useState('');
  useEffect(() => void readMany(ids).then(setRead), []);
  const change: ManyChange = is === 'label' ? { is, name: label.name.trim(), value: label.value } : { is };
  const changed = read?.views.filter((view) => reasonNotTo(view, change) === undefined) ?? [];
  const { submit, isBusy, refused } = useChanges(changed, change, onClose);
  const isMeant = is === 'delete' ? typed.trim() === `${changed.length}` : change.is !== 'label' || change.name !== '';
  return (
    <Dialog title={`${words[is].title} ${counted(ids.length)}?`} onClose={onClose}>
      <form class="dialog-body" onSubmit={submit}>
        {read === undefined ? <Loading what="the chosen deployments" /> : <Chosen {...{ read, change, refused }} />}
        <p>{words[is].effect}</p>
        {is === 'label' && (
          <div class="many-label">
            <Text words="Name of the label" value={label.name} onInput={(name) => setLabel({ ...label, name })} />
            <Text words="Value of the label" value={label.value} onInput={(value) => setLabel({ ...label, value })} />
          </div>
        )}
        {is === 'delete' && changed.length > 0 && (
          <Text words={`Type ${changed.length} to confirm`} value={typed} onInput={setTyped} />
        )}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            {refused === undefined ? 'Cancel' : 'Close'}
          </button>
          <button
            type="submit"
            class={is === 'delete' ? 'button danger full' : 'button primary'}
            disabled={isBusy || refused !== undefined || changed.length === 0 || !isMeant}
          >
            {words[is].act} {counted(changed.length)}
          </button>
        </div>
      </form>
    </Dialog>
  );
};

/** Why the service did not accept it, by id. */
type Refusals = ReadonlyMap<string, string>;

/** The dialog stays when something was refused. */
const useChanges = (changed: readonly DeploymentView[], change: ManyChange, onClose: () => void) => {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refusals>();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const outcomes = await changeMany(changed, change);
    const failed = outcomes.flatMap(({ of, error }) =>
      error === undefined ? [] : ([[of.uuid, error.message]] as const),
    );
    const done = changed.length - failed.length;
    if (done > 0) toast(`${counted(done)} ${done === 1 ? 'is' : 'are'} ${words[change.is].done}.`);
    setBusy(false);
    if (failed.length > 0) return setRefused(new Map(failed));
    chooseNothing();
    onClose();
  };
  return { submit, isBusy, refused };
};

interface ChosenProps {
  readonly read: Read;
  readonly change: ManyChange;
  /** undefined: they were not asked for yet */
  readonly refused: Refusals | undefined;
}

const Chosen = ({ read, change, refused }: ChosenProps) => (
  <ul class="many-list">
    {read.views.map((view) => {
      const left = reasonNotTo(view, change);
      const why = refused === undefined ? left && `left out: ${left}` : refused.get(view.uuid);
      return (
        <li key={view.uuid}>
          <strong>{view.name}</strong> {why === undefined && <span class="faint">{contentsOf(view)}</span>}
          {why !== undefined && <p class="cause">{why}</p>}
        </li>
      );
    })}
    {read.unread.map(({ of, error }) => (
      <li key={of}>
        <p class="cause">{error?.message}</p>
      </li>
    ))}
  </ul>
);

interface TextProps {
  readonly words: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
}

const Text = ({ words: label, value, onInput }: TextProps) => (
  <label class="field">
    <span>{label}</span>
    <input
      class="input"
      autocomplete="off"
      spellcheck={false}
      value={value}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  </label>
);
