/** A deployment that is given to another member of its group (docs/decisions/0091). */

import type { Identity } from '../../foundation/identity.ts';

/** The question whether somebody takes the deployment over. */
export interface Transfer {
  /** the subject of who is asked, a user of the owner's issuer; absent: any member of the group */
  readonly to?: string;
  readonly by: Identity;
  /** ISO 8601 instants, UTC */
  readonly since: string;
  /** nobody can accept after this instant */
  readonly expiresAt: string;
}

/** The last answer to it: then the deployment became somebody else's. */
export interface Transferred {
  /** of the request that accepted it */
  readonly id: string;
  readonly from: Identity;
  readonly at: string;
}

/** How long a question stays open, in minutes: a week, and at most a month. */
export const usualMinutes = 7 * 24 * 60;
export const longestMinutes = 31 * 24 * 60;

/** The question, while it can be answered. */
export const openTransfer = ({ transfer }: { readonly transfer?: Transfer }, now: Date): Transfer | undefined =>
  transfer !== undefined && Date.parse(transfer.expiresAt) > now.getTime() ? transfer : undefined;

export const recipientInWords = ({ to }: Pick<Transfer, 'to'>): string => to ?? 'any member of its group';
