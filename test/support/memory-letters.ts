import type { DeadLetter, DeadLetters } from '../../src/domain/operators/dead-letters.ts';

/** Dead letters in memory, with the rules of the queues. `redriven`: ids, in their order. */
export const memoryLetters = (
  ...given: readonly DeadLetter[]
): DeadLetters & { readonly redriven: readonly string[] } => {
  const letters = new Map(given.map((one) => [one.id, one]));
  const redriven: string[] = [];
  const redrive = async (id: string): Promise<boolean> => {
    const isThere = letters.delete(id);
    if (isThere) redriven.push(id);
    return isThere;
  };
  const count = (queue: DeadLetter['queue']): number =>
    [...letters.values()].filter((one) => one.queue === queue).length;
  const waiting = async () => ({ files: count('files'), events: count('events') });
  return {
    redriven,
    list: async () => ({ waiting: await waiting(), letters: [...letters.values()] }),
    waiting,
    has: async (id) => letters.has(id),
    redrive,
    drop: async (id) => letters.delete(id),
    redriveAll: async () => {
      const all = [...letters.keys()];
      for (const id of all) await redrive(id);
      return { handled: all.length, left: 0 };
    },
  };
};
