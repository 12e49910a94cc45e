import type { Json } from '../../tosca/topology.ts';
import type { RetryRule } from './retry-rules.ts';

/** What a node becomes at AWS Batch: everything but the ids of its resources, which are known when it is sent. */
export interface JobBlueprint {
  readonly node: string;
  /** name or ARN */
  readonly queue: string;
  readonly platform: 'FARGATE' | 'EC2';
  readonly architecture: 'X86_64' | 'ARM64';
  readonly image: string;
  /** absent: the image's own command */
  readonly command?: readonly string[];
  /** vCPUs as Batch writes them, such as `0.25` */
  readonly cpus: string;
  /** MiB */
  readonly memory: number;
  /** MiB that it may get when it ran out of memory; absent: it is not tried with more */
  readonly mostMemory?: number;
  readonly gpus?: number;
  /** GiB for files of the job; absent: what the platform gives */
  readonly disk?: number;
  readonly environment: { readonly [name: string]: string };
  /** name of the variable -> ARN of the secret */
  readonly secrets: { readonly [name: string]: string };
  /** from 1 to 10 */
  readonly attempts: number;
  /** which failures are tried again; absent: all */
  readonly retryRules?: readonly RetryRule[];
  /** of each attempt; absent: none */
  readonly timeoutSeconds?: number;
  readonly arraySize?: number;
  readonly labels: { readonly [name: string]: string };
  readonly privileged?: true;
  readonly executionRoleArn?: string;
  readonly jobRoleArn?: string;
  readonly publicAddress: boolean;
  /** nodes whose jobs have to succeed before */
  readonly after: readonly string[];
  /** what people read about it */
  readonly note?: string;
}

/**
 * What a topology becomes at AWS Batch. It is made while providers are ranked, and kept beside the ranking as JSON
 * (docs/decisions/0038).
 */
export interface BatchBlueprint {
  /** a job comes after all that it waits for */
  readonly jobs: readonly JobBlueprint[];
  readonly outputs: readonly { readonly name: string; readonly value: Json }[];
}

/** What a part of a template becomes, or every reason why it cannot. */
export interface Judged<T> {
  readonly made?: T;
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
}
