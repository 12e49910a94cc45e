import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface DialogProps {
  readonly title: string;
  /** called when it is closed in any way, such as by Escape */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog of the browser: it keeps the focus inside, and gives it back afterwards. It is open while it is shown. */
export const Dialog = ({ title, onClose, children }: DialogProps) => {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // before the next key: it belongs to the dialog
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog ref={ref} class="dialog" aria-labelledby={heading} onClose={onClose}>
      <header>
        <h2 id={heading}>{title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={() => ref.current?.close()}>
          <Icon name="cross" />
        </button>
      </header>
      {children}
    </dialog>
  );
};
