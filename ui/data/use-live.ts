import { useEffect, useMemo } from 'preact/hooks';
import { type Live, poll, type Surroundings } from './live.ts';
import { sendOnce } from './service.ts';

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
      const timer = setTimeout(resolve, milliseconds);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
};

/** Follows a path of the API while the component is shown. `pauseAfter` gives milliseconds. */
export const useLive = <Value>(path: string, pauseAfter: (value: Value) => number): Live<Value> => {
  const live = useMemo(() => poll<Value>(path, pauseAfter, surroundings), [path]);
  useEffect(() => () => live.stop(), [live]);
  return live;
};
