/** What the sweep needs: what is under way, and how its workflows stand. */

import type { Deployment, Interrupted } from './deployment.ts';
import type { ActionRef } from './workflows.ts';

/** What has begun and not ended, each with the instant from which it is to be asked whether its workflow lives. */
export interface UnderWay<T> {
  /** whose instant was before this one, the oldest first, `limit` of them at most */
  due(before: Date, limit: number): Promise<readonly T[]>;
  /** From that instant on again, undefined: not any more. Nothing is written when it is gone or another's meanwhile. */
  lookAgain(one: T, at: Date | undefined): Promise<void>;
}

/** The same of what can be accepted and wait for somebody to begin it. */
export interface Begun<T> extends UnderWay<T> {
  /** What nobody has begun, though it was accepted before this instant; a look takes it among what has begun, or out. */
  late(acceptedBefore: Date, limit: number): Promise<readonly T[]>;
}

export interface ActionsUnderWay extends UnderWay<ActionRef> {
  /** Before the action's workflow is started: what is not watched may not begin. */
  watch(action: ActionRef, from: Date): Promise<void>;
}

/** A callback that was queued, and neither sent nor given up. */
export interface CallbackRef {
  readonly notificationId: string;
  /** absent: never */
  readonly interrupted?: Interrupted | undefined;
}

export interface CallbacksUnderWay extends UnderWay<CallbackRef> {
  /** Before the callback's workflow is started: what is not watched may not begin. */
  watch(notificationId: string, from: Date): Promise<void>;
  /** Says that its workflow was cut off once more. ConflictError unless that was so as often as `seen` says. */
  interrupt(seen: CallbackRef, interrupted: Interrupted): Promise<void>;
}

/** RUNNING, or how it ended; UNKNOWN: there is none of that name, or its history is gone (after 90 days). */
export type ExecutionState = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED' | 'UNKNOWN';

export interface Execution {
  readonly state: ExecutionState;
  /** the name of the error that it ended with */
  readonly error?: string | undefined;
  /** what was said of that error; in the cloud a JSON document of Lambda, or of a nested execution */
  readonly cause?: string | undefined;
}

/** How the workflows stand. UnavailableError. */
export interface Executions {
  ofOperation(deployment: Deployment): Promise<Execution>;
  ofAction(action: ActionRef): Promise<Execution>;
  /** fire-schedule: of the operation that it makes a deployment for, under the name of execution-name.ts */
  ofEvent(executionName: string): Promise<Execution>;
  ofCallback(callback: CallbackRef): Promise<Execution>;
}

/** Counts what the sweep had to do, since a workflow was dead. */
export interface Sweeps {
  /** it ended what the workflow had left */
  swept(): void;
  /** it started another execution that goes on */
  resumed(): void;
}
