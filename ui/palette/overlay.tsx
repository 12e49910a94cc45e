import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { toast } from '../parts/toast.tsx';
import { session } from '../session/session.ts';

/** What lies over the page: what leads anywhere, or the list of keys. */
export const overlay = signal<'palette' | 'keys' | undefined>(undefined);

type Dialogs = typeof import('./dialogs.ts');

const dialogs = signal<Dialogs | undefined>(undefined);

const wanted = computed(() => (session.value.kind === 'in' ? overlay.value : undefined));

/** What is typed into the palette, also before it is there. */
export const typed = signal('');

export const openPalette = (): void => {
  typed.value = '';
  overlay.value = 'palette';
};

/** Whether the palette was asked for, and its program is being loaded. */
export const isPaletteComing = (): boolean => wanted.value === 'palette' && dialogs.value === undefined;

/** Loads the program of the dialogs when one of them is first opened. */
export const Overlay = () => {
  const [open, loaded] = [wanted.value, dialogs.value];
  useEffect(() => {
    if (open === undefined || loaded !== undefined) return;
    const keep = (program: Dialogs): void => {
      dialogs.value = program;
    };
    import('./dialogs.ts').then(keep, () => {
      overlay.value = undefined;
      toast('This part of the dashboard could not be loaded. Load the page again.', 'failed');
    });
  }, [open]);
  if (loaded === undefined || open === undefined) return null;
  const close = (): void => {
    overlay.value = undefined;
  };
  return open === 'palette' ? <loaded.Palette onClose={close} /> : <loaded.Keys onClose={close} />;
};
