import type { Identity } from '../../foundation/identity.ts';
import type { Interrupted } from '../deployments/record/deployment.ts';

export const backfillStatuses = ['RUNNING', 'COMPLETE', 'STOPPED', 'FAILED'] as const;
type BackfillStatus = (typeof backfillStatuses)[number];

/**
 * A schedule that is applied to the files that are already there (docs/decisions/0048). It walks through the names of a
 * bucket in their order, and what it has done is recorded after each page of names.
 */
export interface Backfill {
  /** UUIDv7 text */
  readonly id: string;
  readonly scheduleId: string;
  /** ISO 8601 instants, UTC, milliseconds */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: Identity;
  /** the bucket */
  readonly scope: string;
  /** names of files begin with it; empty: all files */
  readonly prefix: string;
  readonly status: BackfillStatus;
  /** why it is STOPPED or FAILED */
  readonly statusReason?: string;
  /** the last name that was looked at; absent: none yet */
  readonly after?: string;
  /** how many files were looked at, matched, and became events by this backfill; others had an event already */
  readonly seen: number;
  readonly matching: number;
  readonly started: number;
  /** interruptions of its workflow; absent: none */
  readonly interrupted?: Interrupted;
}

export const idsOfBackfill = ({ id: backfillId, scheduleId }: Backfill) => ({ backfillId, scheduleId });

/** What one page of names has added. */
export type BackfillChanges = {
  readonly [K in keyof Pick<
    Backfill,
    'status' | 'statusReason' | 'after' | 'seen' | 'matching' | 'started' | 'interrupted'
  >]?: Backfill[K];
};
