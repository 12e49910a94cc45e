/** The deployments that are chosen in the list, for one change of all of them. */

import { signal } from '@preact/signals';

/** their ids */
export const chosen = signal<ReadonlySet<string>>(new Set());

export const choose = (ids: readonly string[], isChosen: boolean): void => {
  const next = new Set(chosen.peek());
  for (const id of ids) {
    if (isChosen) next.add(id);
    else next.delete(id);
  }
  chosen.value = next;
};

export const chooseNothing = (): void => {
  chosen.value = new Set();
};
