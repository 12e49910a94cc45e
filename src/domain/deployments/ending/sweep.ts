import type { Clock } from '../../../foundation/clock.ts';
import { CallbackFailedError } from '../../../foundation/errors.ts';
import { type Fields, log, logging } from '../../../foundation/log.ts';
import { told } from '../../../foundation/sanitised-error.ts';
import { failedLookMins, nextLook } from '../record/deadlines.ts';
import type { Begun, Execution, Sweeps, UnderWay } from '../record/ports.ts';
import type { Settled } from './settle-operation.ts';

/**
 * Of each kind in a run, which is once a minute: with all of them at work that is below what Step Functions answers, ten
 * DescribeExecution a second in the account (docs/decisions/0004).
 */
export const looksAtOnce = 100;

/** The same of what nobody has begun, an hour after it was accepted: there is hardly ever one. */
export const lateLooksAtOnce = 20;

/** Of those, how many at the same time. */
const together = 10;

/** One kind of what has a workflow. */
export interface Swept<T> {
  readonly underWay: Pick<UnderWay<T>, 'lookAgain'>;
  /** between two looks at one whose workflow runs; the first comes as long after it began */
  readonly everyMins: number;
  /** by which its lines in the log are found */
  idsOf(one: T): Fields;
  isOpen(one: T): boolean | Promise<boolean>;
  execution(one: T): Promise<Execution>;
  /** Goes on with it, or ends it, in the stead of its workflow; of what is at rest it finishes what a process that died has left. */
  settle(one: T, execution: Execution): Promise<Settled>;
}

export interface LookPorts {
  readonly clock: Clock;
  readonly sweeps: Sweeps;
  /** where a look costs nothing, on a laptop: half a minute after it began, and in every run */
  readonly looksEarly?: boolean;
}

/** Before whoever began it is surely done with that, nothing may be looked at. */
const soonestMins = 0.5;

/** What is due before this instant is looked at now. */
const horizon = ({ clock, looksEarly = false }: LookPorts, everyMins: number): Date =>
  looksEarly ? nextLook(clock.now(), everyMins - soonestMins) : clock.now();

/**
 * Asks after the workflow of each that is due, the oldest first, and settles what it has left behind. AggregateError when some
 * could not be asked after, or settled: their turn comes again in some minutes. When ten fail the rest waits for the next run.
 */
export const sweep = async <T>(
  ports: LookPorts,
  kind: Swept<T> & { readonly underWay: UnderWay<T> },
): Promise<void> => {
  const due = await kind.underWay.due(horizon(ports, kind.everyMins), looksAtOnce);
  await lookAtEach(due, kind.idsOf, (one) => look(ports, kind, one));
};

/**
 * The same for what was accepted an hour ago, and nobody has begun: its workflow may have died in its first step, under the
 * name that no second one can have. One that was never started is left to those who start it.
 */
export const sweepLate = async <T>(
  ports: LookPorts,
  kind: Swept<T> & { readonly underWay: Begun<T> },
): Promise<void> => {
  const late = await kind.underWay.late(nextLook(horizon(ports, kind.everyMins), -kind.everyMins), lateLooksAtOnce);
  await lookAtEach(late, kind.idsOf, async (one) => {
    const execution = await executionOf(kind, one);
    if (execution.state !== 'UNKNOWN') await look(ports, kind, one, execution);
  });
};

const lookAtEach = async <T>(
  all: readonly T[],
  idsOf: (one: T) => Fields,
  look: (one: T) => Promise<void>,
): Promise<void> => {
  const failures: unknown[] = [];
  for (let from = 0; from < all.length && failures.length < together; from += together) {
    const some = all.slice(from, from + together);
    const looks = await Promise.allSettled(some.map((one) => logging(idsOf(one), () => look(one))));
    failures.push(...looks.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} workflows could not be looked after`);
};

/** What is at rest needs no workflow, and nobody is asked. */
const executionOf = async <T>(kind: Swept<T>, one: T): Promise<Execution> =>
  (await kind.isOpen(one)) ? kind.execution(one) : { state: 'SUCCEEDED' };

const look = async <T>(ports: LookPorts, kind: Swept<T>, one: T, known?: Execution): Promise<void> => {
  const { clock, sweeps } = ports;
  try {
    const execution = known ?? (await executionOf(kind, one));
    if (execution.state === 'RUNNING') return await kind.underWay.lookAgain(one, nextLook(clock.now(), kind.everyMins));
    const settled = await kind.settle(one, execution);
    counted(sweeps, settled, execution);
    const isOver = settled !== 'resumed' && settled !== 'waiting';
    await kind.underWay.lookAgain(one, isOver ? undefined : nextLook(clock.now(), failedLookMins));
  } catch (error) {
    log('WARN', 'workflow not looked after', { error: told(error) });
    if (error instanceof CallbackFailedError) sweeps.swept(); // all is done but the callback, which the next look queues
    await kind.underWay.lookAgain(one, nextLook(clock.now(), failedLookMins));
    throw error;
  }
};

/** What the log says of what a sweep had to end. */
export const sweptLines = {
  ended: 'ended the operation of a dead workflow',
  finished: 'ended what an operation had left under way',
} as const;

const counted = (sweeps: Sweeps, settled: Settled, { state, error }: Execution): void => {
  const ended = { state, ...(error !== undefined && { endedBy: error }) };
  if (settled === 'ended') {
    log('WARN', sweptLines.ended, ended);
    sweeps.swept();
  }
  if (settled === 'finished') {
    log('WARN', sweptLines.finished);
    sweeps.swept();
  }
  if (settled === 'resumed') {
    log('WARN', 'another execution goes on for a workflow that was cut off', ended);
    sweeps.resumed();
  }
};
