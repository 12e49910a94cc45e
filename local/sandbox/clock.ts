/** Where the sandbox's time comes from, so that tests decide how it passes. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
