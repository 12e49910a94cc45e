import { useState } from 'preact/hooks';
import { officeHoursText } from '../../../../client/office-hours.ts';
import { protectDeployment } from '../../../data/changes.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { Icon } from '../../../parts/icon.tsx';
import { later } from '../../../parts/later.tsx';
import { serviceNow } from '../../../parts/time.tsx';
import { toast, toastError } from '../../../parts/toast.tsx';
import { mayMove } from '../actions/may-move.ts';
import { endOf } from './end-words.ts';

const LabelsDialog = later('dialog', async () => (await import('../dialogs.ts')).LabelsDialog);
const LifetimeDialog = later('dialog', async () => (await import('../dialogs.ts')).LifetimeDialog);
const TransferDialog = later('dialog', async () => (await import('../dialogs.ts')).TransferDialog);
const MoveDialog = later('dialog', async () => (await import('../dialogs.ts')).MoveDialog);
const OfficeHoursDialog = later('dialog', async () => (await import('../dialogs.ts')).OfficeHoursDialog);

interface SettingsProps {
  readonly view: DeploymentView;
  readonly refresh: () => void;
}

/** What does not come from its template: labels, when it ends, when its machines run, whether it may be deleted. Who may change it changes them here. */
export const Settings = ({ view, refresh }: SettingsProps) => {
  const [open, setOpen] = useState<'labels' | 'end' | 'hours' | 'owner' | 'move'>();
  const mayChange = view.may.change && view.status !== 'DELETE_IN_PROGRESS';
  const dialog = { view, onClose: () => setOpen(undefined), onDone: refresh };
  return (
    <ul class="facts settings" aria-label="Settings">
      <Labels labels={view.labels} />
      {mayChange && <Change words="Labels…" onClick={() => setOpen('labels')} />}
      <End expiresAt={view.expiresAt} />
      {mayChange && <Change words="Life time…" onClick={() => setOpen('end')} />}
      <Hours officeHours={view.officeHours} />
      {mayChange && <Change words="Office hours…" onClick={() => setOpen('hours')} />}
      {mayMove(view) && <Change words="Move…" onClick={() => setOpen('move')} />}
      {view.protected && (
        <li>
          <Icon name="lock" size={14} />
          protected: it cannot be deleted
        </li>
      )}
      {mayChange && <Protection view={view} refresh={refresh} />}
      <Transfer view={view} onOpen={() => setOpen('owner')} />
      {open === 'owner' && <TransferDialog {...dialog} />}
      {open === 'move' && <MoveDialog {...dialog} />}
      {open === 'labels' && <LabelsDialog {...dialog} />}
      {open === 'end' && <LifetimeDialog {...dialog} />}
      {open === 'hours' && <OfficeHoursDialog {...dialog} />}
    </ul>
  );
};

/** Who is asked to take it over, while that can be answered. */
const Transfer = ({ view, onOpen }: { readonly view: DeploymentView; readonly onOpen: () => void }) => {
  const { transfer, may, status, userGroup } = view;
  const isOpen = transfer !== undefined && Date.parse(transfer.expiresAt) > serviceNow.value;
  const isLeaving = status === 'DELETE_IN_PROGRESS' || userGroup === undefined;
  return (
    <>
      {isOpen && <li>{transfer.to ?? 'the group'} is asked to take it over</li>}
      {may.give && !isLeaving && <Change words="Give away…" onClick={onOpen} />}
      {may.accept && isOpen && !isLeaving && <Change words="Take over…" onClick={onOpen} />}
    </>
  );
};

const Change = ({ words, onClick }: { readonly words: string; readonly onClick: () => void }) => (
  <li>
    <button type="button" class="button small" onClick={onClick}>
      {words}
    </button>
  </li>
);

const Labels = ({ labels = {} }: { readonly labels: DeploymentView['labels'] | undefined }) => (
  <>
    {Object.entries(labels)
      .toSorted()
      .map(([name, value]) => (
        <li key={name}>
          <a
            class="chip"
            title={`Deployments with ${name}=${value}`}
            href={`deployments?label=${encodeURIComponent(`${name}=${value}`)}`}
          >
            {name}={value}
          </a>
        </li>
      ))}
  </>
);

const End = ({ expiresAt }: { readonly expiresAt: string | undefined }) => {
  if (expiresAt === undefined) return null;
  const { words, isSoon } = endOf(expiresAt, serviceNow.value);
  return (
    <li class={isSoon ? 'attempt' : undefined}>
      <Icon name={isSoon ? 'warning' : 'clock'} size={14} />
      <time dateTime={expiresAt} title={new Date(expiresAt).toLocaleString()}>
        {words}
      </time>
    </li>
  );
};

const Hours = ({ officeHours }: { readonly officeHours: DeploymentView['officeHours'] | undefined }) => {
  if (officeHours === undefined) return null;
  return (
    <li title={`Office hours: ${officeHoursText(officeHours)}`}>
      <Icon name="clock" size={14} />
      {officeHours.next?.text ?? 'runs always, by its office hours'}
    </li>
  );
};

const Protection = ({ view, refresh }: SettingsProps) => {
  const [isBusy, setBusy] = useState(false);
  const isOn = view.protected === true;
  const press = async (): Promise<void> => {
    setBusy(true);
    try {
      await protectDeployment(view.uuid, !isOn);
      toast(isOn ? `${view.name} may be deleted again.` : `Nobody can delete ${view.name} until this is taken off.`);
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
    refresh();
  };
  return (
    <li>
      <button
        type="button"
        class="button small"
        aria-pressed={isOn}
        aria-disabled={isBusy}
        onClick={() => void press()}
      >
        <Icon name="lock" size={14} />
        {isOn ? 'Protected' : 'Protect'}
      </button>
    </li>
  );
};
