import type { Json, Node } from '../../tosca/topology.ts';
import type { RetryRule } from './retry-rules.ts';

/** What a node asks for, before a queue is known. `undefined`: the template does not say. */
export interface RequestedJob {
  readonly image?: string | undefined;
  readonly command?: readonly string[] | undefined;
  readonly cpus?: number | undefined;
  /** bytes */
  readonly memory?: number | undefined;
  /** bytes that it may get after it ran out of memory; none: it is not tried with more */
  readonly mostMemory?: number | undefined;
  readonly gpus?: number | undefined;
  /** bytes */
  readonly disk?: number | undefined;
  readonly environment?: Json | undefined;
  readonly secrets?: Json | undefined;
  readonly retries?: number | undefined;
  /** which failures are tried again; none: all of the command */
  readonly retryRules?: readonly RetryRule[] | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly arraySize?: number | undefined;
  readonly labels?: Json | undefined;
  readonly privileged?: boolean | undefined;
  readonly queue?: string | undefined;
  readonly note?: string | undefined;
  /** nodes whose jobs have to succeed before */
  readonly after: readonly string[];
  /** why it can run nowhere here */
  readonly reasons: readonly string[];
  /** what is done otherwise than the template says, without being wrong */
  readonly warnings: readonly string[];
}

export type JobReader = (node: Node, byName: ReadonlyMap<string, Node>) => RequestedJob;
