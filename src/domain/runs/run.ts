/** What somebody has run on a deployment that stands: a workflow of its template, or one operation (docs/decisions/0092). */

import type { Callee } from '../../tosca/bind-call.ts';
import type { Operation } from '../../tosca/topology.ts';

/** What was asked for. */
export type RunTarget = Callee;

/** In words, such as `the workflow backup` or `Standard.stop of web`. */
export const runInWords = (target: RunTarget): string =>
  'workflow' in target ? `the workflow ${target.workflow}` : callInWords(target);

export const callInWords = ({
  node,
  requirement,
  interface: face,
  operation,
}: Exclude<RunTarget, { readonly workflow: string }>): string =>
  `${face}.${operation} of ${node}${requirement === undefined ? '' : ` (${requirement})`}`;

/** One operation that a run calls, on all machines of a node. */
export interface Call {
  /** unique in the run */
  readonly key: string;
  readonly node: string;
  /** the target of the relationship that has the operation; absent: it is the node's own */
  readonly target?: string;
  /** the node on whose machines it runs */
  readonly at: string;
  /** where the template has it: secrets of its inputs are known by this */
  readonly place: string;
  /** with the inputs of this call */
  readonly operation: Operation;
  /** names of inputs that are secrets of this call, besides those that the template makes secrets */
  readonly secrets: readonly string[];
}

export type RunActivity =
  /** calls of one operation, on each node of a group */
  | { readonly is: 'call'; readonly what: string; readonly calls: readonly string[] }
  | { readonly is: 'state'; readonly what: string }
  | { readonly is: 'steps'; readonly what: string; readonly steps: readonly RunStep[] };

export interface RunStep {
  readonly name: string;
  readonly activities: readonly RunActivity[];
  readonly onSuccess: readonly string[];
  readonly onFailure: readonly string[];
}

/** What a run does, decided when it was accepted. */
export interface RunPlan {
  readonly what: string;
  readonly steps: readonly RunStep[];
  /** the calls in the deployer's own words; only the deployer reads it. It may hold secrets, so it is empty once the run is over */
  readonly calls: string;
}

/**
 * waiting  nothing of it has begun
 * running  it was sent, or a part of it was
 */
export const callStates = ['waiting', 'running', 'done', 'failed'] as const;
export type CallState = (typeof callStates)[number];

export const runStates = ['running', 'done', 'failed', 'stopped'] as const;
export type RunState = (typeof runStates)[number];

export const entryStates = [...callStates, 'skipped'] as const;

/** One activity of a run, for its readers. */
export interface RunEntry {
  /** names of the steps around it, from the outside in */
  readonly step: string;
  readonly what: string;
  readonly is: (typeof entryStates)[number];
  /** of a call: one for each machine to which it was sent */
  readonly machines?: readonly MachineRun[];
  /** why it failed before it was sent */
  readonly why?: string;
}

export interface MachineRun {
  readonly machine: string;
  readonly is: 'running' | 'done' | 'failed';
  readonly since: string;
  /** the deployer's id of it, such as that of a command of Systems Manager; absent: it was sent just now */
  readonly command?: string;
  /** what became of it, in the words of the deployer */
  readonly said?: string;
}

/** What is stored of a run, beside the templates. */
export interface Run {
  /** id of its operation */
  readonly id: string;
  readonly asked: RunTarget;
  /** ISO 8601 instant, UTC, milliseconds */
  readonly acceptedAt: string;
  readonly plan: RunPlan;
  /** absent: its workflow has not looked yet */
  readonly progress?: RunProgress;
}

/** How far a run is. Its workflow alone writes it. */
export interface RunProgress {
  readonly is: RunState;
  readonly entries: readonly RunEntry[];
  /** by their keys: calls that were over, and why those failed that were not sent. Absent: none is */
  readonly over?: { readonly [key: string]: { readonly is: 'done' | 'failed'; readonly why?: string } };
  /** since when a machine is waited for that takes no commands; absent: none is */
  readonly waitingAt?: string;
  /** when a look has first known that it is to stop: nothing was sent after that. Absent: nobody stops it */
  readonly stoppingAt?: string;
  /** why it failed or was stopped */
  readonly why?: string;
  readonly endedAt?: string;
  /** what the last look has found that was new, for the log and the timeline */
  readonly news?: {
    readonly at: string;
    /** by the place among the entries */
    readonly changed: readonly { readonly index: number; readonly line: string }[];
    readonly ended?: string;
  };
}
