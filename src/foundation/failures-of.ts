/**
 * Does `work` for all things, `together` at the same time; returns the errors. `mayGoOn` is asked before each lot, with the
 * number of errors so far; what is left out then is the caller's to repeat.
 */
export const failuresOf = async <T>(
  all: readonly T[],
  together: number,
  work: (one: T) => Promise<void>,
  mayGoOn: (failures: number) => boolean = () => true,
): Promise<readonly unknown[]> => {
  const failures: unknown[] = [];
  for (let from = 0; from < all.length && mayGoOn(failures.length); from += together) {
    const outcomes = await Promise.allSettled(all.slice(from, from + together).map(work));
    failures.push(...outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])));
  }
  return failures;
};
