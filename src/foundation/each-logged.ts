import { type Fields, log, logging } from './log.ts';
import { sanitisedForLog } from './sanitised-error.ts';

interface Work<T> {
  /** fields of every line that is written meanwhile */
  idsOf(thing: T): Fields;
  run(thing: T): Promise<void>;
  /** the line after a success, and after a failure */
  readonly done: string;
  readonly failed: string;
}

/** Does one thing after another and writes a log line for each; returns the errors. */
export const eachLogged = async <T>(things: readonly T[], work: Work<T>): Promise<readonly unknown[]> => {
  const failures: unknown[] = [];
  const one = async (thing: T): Promise<void> => {
    try {
      await work.run(thing);
      log('INFO', work.done);
    } catch (error) {
      failures.push(error);
      log('WARN', work.failed, { error: sanitisedForLog(error) });
    }
  };
  for (const thing of things) await logging(work.idsOf(thing), () => one(thing));
  return failures;
};
