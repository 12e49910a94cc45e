import type { Chance } from '../schedules/chance.ts';
import type { Ledger } from './ledger.ts';
import type { Mishaps } from './mishaps.ts';
import type { Receiver } from './receiver.ts';
import type { Stack } from './stack.ts';
import type { User } from './user.ts';

/** All that a run consists of. */
export interface World {
  readonly stack: Stack;
  readonly ledger: Ledger;
  readonly receiver: Receiver;
  readonly dice: Chance;
  readonly users: readonly User[];
  /** what went wrong on purpose so far */
  readonly mishaps: Mishaps;
  /** how long traffic and mishaps last */
  readonly minutes: number;
}

/** One thing that a client does. */
export type Action = (world: World, user: User) => Promise<void>;
