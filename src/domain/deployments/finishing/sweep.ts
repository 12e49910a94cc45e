import type { Clock } from '../../../foundation/clock.ts';
import { CallbackFailedError } from '../../../foundation/errors.ts';
import { failuresOf } from '../../../foundation/failures-of.ts';
import { type Fields, log, logging } from '../../../foundation/log.ts';
import { sanitisedForLog } from '../../../foundation/sanitised-error.ts';
import { failedCheckMins, nextCheck } from '../record/deadlines.ts';
import type { AcceptedQueue, Execution, SweepQueue, Sweeps } from '../record/ports.ts';
import type { Settled } from './settle-operation.ts';

/**
 * Most checks of each kind in one run, each minute. With every kind at this number, the total stays below the limit of
 * Step Functions: ten DescribeExecution calls a second in the account (docs/decisions/0004).
 */
export const checksAtOnce = 100;

/** The same for what has not started an hour after it was accepted: there is hardly ever one. */
export const lateChecksAtOnce = 20;

/** How many checks run at the same time. */
const together = 10;

/** One kind of thing that has a workflow. */
export interface SweepTarget<T> {
  readonly sweepQueue: Pick<SweepQueue<T>, 'setNextCheck'>;
  /** minutes between two checks while the workflow runs; the first check comes that long after the start */
  readonly everyMins: number;
  /** the ids by which its lines in the log are found */
  idsOf(one: T): Fields;
  isOpen(one: T): boolean | Promise<boolean>;
  execution(one: T): Promise<Execution>;
  /** Resumes or ends it in place of its workflow. If it has ended, finishes what a dead process left undone. */
  settle(one: T, execution: Execution): Promise<Settled>;
}

export interface SweepCheckPorts {
  readonly clock: Clock;
  readonly sweeps: Sweeps;
  /** true on a laptop, where a check costs nothing: first check half a minute after the start, then in every run */
  readonly checksEarly?: boolean;
}

/** No check before this time: the process that starts the workflow may not be done yet. */
const soonestMins = 0.5;

/** Checks that are due before this instant are made now. */
const horizon = ({ clock, checksEarly = false }: SweepCheckPorts, everyMins: number): Date =>
  checksEarly ? nextCheck(clock.now(), everyMins - soonestMins) : clock.now();

/**
 * Checks the workflow of each thing that is due, the oldest first, and settles what it left behind. AggregateError when
 * some could not be checked or settled: they are checked again some minutes later. When ten fail, the rest waits for the
 * next run.
 */
export const sweep = async <T>(
  ports: SweepCheckPorts,
  kind: SweepTarget<T> & { readonly sweepQueue: SweepQueue<T> },
): Promise<void> => {
  const due = await kind.sweepQueue.due(horizon(ports, kind.everyMins), checksAtOnce);
  await checkEach(due, kind.idsOf, (one) => check(ports, kind, one));
};

/**
 * The same for what was accepted an hour ago and has not started. Its workflow may have died in its first step, and no
 * second execution can have its name. If the workflow was never started, start-accepted.ts starts it.
 */
export const sweepLate = async <T>(
  ports: SweepCheckPorts,
  kind: SweepTarget<T> & { readonly sweepQueue: AcceptedQueue<T> },
): Promise<void> => {
  const late = await kind.sweepQueue.late(nextCheck(horizon(ports, kind.everyMins), -kind.everyMins), lateChecksAtOnce);
  await checkEach(late, kind.idsOf, async (one) => {
    const execution = await executionOf(kind, one);
    if (execution.state !== 'UNKNOWN') await check(ports, kind, one, execution);
  });
};

const checkEach = async <T>(
  all: readonly T[],
  idsOf: (one: T) => Fields,
  check: (one: T) => Promise<void>,
): Promise<void> => {
  const checked = (one: T) => logging(idsOf(one), () => check(one));
  const failures = await failuresOf(all, together, checked, (failed) => failed < together);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} workflows could not be checked`);
};

/** What has ended needs no workflow, so Step Functions is not asked. */
const executionOf = async <T>(kind: SweepTarget<T>, one: T): Promise<Execution> =>
  (await kind.isOpen(one)) ? kind.execution(one) : { state: 'SUCCEEDED' };

const check = async <T>(ports: SweepCheckPorts, kind: SweepTarget<T>, one: T, known?: Execution): Promise<void> => {
  const { clock, sweeps } = ports;
  try {
    const execution = known ?? (await executionOf(kind, one));
    if (execution.state === 'RUNNING')
      return await kind.sweepQueue.setNextCheck(one, nextCheck(clock.now(), kind.everyMins));
    const settled = await kind.settle(one, execution);
    counted(sweeps, settled, execution);
    const isOver = settled !== 'resumed' && settled !== 'waiting';
    await kind.sweepQueue.setNextCheck(one, isOver ? undefined : nextCheck(clock.now(), failedCheckMins));
  } catch (error) {
    log('WARN', 'a workflow could not be checked', { error: sanitisedForLog(error) });
    if (error instanceof CallbackFailedError) sweeps.swept(); // only the callback failed; the next check queues it
    await kind.sweepQueue.setNextCheck(one, nextCheck(clock.now(), failedCheckMins));
    throw error;
  }
};

/** Log lines for what a sweep ended. */
export const sweepLogLines = {
  ended: 'ended the operation of a dead workflow',
  finished: 'ended work that a finished operation had left in progress',
} as const;

const counted = (sweeps: Sweeps, settled: Settled, { state, error }: Execution): void => {
  const ended = { state, ...(error !== undefined && { endedBy: error }) };
  if (settled === 'ended') {
    log('WARN', sweepLogLines.ended, ended);
    sweeps.swept();
  }
  if (settled === 'finished') {
    log('WARN', sweepLogLines.finished);
    sweeps.swept();
  }
  if (settled === 'resumed') {
    log('WARN', 'resumed an interrupted workflow in another execution', ended);
    sweeps.resumed();
  }
};
