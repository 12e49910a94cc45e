import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import type { Clock, Ids, Passwords } from '../../foundation/clock.ts';

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

/** Waits this many milliseconds, in real time. */
export const realPause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** UUIDv7 (RFC 9562 section 5.7), ascending within a process. */
export const systemIds: Ids = { next: () => v7() };

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random letters and digits from the operating system's generator. */
export const systemPasswords: Passwords = {
  next: (length) => Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
};
