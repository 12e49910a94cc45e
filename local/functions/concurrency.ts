/** Lambda's bound on what runs at the same time: a laptop has one process for all, and answers nobody once it does too much. */

/** Calls at most so many at once; others wait, in their order. */
export const atMost = <Args extends readonly unknown[], Answer>(
  limit: number,
  call: (...args: Args) => Promise<Answer>,
): ((...args: Args) => Promise<Answer>) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (...args) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await call(...args);
    } finally {
      const next = waiting.shift(); // takes the place that becomes free
      if (next) next();
      else running -= 1;
    }
  };
};
