import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import type { WorkflowDefinition } from '../step-functions/workflow.ts';
import { readFileQueues } from './file-queues.ts';
import { readFunctions } from './functions.ts';
import { readApi } from './http-api.ts';
import { resolver } from './resolver.ts';
import { readRules } from './rules.ts';
import { readStacks } from './stacks.ts';
import { readBuckets, readTables } from './stores.ts';
import { readWorkflows } from './workflows.ts';

/** What the CDK app describes, as far as a laptop can have it. */
export interface Cloud {
  readonly tables: readonly Table[];
  readonly buckets: readonly string[];
  readonly functions: readonly CloudFunction[];
  /** of all functions together: they share a process here */
  readonly environment: Readonly<Record<string, string>>;
  readonly api: Api;
  readonly workflows: readonly WorkflowDefinition[];
  readonly schedules: readonly Schedule[];
  readonly rules: readonly EventRule[];
  readonly fileQueues: readonly FileQueue[];
}

/** A queue that buckets tell of new objects. */
export interface FileQueue {
  readonly buckets: readonly string[];
  /** who reads it */
  readonly functionArn: string;
  readonly batchSize: number;
  /** seconds until a message comes again that was taken and not done with */
  readonly visibilitySeconds: number;
  /** how often a message comes before it is a dead letter */
  readonly mostReceives: number;
}

export interface Table {
  readonly create: CreateTableCommandInput & { readonly TableName: string };
  readonly timeToLive?: string;
}

export interface CloudFunction {
  readonly name: string;
  readonly arn: string;
  /** from the root of the repository */
  readonly entry: string;
  readonly timeoutSeconds: number;
}

export interface Api {
  readonly methods: readonly ApiMethod[];
  /** What the gateway itself answers, by the type of the gateway response, e.g. `REQUEST_TOO_LARGE`. */
  readonly refusals: Readonly<Record<string, ApiAnswer>>;
}

export interface ApiMethod {
  readonly resourceId: string;
  readonly path: string;
  /** `ANY` takes what no other method of the path does */
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

/** Reads the cloud assembly in `directory`. Throws for what a laptop cannot have, naming it. */
export const readCloud = (directory: string): Cloud => {
  const stacks = readStacks(directory);
  const resolve = resolver(stacks);
  return {
    tables: readTables(stacks, resolve),
    buckets: readBuckets(stacks),
    ...readFunctions(stacks, resolve),
    api: readApi(stacks, resolve),
    workflows: readWorkflows(stacks, resolve),
    ...readRules(stacks, resolve),
    fileQueues: readFileQueues(stacks, resolve),
  };
};
