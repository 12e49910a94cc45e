import type { JobDefinition, JobDetail, RegisterJobDefinitionRequest } from '@aws-sdk/client-batch';
import { childrenVariable } from '../../domain/batch/more-memory.ts';
import type { RequestedSize } from '../../domain/deployers/fargate.ts';
import type { Json } from '../../tosca/topology.ts';
import { parseExactly } from '../../tosca/values/exact-json.ts';
import { earlierKey, memoryOf, type NextTry, tryKey, tryOf } from './tries.ts';

/** The parameter of a definition that says when its job was about to be submitted: an ISO 8601 instant. */
export const submittedAtKey = 'toscanini-asked-at';

/** What ran before a job, oldest first. */
export interface EarlierTry {
  readonly id: string;
  /** MiB */
  readonly memory: number;
}

export const earlierOf = ({ parameters }: Pick<JobDetail, 'parameters'>): readonly EarlierTry[] =>
  parseExactly(parameters?.[earlierKey] ?? '[]') as readonly EarlierTry[] & Json;

/** The parameters of a job that is submitted again. */
export const resubmittedParameters = ({ job, size }: NextTry): { [name: string]: string } => ({
  ...job.parameters,
  [tryKey]: String(tryOf(job) + 1),
  ...(size !== undefined && {
    [earlierKey]: JSON.stringify([...earlierOf(job), { id: job.jobId, memory: memoryOf(job) }]),
  }),
});

/** The definition of a job that is submitted again: that of before, but for its size. */
export const resubmittedDefinition = (
  before: JobDefinition,
  next: NextTry,
  now: Date,
): RegisterJobDefinitionRequest => ({
  jobDefinitionName: before.jobDefinitionName,
  type: 'container',
  platformCapabilities: before.platformCapabilities,
  containerProperties: resubmittedContainer(before, next),
  retryStrategy: before.retryStrategy,
  ...(before.timeout && { timeout: before.timeout }),
  parameters: { ...before.parameters, ...resubmittedParameters(next), [submittedAtKey]: now.toISOString() },
  tags: before.tags,
  propagateTags: true,
});

/** Only what `definition.ts` writes: Batch shows more, and does not take all of that on Fargate. */
const resubmittedContainer = ({ containerProperties: held = {} }: JobDefinition, { size, children }: NextTry) => ({
  image: held.image,
  ...(held.command && { command: held.command }),
  resourceRequirements: size === undefined ? held.resourceRequirements : sizedAs(held.resourceRequirements, size),
  environment: [
    ...(held.environment ?? []).filter(({ name }) => children === undefined || name !== childrenVariable),
    ...(children === undefined ? [] : [{ name: childrenVariable, value: children.text }]),
  ],
  secrets: held.secrets ?? [],
  ...(held.executionRoleArn && { executionRoleArn: held.executionRoleArn }),
  ...(held.jobRoleArn && { jobRoleArn: held.jobRoleArn }),
  ...(held.privileged && { privileged: held.privileged }),
  ...(held.networkConfiguration && { networkConfiguration: held.networkConfiguration }),
  ...(held.runtimePlatform && { runtimePlatform: held.runtimePlatform }),
  ...(held.ephemeralStorage && { ephemeralStorage: held.ephemeralStorage }),
});

type Requirements = NonNullable<JobDefinition['containerProperties']>['resourceRequirements'];

const sizedAs = (held: Requirements, { cpus, memory }: RequestedSize): Requirements => {
  const sizes: { readonly [type: string]: number } = { VCPU: cpus, MEMORY: memory };
  return (held ?? []).map(({ type, value }) => ({ type, value: String(sizes[type ?? ''] ?? value) }));
};
