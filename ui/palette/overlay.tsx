import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { toast } from '../parts/toast.tsx';
import { session } from '../session/session.ts';

/** What lies over the page: what leads anywhere, or the list of keys. */
export const overlay = signal<'palette' | 'keys' | undefined>(undefined);

type Dialogs = typeof import('./dialogs.ts');

/** Loads the program of the dialogs when one of them is first opened. */
export const Overlay = () => {
  const [dialogs, setDialogs] = useState<Dialogs>();
  const wanted = session.value.kind === 'in' ? overlay.value : undefined;
  useEffect(() => {
    if (wanted === undefined || dialogs !== undefined) return;
    import('./dialogs.ts').then(setDialogs, () => {
      overlay.value = undefined;
      toast('This part of the dashboard could not be loaded. Load the page again.', 'failed');
    });
  }, [wanted]);
  if (dialogs === undefined || wanted === undefined) return null;
  const close = (): void => {
    overlay.value = undefined;
  };
  return wanted === 'palette' ? <dialogs.Palette onClose={close} /> : <dialogs.Keys onClose={close} />;
};
