import { type ComponentChildren, render } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { useUniqueId } from './unique-id.ts';

interface DialogProps {
  readonly title: string;
  /** called when it is closed in any way, such as by Escape */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/**
 * A modal dialog of the browser: it keeps the focus inside, and gives it back afterwards. It is open while it is shown. It
 * stands at the end of the document: within a cell of a table it would look like its text, and its clicks would be the table's.
 */
export const Dialog = (props: DialogProps) => {
  const [place] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    document.body.append(place);
    return () => {
      render(null, place);
      place.remove();
    };
  }, []);
  useLayoutEffect(() => render(<Box {...props} />, place));
  return null;
};

const Box = ({ title, onClose, children }: DialogProps) => {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useUniqueId();
  // before the next key: it belongs to the dialog
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  // browsers tell later that a dialog was closed: one that is gone by then would close the next one
  const closed = ({ currentTarget }: { readonly currentTarget: HTMLDialogElement }): void => {
    if (currentTarget === ref.current) onClose();
  };
  return (
    <dialog
      ref={ref}
      class="dialog"
      aria-labelledby={heading}
      onClose={closed}
      onKeyDown={(event) => closeByEscape(event, onClose)}
    >
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

/** Browsers tell of a close only with the next frame, and a key that is pressed before would open nothing. */
const closeByEscape = (event: KeyboardEvent, onClose: () => void): void => {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
  event.preventDefault();
  onClose();
};
