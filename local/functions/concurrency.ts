/**
 * Lambda's limit on concurrent runs. A laptop has one process for all functions, which would answer nobody if it ran too
 * many.
 */

/** Runs at most `limit` calls at the same time; others wait in order. */
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
      const next = waiting.shift(); // the waiting call takes this place
      if (next) next();
      else running -= 1;
    }
  };
};
