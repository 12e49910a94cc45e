import { type Fields, log, logging } from './log.ts';
import { told } from './sanitised-error.ts';

interface Work<T> {
  /** what every line that is written meanwhile belongs to */
  idsOf(thing: T): Fields;
  run(thing: T): Promise<void>;
  /** the line when it is done, and when it failed */
  readonly done: string;
  readonly failed: string;
}

/** Does one thing after the other and leaves a line for each, by which it is found; answers what failed. */
export const eachLogged = async <T>(things: readonly T[], work: Work<T>): Promise<readonly unknown[]> => {
  const failures: unknown[] = [];
  const one = async (thing: T): Promise<void> => {
    try {
      await work.run(thing);
      log('INFO', work.done);
    } catch (error) {
      failures.push(error);
      log('WARN', work.failed, { error: told(error) });
    }
  };
  for (const thing of things) await logging(work.idsOf(thing), () => one(thing));
  return failures;
};
