import { signal } from '@preact/signals';
import { ago, duration } from './durations.ts';

/** The present time, for everything that counts seconds: one timer for the whole page. */
export const now = signal(Date.now());

export const startClock = (): void => {
  setInterval(() => {
    if (!document.hidden) now.value = Date.now();
  }, 1_000);
};

const exact = (at: string): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** How long ago something was; the exact time is its tooltip. */
export const Ago = ({ at }: { at: string }) => (
  <time dateTime={at} title={exact(at)}>
    {ago(now.value - Date.parse(at))}
  </time>
);

/** How long something takes or took: from an instant to another, or to now. */
export const Elapsed = ({ from, to }: { from: string; to?: string | undefined }) => (
  <time title={`since ${exact(from)}`}>
    {duration((to === undefined ? now.value : Date.parse(to)) - Date.parse(from))}
  </time>
);
