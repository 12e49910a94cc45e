/** What AWS Batch holds in one account and region. All times are milliseconds of the clock. */

import type { Bag } from '../protocol/json.ts';

export interface JobDefinition {
  readonly name: string;
  readonly arn: string;
  readonly revision: number;
  /** as it was registered */
  readonly given: Bag;
  status: 'ACTIVE' | 'INACTIVE';
}

type JobStatus = 'SUBMITTED' | 'PENDING' | 'RUNNABLE' | 'STARTING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED';

export interface JobAttempt {
  readonly startedAt: number;
  stoppedAt?: number;
  exitCode?: number;
  statusReason?: string;
  reason?: string;
  readonly logStream: string;
}

export interface SandboxJob {
  readonly id: string;
  readonly arn: string;
  readonly name: string;
  readonly queue: string;
  readonly definition: string;
  readonly tags: { readonly [name: string]: string };
  readonly parameters: Bag;
  readonly dependsOn: readonly string[];
  readonly createdAt: number;
  /** a parent of an array: the number of its children */
  readonly size?: number;
  /** a child of an array: its parent, and its place */
  readonly parent?: string;
  readonly index?: number;
  status: JobStatus;
  statusReason?: string;
  startedAt?: number;
  stoppedAt?: number;
  isTerminated?: true;
  /** when it may leave the status in which it waits */
  dueAt: number;
  readonly attempts: JobAttempt[];
}

interface Queue {
  readonly name: string;
  readonly platform: 'FARGATE' | 'EC2';
  readonly gpus: boolean;
  /** its largest machine, in vCPUs, MiB and GPUs; absent: Batch checks the size when a job is defined */
  readonly largest?: { readonly VCPU: number; readonly MEMORY: number; readonly GPU: number };
}

/** The queues of each account and region. */
export const queues: readonly Queue[] = [
  { name: 'toscanini-jobs', platform: 'FARGATE', gpus: false },
  { name: 'toscanini-gpu', platform: 'EC2', gpus: true, largest: { VCPU: 48, MEMORY: 196_608, GPU: 4 } },
];

/** What Batch says where AWS took away a machine, or the place of a spot task on Fargate (nextflow-io/nextflow issue 5786). */
export const lostMachine = (queue: string): string =>
  queues.some(({ name, platform }) => name === queue && platform === 'FARGATE')
    ? 'Your Spot Task was interrupted.'
    : 'Host EC2 (instance i-0123456789abcdef0) terminated.';

export const isEnded = ({ status }: Pick<SandboxJob, 'status'>): boolean =>
  status === 'SUCCEEDED' || status === 'FAILED';
