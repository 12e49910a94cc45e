import { queueArn } from './queue-arn.ts';
/** Jobs and definitions as Batch shows them. */

import { isBag, type Json } from '../protocol/json.ts';
import type { Tree } from '../protocol/xml.ts';
import type { Place } from '../world/place.ts';
import type { JobDefinition, SandboxJob } from './job.ts';
import { containerOf, definitionOf, jobsOf } from './progress.ts';

const tree = (value: Json): Tree => (value === null ? undefined : (value as Tree));

export const definitionView = (definition: JobDefinition): Tree => ({
  ...(Object.fromEntries(Object.entries(definition.given).map(([key, value]) => [key, tree(value)])) as {
    [name: string]: Tree;
  }),
  jobDefinitionName: definition.name,
  jobDefinitionArn: definition.arn,
  revision: definition.revision,
  status: definition.status,
  containerOrchestrationType: 'ECS',
});

export const summaryOf = (job: SandboxJob): Tree => ({
  jobArn: job.arn,
  jobId: job.id,
  jobName: job.name,
  createdAt: job.createdAt,
  status: job.status,
  statusReason: job.statusReason,
  startedAt: job.startedAt,
  stoppedAt: job.stoppedAt,
  jobDefinition: job.definition,
  container: { exitCode: job.attempts.at(-1)?.exitCode, reason: job.attempts.at(-1)?.reason },
  ...(job.size !== undefined && { arrayProperties: { size: job.size } }),
  ...(job.index !== undefined && { arrayProperties: { index: job.index } }),
});

export function detailOf(place: Place, job: SandboxJob): Tree {
  const definition = definitionOf(place, job.definition);
  const last = job.attempts.at(-1);
  const given = definition?.given ?? {};
  const container = definition && isBag(given['containerProperties']) ? containerOf(definition) : {};
  return {
    jobArn: job.arn,
    jobId: job.id,
    jobName: job.name,
    jobQueue: queueArn(place, job.queue),
    jobDefinition: job.definition,
    status: job.status,
    statusReason: job.statusReason,
    createdAt: job.createdAt,
    startedAt: job.startedAt ?? 0,
    stoppedAt: job.stoppedAt,
    tags: job.tags,
    parameters: tree(job.parameters),
    dependsOn: job.dependsOn.map((jobId) => ({ jobId })),
    retryStrategy: tree(given['retryStrategy']),
    timeout: tree(given['timeout']),
    platformCapabilities: tree(given['platformCapabilities']),
    isTerminated: job.isTerminated,
    attempts: job.attempts
      .filter(({ stoppedAt }) => stoppedAt !== undefined)
      .map(({ startedAt, stoppedAt, exitCode, reason, statusReason, logStream }) => ({
        startedAt,
        stoppedAt,
        statusReason,
        container: { exitCode, reason, logStreamName: logStream },
      })),
    container: {
      ...(tree(container) as { [name: string]: Tree }),
      exitCode: last?.exitCode,
      reason: last?.reason,
      logStreamName: last?.logStream,
    },
    ...(job.size !== undefined && { arrayProperties: { size: job.size, statusSummary: countsOf(place, job) } }),
    ...(job.index !== undefined && { arrayProperties: { index: job.index } }),
  };
}

const countsOf = (place: Place, parent: SandboxJob): Tree => {
  const children = jobsOf(place).filter((job) => job.parent === parent.id);
  return Object.fromEntries(
    [...Map.groupBy(children, ({ status }) => status)].map(([name, all]) => [name, all.length]),
  );
};
