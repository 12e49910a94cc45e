/**
 * Lambda's limit on concurrent runs. A laptop has one process for all functions, which would answer nobody if it ran too
 * many.
 */

/** Does the work when there is a place for it. `isNew`: the work begins something, and comes after all that goes on. */
export type Places = <T>(work: () => Promise<T>, isNew: boolean) => Promise<T>;

/**
 * Does at most `limit` works at the same time; others wait in order. What has begun comes first: were a thousand files to
 * go on side by side, each of their steps would wait for a thousand others.
 */
export const places = (limit: number): Places => {
  const next: (() => void)[] = [];
  const last: (() => void)[] = [];
  let running = 0;
  return async (work, isNew) => {
    if (running >= limit) await new Promise<void>((resolve) => (isNew ? last : next).push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const waiting = next.shift() ?? last.shift(); // it takes this place
      if (waiting) waiting();
      else running -= 1;
    }
  };
};
