import * as v from 'valibot';
import { finalErrors } from '../domain/deployments/record/final-errors.ts';
import type { Failure } from '../domain/deployments/record/operation.ts';
import {
  heldPauseSeconds,
  nearPauseSeconds,
  pauseSeconds,
  unreachablePauseSeconds,
} from '../domain/deployments/record/pauses.ts';
import type { Clock } from '../foundation/clock.ts';
import { NotReadyError } from '../foundation/errors.ts';
import { alsoLogging, log } from '../foundation/log.ts';
import { nameOf, sanitisedForLog } from '../foundation/sanitised-error.ts';
import { messageForCaller } from '../foundation/sanitised-for-caller.ts';
import { task } from './task.ts';

/**
 * The answer of a step that may have to be repeated; the workflow chooses by it (docs/decisions/0027):
 * done            go on
 * look            pause, then call again in the same run of the workflow `poll`
 * again           pause, then end this run; the next run calls again
 * rest            pause in the workflow itself, which costs less for a long pause
 * <error's name>  the outcome is final: `failure` says why
 */
export type PollAnswer =
  | { readonly next: 'done' }
  | { readonly next: 'look' | 'again' | 'rest'; readonly pauseSeconds: number }
  | { readonly next: string; readonly failure: Failure };

/**
 * An Express workflow is stopped after five minutes, without an answer. A call that starts by this second can still take
 * two tries, a minute each.
 */
export const lastPollSeconds = 150;

/** Second by which a run of `poll` must have ended, including its last pause. */
export const endSeconds = 280;

/** The longest pause within a run of `poll`. */
const longestHere = 60;

interface Waiting {
  /** instant at which the wait started: the start of the workflow */
  readonly since: string;
  /** instant at which this run of `poll` started; absent: the workflow calls the step itself */
  readonly from?: string | undefined;
}

export interface PollOptions {
  /** seconds before the next call, by the seconds waited so far; default: pauses.ts */
  readonly pause?: (waitedSeconds: number) => number;
}

/**
 * A workflow step that is repeated until it is done. "Not yet" and final errors are answers, so that an error of a
 * function always means a fault. NotReadyError, DeadlineNearError, ProviderUnavailableError and PausedError ask for a pause; a final
 * error is answered by name. Other errors are thrown. An execution of an older release gets the answers that it expects:
 * `asBefore`.
 */
export const poll = <Schema extends v.GenericSchema, Ports>(
  schema: Schema,
  run: (ports: Ports) => (input: v.InferOutput<Schema>) => Promise<unknown>,
  { pause = pauseSeconds }: PollOptions = {},
) => {
  const event = v.object({ since: v.string(), from: v.optional(v.string()), input: schema });
  return task(v.union([event, schema]), (ports: Ports & { readonly clock: Clock }) => {
    const step = run(ports);
    return async (given): Promise<unknown> => {
      const { input, ...waiting } = given as Partial<Waiting> & { readonly input?: v.InferOutput<Schema> };
      if (!isWaiting(waiting)) return step(given as v.InferOutput<Schema>).catch(asBefore);
      try {
        await step(input as v.InferOutput<Schema>);
        return { next: 'done' };
      } catch (error) {
        return said(error, waiting, ports.clock.now(), pause);
      }
    };
  });
};

const isWaiting = (waiting: Partial<Waiting>): waiting is Waiting => waiting.since !== undefined;

/**
 * An execution that was started by a release before 0027 passes the input alone, and waits by errors: it retries
 * NotReadyError and DeadlineNearError. Some of these releases do not know ProviderUnavailableError, and some destroy
 * after an unknown error.
 */
const asBefore = (error: unknown): never => {
  throw nameOf(error) === 'ProviderUnavailableError' ? new NotReadyError(messageForCaller(error)) : error;
};

const said = (error: unknown, waiting: Waiting, now: Date, pause: (waited: number) => number): PollAnswer => {
  const name = nameOf(error);
  const waited = secondsSince(waiting.since, now);
  if (name === 'NotReadyError') return notYet(error, waiting, now, isSoon(error) ? 1 : pause(waited));
  if (name === 'DeadlineNearError') return notYet(error, waiting, now, Math.min(nearPauseSeconds, pause(waited)));
  if (name === 'ProviderUnavailableError') return notYet(error, waiting, now, unreachablePauseSeconds);
  if (name === 'PausedError') return notYet(error, waiting, now, heldPauseSeconds);
  if (!finalErrors.includes(name)) throw error;
  if (name !== 'OperationSupersededError') log('WARN', 'decided', { error: sanitisedForLog(error) });
  alsoLogging({ next: name });
  return { next: name, failure: { Error: name, Cause: messageForCaller(error) } };
};

const isSoon = (error: unknown): boolean => error instanceof NotReadyError && error.soon;

const notYet = (error: unknown, { from }: Waiting, now: Date, seconds: number): PollAnswer => {
  const polled = from === undefined ? undefined : secondsSince(from, now);
  const next = nextOf(polled, seconds);
  alsoLogging({ next, why: error instanceof Error ? messageForCaller(error) : nameOf(error) });
  const left = Math.max(1, Math.floor(endSeconds - (polled ?? 0)));
  return { next, pauseSeconds: next === 'again' ? Math.min(seconds, left) : seconds };
};

/** `polled`: seconds since this run of `poll` started; undefined: the workflow calls the step itself. */
export const nextOf = (polled: number | undefined, pause: number): 'look' | 'again' | 'rest' => {
  if (polled === undefined || pause > longestHere) return 'rest';
  return polled + pause <= lastPollSeconds ? 'look' : 'again';
};

const secondsSince = (instant: string, now: Date): number => (now.getTime() - Date.parse(instant)) / 1000;
