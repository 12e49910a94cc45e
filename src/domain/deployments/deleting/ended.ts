/** What is kept of a deployment that has ended, for a while: docs/decisions/0028. */

import type { PageRequest } from '../../../foundation/page.ts';
import type { Deployment, Ending } from '../record/deployment.ts';
import { cleanerFor } from '../record/disclosure.ts';
import type { EndedDeployment } from '../record/ended-records.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import type { TimelineEvent } from '../record/timeline.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'ended' | 'endedFiles' | 'files' | 'timeline'>;

/**
 * Keeps a record of a deployment that is about to go, before anything of it is removed: log and timeline first, the record last.
 * What there is of them is read before it is asked whether there is a record: as long as there is none nothing was removed, so
 * whoever writes them, also two processes at once, writes all of them. A deletion that failed on the way and was asked for
 * again keeps what was kept then.
 */
export const keepEnded = async (ports: Ports, leaving: Deployment): Promise<void> => {
  const { clock, ended, endedFiles } = ports;
  if (ended.days === 0) return;
  const { log, events } = await leftOf(ports, leaving);
  const kept = await ended.find(leaving.id);
  if (kept?.operation.id === leaving.operation.id) return;
  const ending: Ending = { at: clock.now().toISOString(), ...(leaving.operation.force && { forced: true }) };
  if (kept) return ended.keep(recordOf(leaving, { ...kept.ended, ...ending }));
  await endedFiles.putLog(leaving.id, log);
  await endedFiles.putTimeline(leaving.id, [...events, lastEvent(leaving, ending)]);
  const reason = events.findLast(({ kind }) => kind === 'FAILED')?.message;
  await ended.keep(recordOf(leaving, { ...ending, ...(reason !== undefined && { reason }) }));
};

/** Without secrets, since the inputs by which they are known are not kept. */
const leftOf = async ({ files, timeline }: Ports, leaving: Deployment) => {
  const cleaned = cleanerFor(leaving);
  const log = endOf(await files.readLog(leaving.id), 2 * longestLog);
  const { content } = await timeline.list(leaving.id, wholeTimeline);
  const events = content.map((event) => ({ ...event, message: cleaned(event.message) }));
  return { log: endOf(cleaned(log), longestLog), events };
};

/** In characters, as much as is answered; twice as much is looked through, since taking secrets out makes it shorter. */
const longestLog = 1_000_000;

const endOf = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(text.indexOf('\n', text.length - most) + 1 || -most);

/** A deployment has some hundred events at most. */
const wholeTimeline: PageRequest = { page: 0, size: 10_000, sort: 'createdAt', direction: 'asc' };

const lastEvent = ({ operation }: Deployment, { at, forced }: Ending): TimelineEvent => ({
  name: `${operation.id}-ended`,
  kind: 'COMPLETE',
  message: forced
    ? 'the deployment is deleted, by force: what its provider refused to destroy may still stand'
    : 'the deployment is deleted',
  at,
});

/** Neither inputs nor outputs, which may hold secrets, nor what only a workflow reads. */
const recordOf = (leaving: Deployment, ended: Ending): EndedDeployment => {
  const { id, createdAt, createdBy, userGroup, limits, operation, templateOf, providerId, provider, infrastructureId } =
    leaving;
  return {
    id,
    createdAt,
    createdBy,
    ...(userGroup !== undefined && { userGroup }),
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

/** Finds a deployment that there is, else what is kept of it. */
export const orEnded = (deployments: Finder, ended: Finder): Finder => ({
  find: async (id) => (await deployments.find(id)) ?? (await ended.find(id)),
});
