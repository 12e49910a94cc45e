import { v7 } from 'uuid';
import type { Clock, Ids } from '../domain/clock.ts';

/** The time of the machine. */
export const systemClock: Clock = { now: () => new Date() };

/** UUIDv7 (RFC 9562 section 5.7), in ascending order within a process. */
export const systemIds: Ids = { next: () => v7() };
