/** Processes that can die: nothing that one of them sends from then on reaches anybody. */

import { AsyncLocalStorage } from 'node:async_hooks';

interface Process {
  dead: boolean;
}

const current = new AsyncLocalStorage<Process>();

export const isDead = (): boolean => current.getStore()?.dead ?? false;

/** The process that is at work just now. */
export const die = (): void => {
  const process = current.getStore();
  if (process) process.dead = true;
};

export type Lived<T> = { readonly died: true } | { readonly died: false; readonly value: T };

/** Work in a process of its own. One that died said nothing; what its code made of that is of no interest. */
export const inProcess = async <T>(work: () => Promise<T>): Promise<Lived<T>> => {
  const process = { dead: false };
  return current.run(process, async () => {
    try {
      const value = await work();
      return process.dead ? { died: true } : { died: false, value };
    } catch (error) {
      if (process.dead) return { died: true };
      throw error;
    }
  });
};
