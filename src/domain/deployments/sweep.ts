import { CallbackFailedError } from '../errors.ts';
import { type Fields, log, logging } from '../log.ts';
import { told } from '../told.ts';
import { failedLookMins, nextLook } from './deadlines.ts';
import { deathAs } from './end-abandoned.ts';
import type { Failure } from './operation.ts';
import type { Clock, ExecutionState, Sweeps, UnderWay } from './ports.ts';

/**
 * Of each of three kinds in a run, which is once a minute: with all of them at work that is below what Step Functions answers,
 * ten DescribeExecution a second in the account (docs/decisions/0004).
 */
export const looksAtOnce = 150;

/** Of those, how many at the same time. */
const together = 10;

/** One kind of what has a workflow. */
export interface Swept<T> {
  readonly underWay: UnderWay<T>;
  /** by which its lines in the log are found */
  idsOf(one: T): Fields;
  isOpen(one: T): boolean | Promise<boolean>;
  state(one: T): Promise<ExecutionState>;
  /**
   * Ends it in the stead of its workflow, and says whether it had to; of what is at rest it finishes what a process that died
   * has left. A repeat is harmless.
   */
  end(one: T, failure: Failure): Promise<boolean>;
}

interface Ports {
  readonly clock: Clock;
  readonly sweeps: Sweeps;
}

/**
 * Asks after the workflow of each that is due, the oldest first, and ends what it has left behind. AggregateError when some
 * could not be asked after, or ended: their turn comes again in some minutes. When ten fail the rest waits for the next run.
 */
export const sweep = async <T>(ports: Ports, kind: Swept<T>): Promise<void> => {
  const due = await kind.underWay.due(ports.clock.now(), looksAtOnce);
  const failures: unknown[] = [];
  for (let from = 0; from < due.length && failures.length < together; from += together) {
    const some = due.slice(from, from + together);
    const looks = await Promise.allSettled(some.map((one) => logging(kind.idsOf(one), () => look(ports, kind, one))));
    failures.push(...looks.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} workflows could not be looked after`);
};

const look = async <T>({ clock, sweeps }: Ports, kind: Swept<T>, one: T): Promise<void> => {
  try {
    const state = (await kind.isOpen(one)) ? await kind.state(one) : 'SUCCEEDED';
    if (state === 'RUNNING') return await kind.underWay.lookAgain(one, nextLook(clock.now()));
    if (await kind.end(one, deathAs(state))) {
      log('WARN', 'ended what a workflow had left that was dead', { state });
      sweeps.swept();
    }
    await kind.underWay.lookAgain(one, undefined);
  } catch (error) {
    log('WARN', 'workflow not looked after', { error: told(error) });
    if (error instanceof CallbackFailedError) sweeps.swept(); // all is done but the callback, which the next look queues
    await kind.underWay.lookAgain(one, nextLook(clock.now(), failedLookMins));
    throw error;
  }
};
