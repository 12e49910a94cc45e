import type { NodeChange, NodeProgress } from '../../deployers/machines.ts';
import type { Attempt } from '../record/attempt.ts';
import { after } from '../record/deadlines.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { mostNodes } from './change-events.ts';
import { subjectOf } from './report.ts';
import { timelineMessage } from './timeline-message.ts';

type Ports = Pick<LifecyclePorts, 'attempts' | 'timeline'>;

/** How far the clocks of a provider and of this service may be apart, and how late a provider may tell of something. */
const lateSeconds = 60;

/**
 * Adds to the timeline what became of each node, at the time that the provider names. The attempt keeps how far it came;
 * what is added twice is there once. Why a node failed may hold values of the template, and members of the group read
 * the timeline: the reason is with the resource, for its owner.
 */
export const reportNodeChanges = async (
  ports: Ports,
  attempt: Attempt,
  nodes: readonly NodeProgress[],
): Promise<void> => {
  const { deploymentId, operationId, number, providerId, toldUntil } = attempt;
  const all = nodes.flatMap(({ node, resourceId, happened }) =>
    happened.flatMap((one) => (resourceId === undefined || one.is === 'failed' ? [{ node, ...one }] : [])),
  );
  const last = all.reduce((latest, { at }) => (at > latest ? at : latest), '');
  if (last === '' || (toldUntil !== undefined && last <= toldUntil)) return;
  const from = after(toldUntil ?? attempt.startedAt, { seconds: -lateSeconds }) ?? last;
  const named = new Set([...new Set(nodes.map(({ node }) => node))].slice(0, mostNodes));
  for (const { node, is, at } of all.filter((one) => one.at >= from && named.has(one.node))) {
    await ports.timeline.add(deploymentId, {
      name: `attempt-${number}-node-${node}-${is}-${at}`,
      kind: 'PROVIDER_SAID',
      message: timelineMessage(`provider ${providerId}: node ${node} ${words[is]}`),
      at,
      operation: operationId,
      node,
      ...subjectOf(attempt),
    });
  }
  await ports.attempts.record(deploymentId, number, { toldUntil: last });
};

const words: { readonly [is in NodeChange]: string } = {
  creating: 'is being created',
  made: 'stands',
  changing: 'is being changed',
  deleting: 'is being deleted',
  gone: 'is deleted',
  failed: 'has failed',
};
