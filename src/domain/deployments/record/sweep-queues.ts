/** The ports of the sweep: what is in progress, and the states of its workflows. */

import type { Deployment, Interrupted } from './deployment.ts';
import type { ActionRef } from './workflows.ts';

/**
 * Things that have started and not ended, each with the instant of its next check. The check asks whether the workflow
 * is alive.
 */
export interface SweepQueue<T> {
  /** those whose check was due before this instant, the oldest first, at most `limit` */
  due(before: Date, limit: number): Promise<readonly T[]>;
  /**
   * Next check at `at`; undefined removes it from the checks. Writes nothing if it is gone or someone else has taken it
   * meanwhile.
   */
  setNextCheck(one: T, at: Date | undefined): Promise<void>;
}

/** The same for things that are first accepted and then wait for a workflow to start them. */
export interface AcceptedQueue<T> extends SweepQueue<T> {
  /**
   * What was accepted before this instant and has not started. `setNextCheck` moves it to the started ones or removes it.
   */
  late(acceptedBefore: Date, limit: number): Promise<readonly T[]>;
}

export interface ActionSweepQueue extends SweepQueue<ActionRef> {
  /** Called before the action's workflow starts: no action may start without checks. */
  register(action: ActionRef, from: Date): Promise<void>;
}

/** A callback that was queued, and is neither sent nor given up. */
export interface CallbackRef {
  readonly notificationId: string;
  /** absent: never interrupted */
  readonly interrupted?: Interrupted | undefined;
}

export interface CallbackSweepQueue extends SweepQueue<CallbackRef> {
  /** Called before the callback's workflow starts: no callback may start without checks. */
  register(notificationId: string, from: Date): Promise<void>;
  /**
   * Records one more interruption of its workflow. ConflictError unless the number of interruptions is still that of
   * `seen`.
   */
  interrupt(seen: CallbackRef, interrupted: Interrupted): Promise<void>;
}

/** RUNNING, or how it ended. UNKNOWN: there is no execution of that name, or its history is gone (after 90 days). */
export type ExecutionState = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED' | 'UNKNOWN';

export interface Execution {
  readonly state: ExecutionState;
  /** the name of the error that ended it */
  readonly error?: string | undefined;
  /** details of that error; in AWS a JSON document of Lambda, or of a nested execution */
  readonly cause?: string | undefined;
}

/** The states of workflow executions. UnavailableError. */
export interface Executions {
  ofOperation(deployment: Deployment): Promise<Execution>;
  ofAction(action: ActionRef): Promise<Execution>;
  /** the execution of fire-schedule for the operation whose deployment it makes; its name comes from execution-name.ts */
  ofEvent(executionName: string): Promise<Execution>;
  ofCallback(callback: CallbackRef): Promise<Execution>;
}

/** Counts what the sweep had to do because a workflow was dead. */
export interface Sweeps {
  /** the sweep ended what the workflow had left unfinished */
  swept(): void;
  /** the sweep started another execution, which resumes the work */
  resumed(): void;
}

/** Deployments whose entries in the lists by label are incomplete, since a process died. */
export interface LabelSweep {
  /** ids of those that have waited since before this instant, at most `limit` */
  due(before: Date, limit: number): Promise<readonly string[]>;
  /** UnavailableError */
  complete(deploymentId: string): Promise<void>;
}
