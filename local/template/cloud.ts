import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import type { WorkflowDefinition } from '../step-functions/workflow.ts';

/** The part of the CDK app that a laptop can run. */
export interface Cloud {
  readonly tables: readonly Table[];
  readonly buckets: readonly string[];
  /** where jobs may write results; undefined: the installation has no job queue of its own */
  readonly results: string | undefined;
  readonly functions: readonly CloudFunction[];
  /** for all functions together: they share a process here */
  readonly environment: Readonly<Record<string, string>>;
  readonly api: Api;
  readonly workflows: readonly WorkflowDefinition[];
  readonly schedules: readonly Schedule[];
  readonly rules: readonly EventRule[];
  readonly fileQueues: readonly FileQueue[];
}

/** A queue that gets notifications of new objects in buckets. */
export interface FileQueue {
  readonly buckets: readonly string[];
  /** the function that reads the queue */
  readonly functionArn: string;
  readonly batchSize: number;
  /** seconds until a taken but unfinished message comes again */
  readonly visibilitySeconds: number;
  /** how often a message comes before it becomes a dead letter */
  readonly mostReceives: number;
}

export interface Table {
  readonly create: CreateTableCommandInput & { readonly TableName: string };
  readonly timeToLive?: string;
}

export interface CloudFunction {
  readonly name: string;
  readonly arn: string;
  /** path from the root of the repository */
  readonly entry: string;
  readonly timeoutSeconds: number;
}

export interface Api {
  readonly methods: readonly ApiMethod[];
  /** The gateway's own answers by the type of the gateway response, e.g. `REQUEST_TOO_LARGE`. */
  readonly refusals: Readonly<Record<string, ApiAnswer>>;
  /** in bytes: answers from this size on are compressed for clients that accept it; absent: none is */
  readonly compressesFrom?: number;
}

export interface ApiMethod {
  readonly resourceId: string;
  readonly path: string;
  /** `ANY` stands for all methods that the path does not list */
  readonly method: string;
  readonly target: { readonly functionArn: string } | ApiAnswer;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Schedule {
  readonly name: string;
  readonly everySeconds: number;
  readonly functionArns: readonly string[];
}

/** An EventBridge rule: each name of the pattern must be in the event, with one of the listed values. */
export interface EventRule {
  readonly name: string;
  readonly pattern: EventPattern;
  readonly functionArns: readonly string[];
}
export type EventPattern = { readonly [name: string]: readonly (string | number | boolean | null)[] | EventPattern };
