import { failuresOf } from './failures-of.ts';
import { type Fields, log, logging } from './log.ts';
import { sanitisedForLog } from './sanitised-error.ts';

interface Work<T> {
  /** fields of every line that is written meanwhile */
  idsOf(thing: T): Fields;
  run(thing: T): Promise<void>;
  /** the line after a success, and after a failure */
  readonly done: string;
  readonly failed: string;
  /** how many at the same time; absent: one after another */
  readonly together?: number;
  /** asked before each lot; what is left out then is the caller's to repeat */
  mayGoOn?(): boolean;
}

/** Does all things and writes a log line for each; returns the errors. */
export const eachLogged = <T>(things: readonly T[], work: Work<T>): Promise<readonly unknown[]> => {
  const one = async (thing: T): Promise<void> => {
    try {
      await work.run(thing);
      log('INFO', work.done);
    } catch (error) {
      log('WARN', work.failed, { error: sanitisedForLog(error) });
      throw error;
    }
  };
  const { together = 1, mayGoOn } = work;
  return failuresOf(things, together, (thing) => logging(work.idsOf(thing), () => one(thing)), mayGoOn);
};
