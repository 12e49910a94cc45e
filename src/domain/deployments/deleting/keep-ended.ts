/** What is stored of an ended deployment for a while: docs/decisions/0028. */

import type { PageRequest } from '../../../foundation/page.ts';
import { type KeptPart, keptLine } from '../../deployers/kept.ts';
import type { Deployment, DeploymentEnd } from '../record/deployment.ts';
import { cleanerFor, givenToGroup } from '../record/disclosure.ts';
import type { EndedDeployment } from '../record/ended-records.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import type { TimelineEvent } from '../record/timeline.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'ended' | 'endedFiles' | 'files' | 'timeline' | 'versions'>;

/**
 * Stores a record of a deployment before anything of it is removed: log and timeline first, the record last. Log and
 * timeline are read before the check for a record. While there is no record, nothing has been removed, so every process
 * that writes them, even two at once, writes the whole of them. If a deletion failed on the way and is requested again,
 * what the first one stored stays.
 */
export const keepEnded = async (
  ports: Ports,
  deployment: Deployment,
  stays: readonly KeptPart[] = [],
): Promise<void> => {
  const { clock, ended, endedFiles } = ports;
  if (ended.days === 0) return;
  const { log, events } = await leftOf(ports, deployment);
  const kept = await ended.find(deployment.id);
  if (kept?.operation.id === deployment.operation.id) return;
  const { force, requestedBy } = deployment.operation;
  const end: DeploymentEnd = {
    at: clock.now().toISOString(),
    ...(requestedBy !== undefined && { requestedBy }),
    ...(force && { forced: true }),
    ...(stays.length > 0 && { kept: stays }),
  };
  if (kept) return ended.keep(recordOf(deployment, { ...kept.ended, ...end }));
  await keepVersions(ports, deployment, end.at);
  await endedFiles.putLog(deployment.id, log);
  await endedFiles.putTimeline(deployment.id, [...events, lastEvent(deployment, end)]);
  const reason = events.findLast(({ kind }) => kind === 'FAILED')?.message;
  await ended.keep(recordOf(deployment, { ...end, ...(reason !== undefined && { reason }) }));
};

/**
 * The versions stay where they are, and expire with the record: a day later, so that none is missing while it is there. Their
 * templates are stored without secrets.
 */
const keepVersions = async (
  { ended, endedFiles, files, versions }: Ports,
  deployment: Deployment,
  endedAt: string,
): Promise<void> => {
  const cleaned = cleanerFor(deployment);
  const { templateWithoutSecrets } = await import('../../../tosca/secrets/template.ts');
  for (const { number, operationId } of await versions.list(deployment.id)) {
    const text = await files.getTemplate(deployment.id, operationId);
    await endedFiles.putVersion(deployment.id, number, cleaned(templateWithoutSecrets(text)));
  }
  await versions.expire(deployment.id, new Date(Date.parse(endedAt) + (ended.days + 1) * dayMs));
};

const dayMs = 24 * 60 * 60_000;

/** Without secrets: the inputs by which they are recognised are not stored. */
const leftOf = async ({ files, timeline }: Ports, deployment: Deployment) => {
  const cleaned = cleanerFor(deployment);
  const log = endOf(await files.readLog(deployment.id), 2 * longestLog);
  const { content } = await timeline.list(deployment.id, wholeTimeline);
  const events = content.map((event) => ({ ...event, message: cleaned(event.message) }));
  return { log: endOf(cleaned(log), longestLog), events };
};

/**
 * Most characters of a stored log: as many as the API returns. Twice as many are read, since removing secrets shortens
 * it.
 */
const longestLog = 1_000_000;

const endOf = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(text.indexOf('\n', text.length - most) + 1 || -most);

/** A deployment has at most some hundred events. */
const wholeTimeline: PageRequest = { page: 0, size: 10_000, sort: 'createdAt', direction: 'asc' };

const lastEvent = ({ operation }: Deployment, end: DeploymentEnd): TimelineEvent => ({
  name: `${operation.id}-ended`,
  kind: 'COMPLETE',
  message: [wordsOf(end), ...(end.kept ?? []).map((one) => `it keeps ${keptLine(one)}`)].join('\n'),
  at: end.at,
  ...(end.requestedBy !== undefined && { requestedBy: end.requestedBy }),
});

const wordsOf = ({ forced }: DeploymentEnd): string =>
  forced
    ? 'the deployment is deleted, by force: what its provider refused to destroy may still exist'
    : 'the deployment is deleted';

/** Leaves out inputs and outputs, which may hold secrets, and what only a workflow reads. */
const recordOf = (deployment: Deployment, ended: DeploymentEnd): EndedDeployment => {
  const {
    id,
    createdAt,
    createdBy,
    userGroup,
    limits,
    version,
    inForce,
    operation,
    templateOf,
    providerId,
    provider,
    infrastructureId,
  } = deployment;
  const { callback: _, ...given } = givenToGroup(deployment);
  return {
    id,
    createdAt,
    createdBy,
    ...given,
    ...(userGroup !== undefined && { userGroup }),
    ...(version !== undefined && { version }),
    ...(inForce !== undefined && { inForce }),
    ...(providerId !== undefined && { providerId }),
    ...(provider !== undefined && { provider }),
    ...(infrastructureId !== undefined && { infrastructureId }),
    updatedAt: ended.at,
    status: 'DELETE_COMPLETE',
    task: 'NONE',
    parameters: {},
    outputs: {},
    limits,
    operation,
    templateOf,
    ended,
  };
};

interface Finder {
  find(id: string): Promise<Deployment | undefined>;
}

/** Finds a deployment, or the record of an ended one. */
export const orEnded = (deployments: Finder, ended: Finder): Finder => ({
  find: async (id) => (await deployments.find(id)) ?? (await ended.find(id)),
});
