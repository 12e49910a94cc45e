import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type Live, poll, type Surroundings } from './live.ts';
import { sendOnce } from './service.ts';

const longestTimer = 2 ** 31;

const surroundings: Surroundings = {
  send: sendOnce,
  now: () => Date.now(),
  random: () => Math.random(),
  isHidden: () => document.hidden,
  onReturn: (listener) => {
    const shown = (): void => {
      if (!document.hidden) listener();
    };
    document.addEventListener('visibilitychange', shown);
    addEventListener('online', listener);
    return () => {
      document.removeEventListener('visibilitychange', shown);
      removeEventListener('online', listener);
    };
  },
  wait: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      // a browser takes a longer time for none at all
      const timer = milliseconds < longestTimer ? setTimeout(resolve, milliseconds) : undefined;
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
};

/** Follows a path of the API until it is stopped. `pauseAfter` gives milliseconds. */
export const pollOnPage = <Value>(path: string, pauseAfter: (value: Value) => number): Live<Value> =>
  poll<Value>(path, pauseAfter, surroundings);

/** Follows a path of the API while the component is shown. `pauseAfter` gives milliseconds. */
export const useLive = <Value>(path: string, pauseAfter: (value: Value) => number): Live<Value> => {
  const live = useMemo(() => pollOnPage(path, pauseAfter), [path]);
  useEffect(() => () => live.stop(), [live]);
  return live;
};

const never = (): number => Number.POSITIVE_INFINITY;

/**
 * Reads a path of the API, and again whenever `version` becomes another one, such as a part of the view that counts it; in between
 * as `pauseAfter` says.
 */
export const useReadAgain = <Value>(
  path: string,
  version: unknown,
  pauseAfter: (value: Value) => number = never,
): Live<Value> => {
  const live = useLive<Value>(path, pauseAfter);
  const seen = useRef({ live, version });
  useEffect(() => {
    if (seen.current.live === live && seen.current.version !== version) live.refresh();
    seen.current = { live, version };
  }, [live, version]);
  return live;
};
