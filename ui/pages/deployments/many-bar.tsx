import { useState } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { later } from '../../parts/later.tsx';
import type { ManyChange } from './change-many.ts';
import { chooseNothing, chosen } from './chosen.ts';
import type { ManyDialogProps } from './many-dialog.tsx';

const ManyDialog = later<ManyDialogProps>('dialog', async () => (await import('./many-dialog.tsx')).ManyDialog);

/** What can be done with the deployments that are chosen. */
export const ManyBar = () => {
  const [dialog, openDialog] = useState<ManyChange['is']>();
  const ids = [...chosen.value];
  if (ids.length === 0) return null;
  return (
    <section class="many-bar" aria-label="Chosen deployments">
      <strong>{ids.length === 1 ? '1 chosen' : `${ids.length} chosen`}</strong>
      <button type="button" class="button small" onClick={() => openDialog('label')}>
        Label…
      </button>
      <button type="button" class="button small" onClick={() => openDialog('stop')}>
        <Icon name="square" size={14} />
        Stop machines…
      </button>
      <button type="button" class="button small" onClick={() => openDialog('start')}>
        <Icon name="play" size={14} />
        Start machines…
      </button>
      <button type="button" class="button small danger" onClick={() => openDialog('delete')}>
        <Icon name="bin" size={14} />
        Delete…
      </button>
      <button type="button" class="quiet" onClick={chooseNothing}>
        Choose none
      </button>
      {dialog !== undefined && <ManyDialog is={dialog} ids={ids} onClose={() => openDialog(undefined)} />}
    </section>
  );
};
