import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../foundation/clock.ts';

/** What a repository needs: its table, and the world's time and chance. */
export interface TablePorts {
  readonly client: DynamoDBDocumentClient;
  /** the table's name */
  readonly table: string;
  readonly clock: Clock;
  /** waits between repeats; default: real time, with full jitter */
  readonly backOff?: BackOff;
  /** a text that no other write bears; default: a random UUID */
  readonly newToken?: () => string;
}

export const newToken = ({ newToken: next = randomUUID }: TablePorts): string => next();

/** Waits before repeat `attempt`, from 1. */
export type BackOff = (attempt: number) => Promise<void>;

/** A write, or its repeat, is given up after this many tries: about 3 seconds of waiting at most. */
export const tries = 8;

/** Full jitter, doubling from 20 ms up to a second: those who met once are unlikely to meet again. */
export const jitter =
  (sleep: (ms: number) => Promise<void>, random: () => number = Math.random): BackOff =>
  (attempt) =>
    sleep(random() * Math.min(1_000, 20 * 2 ** attempt));

export const realBackOff = jitter((ms) => new Promise((resolve) => setTimeout(resolve, ms)));
