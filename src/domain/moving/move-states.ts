/** What is known of all moves of the installation: docs/decisions/0089. */

import type { Identity } from '../../foundation/identity.ts';
import type { Switch } from '../operators/switches.ts';

/** A move that was accepted, or is about to be. */
export interface MoveSlot {
  readonly deploymentId: string;
  readonly operationId: string;
  /** ISO 8601 instant, UTC */
  readonly at: string;
}

/** An administrator has stopped all moves. */
export interface MovesStopped {
  readonly since: string;
  readonly by: Identity;
  /** told to everybody whose deployment would move */
  readonly reason?: string | undefined;
}

export interface MoveStates {
  /** UnavailableError */
  inProgress(): Promise<{ readonly version: number; readonly moves: readonly MoveSlot[] }>;
  /** False: somebody else has written since that version; UnavailableError */
  replace(version: number, moves: readonly MoveSlot[]): Promise<boolean>;
  /** undefined: moves are not stopped; UnavailableError */
  stopped(): Promise<MovesStopped | undefined>;
  /** As `replace` of a switch; UnavailableError */
  replaceStopped: Switch<MovesStopped>['replace'];
}
