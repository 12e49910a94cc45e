import type {
  ContainerProperties,
  EvaluateOnExit,
  RegisterJobDefinitionRequest,
  RetryStrategy,
} from '@aws-sdk/client-batch';
import type { RetryRule } from '../../domain/batch/retry-rules.ts';
import { labelsBeside } from '../../domain/labels/labels.ts';
import { tagLimits, tagText, whoseTags } from '../../domain/providers/aws-tags.ts';
import { tagKeys } from './jobs.ts';
import type { BatchOrder, JobOrder } from './planner.ts';

/** The parameter of a definition that keeps the outputs of the template: whoever reads the results needs them. */
export const outputsKey = 'toscanini-outputs';

/** The parameter that keeps what people read about the job. */
export const noteKey = 'toscanini-note';

/** MiB that a job may get at a next try, after it ran out of memory; absent: it is not tried with more. */
export const mostMemoryKey = 'toscanini-most-memory';

export const tagsOf = (order: BatchOrder, job: JobOrder): { [name: string]: string } => {
  const own = {
    ...whoseTags(order.whose),
    [tagKeys.infrastructure]: order.name,
    ...(order.deployment !== undefined && { [tagKeys.deployment]: order.deployment }),
    [tagKeys.node]: tagText(job.node),
    [tagKeys.resource]: job.resourceId,
    [tagKeys.queue]: tagText(job.queue),
  };
  const ofJob = Object.entries(job.labels)
    .filter(([name]) => !/^(aws|toscanini):/i.test(name))
    .slice(0, 40)
    .map(([name, text]) => [tagText(name).slice(0, tagLimits.name), tagText(text)] as const);
  const labels = { ...labelsBeside(order.labels, job.labels), ...Object.fromEntries(ofJob) };
  const most = tagLimits.tags - Object.keys(own).length;
  return { ...Object.fromEntries(Object.entries(labels).slice(0, most)), ...own };
};

/** Of the definition and of the job: Batch shows with a job only its own. */
export const parametersOf = ({ note, mostMemory }: JobOrder): { [name: string]: string } => ({
  ...(note !== undefined && { [noteKey]: note }),
  ...(mostMemory !== undefined && { [mostMemoryKey]: String(mostMemory) }),
});

/** The definition of one job. All of an infrastructure are revisions of one name, so they are found together. */
export const definitionOf = (order: BatchOrder, job: JobOrder): RegisterJobDefinitionRequest => {
  const parameters = {
    ...parametersOf(job),
    ...(order.outputs.length > 0 && { [outputsKey]: JSON.stringify(order.outputs) }),
  };
  return {
    jobDefinitionName: order.name,
    type: 'container',
    platformCapabilities: [job.platform],
    containerProperties: containerOf(job),
    retryStrategy: retriesOf(job),
    ...(job.timeoutSeconds !== undefined && { timeout: { attemptDurationSeconds: job.timeoutSeconds } }),
    ...(Object.keys(parameters).length > 0 && { parameters }),
    tags: tagsOf(order, job),
    propagateTags: true,
  };
};

/** A machine that was taken away is no failure of the work: its job starts anew even if no retries are asked for. */
const retriesOf = ({ attempts, retryRules = [], mostMemory, platform }: JobOrder): RetryStrategy => {
  const first = mostMemory === undefined ? [] : [withoutMemory];
  if (attempts > 1 && retryRules.length === 0)
    return { attempts, ...(first.length > 0 && { evaluateOnExit: [...first] }) };
  const own = attempts > 1 ? retryRules.map(ruleOf) : [];
  return {
    attempts: attempts > 1 ? attempts : attemptsOfLost,
    evaluateOnExit: [...first, ...own, ...lastRules(platform)],
  };
};

/** Batch would try again with the same memory: the job ends, and is submitted with more (resubmit.ts). */
const withoutMemory: EvaluateOnExit = { onReason: 'OutOfMemoryError*', action: 'EXIT' };

/** Batch tries again what fits no rule, so the last one fits all. */
const lastRules = (platform: JobOrder['platform']): readonly EvaluateOnExit[] => [
  { onStatusReason: lostMachine[platform], action: 'RETRY' },
  { onReason: '*', action: 'EXIT' },
];

/** How Batch says that AWS took away what a job ran on: Fargate has no machines (nextflow-io/nextflow issue 5786). */
const lostMachine = { EC2: 'Host EC2*', FARGATE: 'Your Spot Task was interrupted*' } as const;

const ruleOf = ({ exitCode, reason, statusReason, action }: RetryRule): EvaluateOnExit => ({
  ...(exitCode !== undefined && { onExitCode: String(exitCode) }),
  ...(reason !== undefined && { onReason: reason }),
  ...(statusReason !== undefined && { onStatusReason: statusReason }),
  action,
});

const attemptsOfLost = 3;

const containerOf = (job: JobOrder): ContainerProperties => {
  const onFargate = job.platform === 'FARGATE';
  return {
    image: job.image,
    ...(job.command && { command: [...job.command] }),
    resourceRequirements: [
      { type: 'VCPU', value: job.cpus },
      { type: 'MEMORY', value: String(job.memory) },
      ...(job.gpus === undefined ? [] : [{ type: 'GPU' as const, value: String(job.gpus) }]),
    ],
    environment: Object.entries(job.environment).map(([name, value]) => ({ name, value })),
    secrets: Object.entries(job.secrets).map(([name, valueFrom]) => ({ name, valueFrom })),
    ...(job.executionRoleArn && { executionRoleArn: job.executionRoleArn }),
    ...(job.jobRoleArn && { jobRoleArn: job.jobRoleArn }),
    ...(job.privileged && { privileged: true }),
    ...(onFargate && {
      networkConfiguration: { assignPublicIp: job.publicAddress ? 'ENABLED' : 'DISABLED' },
      runtimePlatform: { operatingSystemFamily: 'LINUX', cpuArchitecture: job.architecture },
      ...(job.disk !== undefined && { ephemeralStorage: { sizeInGiB: job.disk } }),
    }),
  };
};
