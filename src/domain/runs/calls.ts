/** How the lifecycle has a deployer run what was called, and what that has seen. */

import type { CallState, MachineRun, RunProgress } from './run.ts';

export interface CallsOrder {
  /** id of the operation: the same call in another run is another one */
  readonly run: string;
  /** what its planner made of the calls */
  readonly calls: string;
  /** when the run began */
  readonly since: string;
  /** what ranking made of the template in force, as in `configure` */
  readonly blueprint?: () => Promise<string | undefined>;
  /** since when a machine is waited for; absent: none was in the look before */
  readonly waitingAt?: string | undefined;
  /** by their keys: calls that were seen to be over. They stay so, whatever becomes of their machines */
  readonly over: CallsOver;
  /** true: what runs is cancelled, and nothing begins any more */
  readonly stops: boolean;
  next(seen: ReadonlyMap<string, CallState>): Next;
}

export type CallsOver = NonNullable<RunProgress['over']>;

export interface Next {
  /** keys of the calls that may begin, or whose beginning goes on */
  readonly due: readonly string[];
  /** nothing is left to do, so that what was given to machines for it may go; what is stopped is over once nothing of it runs */
  readonly isOver: boolean;
}

export interface SeenCall {
  readonly is: CallState;
  readonly machines: readonly MachineRun[];
  /** why it failed before it was sent */
  readonly why?: string;
}

export interface SeenCalls {
  /** by the keys of the calls */
  readonly calls: ReadonlyMap<string, SeenCall>;
  /** something was sent that is not over */
  readonly isBusy: boolean;
  /** what is waited for, in words; empty: nothing but what runs */
  readonly waitsFor: string;
}
