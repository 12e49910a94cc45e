import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../foundation/clock.ts';
import { realPause } from '../environment/system.ts';

/** What a repository needs: its table, a clock, and sources of waits and random tokens. */
export interface TablePorts {
  readonly client: DynamoDBDocumentClient;
  /** name of the table */
  readonly table: string;
  readonly clock: Clock;
  /** true: each new event waits for those who are told of it (event-outbox.ts) */
  readonly publishesEvents?: boolean;
  /** waits before a retry; default: real time, with full jitter */
  readonly backOff?: BackOff;
  /** makes a text that no other write has; default: a random UUID */
  readonly newToken?: () => string;
}

export const newToken = ({ newToken: next = randomUUID }: TablePorts): string => next();

/** Waits before retry number `attempt`, from 1. */
export type BackOff = (attempt: number) => Promise<void>;

/** A write is given up after this many tries, which wait about 3 seconds in total at most. */
export const tries = 8;

/** Full jitter, doubling from 20 ms up to a second: two writers that met once are unlikely to meet again. */
export const jitter =
  (sleep: (ms: number) => Promise<void>, random: () => number = Math.random): BackOff =>
  (attempt) =>
    sleep(random() * Math.min(1_000, 20 * 2 ** attempt));

export const realBackOff = jitter(realPause);
