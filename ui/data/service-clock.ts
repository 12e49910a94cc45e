import { signal } from '@preact/signals';
import { aheadAfter } from '../../client/service-clock.ts';

/** Milliseconds by which the clock of this device is ahead of the service. */
export const ahead = signal(0);

/** Learns the time of the service from an answer. */
export const learnClock = ({ headers }: Response): void => {
  ahead.value = aheadAfter(ahead.peek(), headers, Date.now());
};

export const serviceTime = (): number => Date.now() - ahead.peek();
