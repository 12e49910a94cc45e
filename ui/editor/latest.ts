/**
 * Does one thing at a time. What is asked for meanwhile waits, and only the last of it is done: an earlier one gets undefined.
 */
export function latest<Argument, Result>(
  work: (argument: Argument) => Promise<Result>,
): (argument: Argument) => Promise<Result | undefined> {
  let running: Promise<unknown> = Promise.resolve();
  let newest = 0;
  return async (argument) => {
    newest += 1;
    const own = newest;
    const before = running;
    const turn = Promise.withResolvers<void>();
    running = turn.promise;
    try {
      await before;
      return own === newest ? await work(argument) : undefined;
    } finally {
      turn.resolve();
    }
  };
}
