/** Data that stays true without a reload: polled with an ETag, politely. */

import { type ReadonlySignal, signal } from '@preact/signals';
import { bodyOf } from '../../client/answer.ts';
import type { Send } from '../../client/calls.ts';
import { ToscaniniError } from '../../client/errors.ts';
import { isFinal, pauseAfterFailures } from './passing.ts';

export interface Live<Value> {
  /** the last answer; undefined until the first one */
  readonly value: ReadonlySignal<Value | undefined>;
  /** why the last question had no good answer; the value before it stays */
  readonly problem: ReadonlySignal<ToscaniniError | undefined>;
  /** milliseconds since 1970 of the last good answer */
  readonly reachedAt: ReadonlySignal<number | undefined>;
  /** Asks at once, such as after a change. */
  refresh(): void;
  stop(): void;
}

/** What the poller takes from its surroundings, so that tests need no real time. */
export interface Surroundings {
  readonly send: Send;
  readonly now: () => number;
  readonly random: () => number;
  readonly isHidden: () => boolean;
  /** Calls back when the page becomes visible, or the network comes back. */
  readonly onReturn: (listener: () => void) => () => void;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

interface Answered {
  readonly etag: string | undefined;
  readonly value: unknown;
  /** milliseconds since 1970 */
  readonly at: number;
}

/** The last answers by path: a page that is opened again shows at once what it showed. */
const answers = new Map<string, Answered>();
/** A list of 200 rows and what was open before it. */
const mostAnswers = 300;

const remember = (path: string, answer: Answered): void => {
  answers.delete(path);
  answers.set(path, answer);
  const [oldest] = answers.keys();
  if (answers.size > mostAnswers && oldest !== undefined) answers.delete(oldest);
};

/** What was last answered to a path of the API, if anything asked. */
export const lastAnswer = <Value>(path: string): Value | undefined => answers.get(path)?.value as Value | undefined;

/** Forgets all answers: somebody else may be signed in now. */
export const forgetAnswers = (): void => answers.clear();

const hiddenPause = 60_000;
/** After this time hardly anybody looks: a page in sight asks as seldom as a hidden one, and a hidden one no more. */
const longestWatch = 12 * 60 * 60 * 1000;

/** How long to wait, in milliseconds: longer after failures and where nobody looks, and never all pages at the same moment. */
const politePause = (pause: number, { isHidden, random }: Surroundings): number =>
  (isHidden() ? Math.max(pause, hiddenPause) : pause) * (0.8 + 0.4 * random());

/** Asks once, and remembers a new answer. */
const ask = async (path: string, { send, now }: Surroundings, ended: AbortSignal): Promise<void> => {
  // a list has an ETag only for a request that names one: the empty one is nobody's
  const known = answers.get(path);
  const response = await send(path, { headers: { 'If-None-Match': known?.etag ?? '""' }, signal: ended });
  // other answers may have taken its place meanwhile
  if (response.status === 304 && known !== undefined) return remember(path, { ...known, at: now() });
  const value = await bodyOf<object>(response, path, 'object');
  remember(path, { etag: response.headers.get('etag') ?? undefined, value, at: now() });
};

/** Polls a path of the API. `pauseAfter` says how long to wait after an answer, in milliseconds. */
export const poll = <Value>(
  path: string,
  pauseAfter: (value: Value) => number,
  surroundings: Surroundings,
): Live<Value> => {
  const { now, onReturn, wait, isHidden } = surroundings;
  const value = signal(lastAnswer<Value>(path));
  const problem = signal<ToscaniniError | undefined>(undefined);
  const reachedAt = signal(answers.get(path)?.at);
  const ended = new AbortController();
  let pausing = new AbortController();
  let failures = 0;

  const askOnce = async (): Promise<void> => {
    try {
      await ask(path, surroundings, ended.signal);
      value.value = lastAnswer(path);
      reachedAt.value = answers.get(path)?.at;
      problem.value = undefined;
      failures = 0;
    } catch (error) {
      if (ended.signal.aborted) return;
      if (!(error instanceof ToscaniniError)) throw error;
      problem.value = error;
      failures += 1;
    }
  };

  let active = false;
  const run = async (): Promise<void> => {
    active = true;
    const began = now();
    const isLong = (): boolean => now() - began >= longestWatch;
    while (!ended.signal.aborted && !(isLong() && isHidden())) {
      pausing = new AbortController();
      await askOnce();
      // the page was left: there may be no value yet
      if (ended.signal.aborted) break;
      if (problem.value !== undefined && isFinal(problem.value)) break;
      const usual = failures > 0 ? pauseAfterFailures(failures, problem.value) : pauseAfter(value.peek() as Value);
      const pause = politePause(usual, surroundings);
      await wait(isLong() ? Math.max(pause, hiddenPause) : pause, AbortSignal.any([pausing.signal, ended.signal]));
    }
    active = false;
  };

  const refresh = (): void => {
    pausing.abort();
    if (!active && !ended.signal.aborted) void run();
  };
  const stopListening = onReturn(refresh);
  void run();
  const stop = (): void => {
    stopListening();
    ended.abort();
  };
  return { value, problem, reachedAt, refresh, stop };
};
