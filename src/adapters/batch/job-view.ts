import type { JobDetail } from '@aws-sdk/client-batch';
import type { VirtualMachine } from '../../domain/deployers/machines.ts';
import type { Json } from '../../tosca/topology.ts';
import { noteKey } from './definition.ts';
import { exitCodeOf, failureOf } from './failures.ts';
import { nodeOf, queueNameOf, tagKeys } from './jobs.ts';
import { earlierOf } from './resubmitted-definition.ts';
import { stateOf } from './status.ts';
import { placeOf } from './tries.ts';

/** The words that dashboards know for the states of a job: those of QCG (docs/contract/api.md, "Extended information"). */
const words: { readonly [status: string]: string } = {
  SUBMITTED: 'SUBMITTED',
  PENDING: 'PENDING',
  RUNNABLE: 'PENDING',
  STARTING: 'EXECUTING',
  RUNNING: 'EXECUTING',
  SUCCEEDED: 'FINISHED',
  FAILED: 'FAILED',
};

/** A job as a resource has it. */
export const machineOf = (job: JobDetail, children: readonly JobDetail[] = []): VirtualMachine => {
  const { jobId = '', tags } = job;
  const resourceId = tags?.[tagKeys.resource];
  return {
    id: jobId,
    node: nodeOf(job),
    state: stateOf(job),
    properties: [],
    job: { ...jobView(job), ...(children.length > 0 && { children: children.map(childView) }) },
    ...(resourceId !== undefined && { resourceId }),
  };
};

/** Of an array, whose parent has no exit code: how one of its children has ended. */
const childView = (child: JobDetail): { readonly [key: string]: Json } => {
  const { jobId = '', status = '', startedAt, stoppedAt } = child;
  const [index, code] = [placeOf(child), exitCodeOf(child)];
  return {
    ...(index !== undefined && { index }),
    id: jobId,
    state: words[status] ?? status,
    ...(code !== undefined && { exit_code: code }),
    ...(status === 'FAILED' && { errors: failureOf(child) }),
    ...withTimes({ createdAt: undefined, startedAt, stoppedAt }),
    resubmit: Math.max(0, (child.attempts?.length ?? 1) - 1),
  };
};

/** One element of the array in extrainfo, in the shape that dashboards read. It leaves out the environment, which may hold secrets. */
export const jobView = (job: JobDetail): { readonly [key: string]: Json } => {
  const { jobId = '', jobName = '', status = '', container, createdAt, startedAt, stoppedAt } = job;
  const [executable = '', ...args] = container?.command ?? [];
  const note = job.parameters?.[noteKey];
  const code = exitCodeOf(job);
  const queue = queueNameOf(job);
  const earlier = earlierOf(job);
  const times = { createdAt, startedAt, stoppedAt };
  return {
    id: jobId,
    name: jobName,
    type: 'BATCH',
    state: words[status] ?? status,
    operation: status,
    ...(note !== undefined && { note }),
    description: {
      ...(note !== undefined && { note }),
      execution: {
        executable: note ?? executable,
        args: note === undefined ? args : [],
        image: container?.image ?? '',
      },
      resources: { components: [componentOf(job)], queue },
    },
    queue,
    ...withTimes(times),
    ...(code !== undefined && { exit_code: code }),
    ...(status === 'FAILED' && { errors: failureOf(job) }),
    resubmit: Math.max(0, (job.attempts?.length ?? 1) - 1),
    ...(earlier.length > 0 && { earlier: earlier.map((one) => ({ ...one })) }),
    ...(job.arrayProperties?.size !== undefined && {
      array_size: job.arrayProperties.size,
      array: { ...job.arrayProperties.statusSummary },
    }),
    ...(job.dependsOn?.[0]?.jobId !== undefined && { parent_job: job.dependsOn[0].jobId }),
  };
};

const componentOf = ({ container }: JobDetail): { readonly [key: string]: Json } => {
  const amounts = new Map((container?.resourceRequirements ?? []).map(({ type, value }) => [type, Number(value)]));
  const gpus = amounts.get('GPU');
  return {
    total_cores: amounts.get('VCPU') ?? container?.vcpus ?? 0,
    total_nodes: 1,
    memory_per_node: amounts.get('MEMORY') ?? container?.memory ?? 0,
    ...(gpus !== undefined && { gpus }),
  };
};

const withTimes = (at: {
  readonly createdAt: number | undefined;
  readonly startedAt: number | undefined;
  readonly stoppedAt: number | undefined;
}): { readonly [key: string]: Json } => {
  const { createdAt, startedAt, stoppedAt } = at;
  const last = stoppedAt ?? (startedAt || createdAt);
  const named = {
    submit_time: createdAt,
    start_time: startedAt || undefined,
    finish_time: stoppedAt,
    updated_time: last,
  };
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, new Date(value).toISOString()]],
    ),
  );
};
