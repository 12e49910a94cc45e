import { computed, signal } from '@preact/signals';
import { ahead } from '../data/service-clock.ts';
import { ago, duration } from './durations.ts';

/** The present time, for everything that counts seconds: one timer for the whole page. */
export const now = signal(Date.now());

/** The same by the clock of the service, which has said when something was. */
export const serviceNow = computed(() => now.value - ahead.value);

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
    {ago(serviceNow.value - Date.parse(at))}
  </time>
);

/** How long something takes or took: from an instant to another, or to now. */
export const Elapsed = ({ from, to }: { from: string; to?: string | undefined }) => (
  <time title={`since ${exact(from)}`}>
    {duration((to === undefined ? serviceNow.value : Date.parse(to)) - Date.parse(from))}
  </time>
);
