import { signal } from '@preact/signals';
import { Icon } from './icon.tsx';

interface Toast {
  readonly id: number;
  readonly words: string;
  readonly kind: 'done' | 'failed';
}

const toasts = signal<readonly Toast[]>([]);
let last = 0;

/** Milliseconds: long enough to read a sentence. An error stays until it is closed. */
const shown = 6_000;

const close = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
};

/** Says in a corner what has happened. */
export const toast = (words: string, kind: Toast['kind'] = 'done'): void => {
  last += 1;
  const id = last;
  toasts.value = [...toasts.value, { id, words, kind }];
  if (kind === 'done') setTimeout(() => close(id), shown);
};

/** Says why something could not be done. */
export const toastError = (error: unknown): void =>
  toast(error instanceof Error ? error.message : `${error}`, 'failed');

export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ id, words, kind }) => (
      <div key={id} class={`toast ${kind}`}>
        <Icon name={kind === 'done' ? 'tick' : 'warning'} />
        <span>{words}</span>
        <button type="button" class="quiet" aria-label="Close this message" onClick={() => close(id)}>
          <Icon name="cross" size={14} />
        </button>
      </div>
    ))}
  </div>
);
