import type { Audit } from './audit.ts';
import type { StoredText } from './objects.ts';
import { executionsOf, isCallback } from './settle.ts';
import type { Truth } from './truth.ts';
import type { World } from './world.ts';

/** By deployment, the statuses that were told of it, or are still being tried. */
export type Told = (deploymentId: string, status: string) => boolean;

/** A callback that its receiver refuses is tried for a day: what it tells of stands in its file. */
export const toldOf = (
  told: ReadonlyMap<string, ReadonlySet<string>>,
  objects: readonly StoredText[],
  trying: readonly string[],
): Told => {
  const files = new Map(objects.map(({ key, text }) => [key, text]));
  const queued = trying.flatMap((id) => {
    const { deploymentId, about } = JSON.parse(files.get(`notifications/${id}`) ?? '{}') as Queued;
    return deploymentId === undefined ? [] : [`${deploymentId} ${about?.split(',')[0]}`];
  });
  const waiting = new Set(queued);
  return (id, status) => told.get(id)?.has(status) === true || waiting.has(`${id} ${status}`);
};

interface Queued {
  readonly deploymentId?: string;
  /** `<status>, <event>` */
  readonly about?: string;
}

export const untoldEnds = (deployments: Truth['deployments'], isTold: Told): readonly string[] =>
  deployments
    .filter(({ callback, status }) => callback !== undefined && status !== 'DELETE_FAILED')
    .filter(({ id, status }) => !isTold(id, status))
    .map(({ id, status }) => `nobody was told that ${id} is ${status}`);

/** `asked`: deployments with a callback whose deletion was asked for; those that are there no more were deleted. */
export const untoldDeletions = (
  asked: readonly string[],
  deployments: readonly { readonly id: string }[],
  isTold: Told,
): readonly string[] => {
  const there = new Set(deployments.map(({ id }) => id));
  return asked
    .filter((id) => !there.has(id) && !isTold(id, 'DELETE_COMPLETE'))
    .map((id) => `nobody was told that ${id} is DELETE_COMPLETE`);
};

const toldIn = ({ receiver, stack }: World, { objects }: Truth): Told => {
  const trying = executionsOf(stack.home).filter((one) => isCallback(one) && one.status === 'RUNNING');
  return toldOf(
    receiver.told,
    objects,
    trying.map(({ name }) => name),
  );
};

/** Those of schedules have one too. */
const deletedWithCallback = ({ ledger }: World, { events }: Truth): readonly string[] => {
  const wished = [...ledger.wishes.values()].filter(({ callback }) => callback).flatMap(({ ids }) => [...ids]);
  return [...wished, ...events.map(({ deploymentId }) => deploymentId)].filter((id) => ledger.deletions.has(id));
};

export const auditCallbacks: readonly Audit[] = [
  {
    name: 'a callback told of every end, or is still being tried',
    faults: (world, truth) => untoldEnds(truth.deployments, toldIn(world, truth)),
  },
  {
    name: 'a callback told of every deletion, or is still being tried',
    faults: (world, truth) =>
      untoldDeletions(deletedWithCallback(world, truth), truth.deployments, toldIn(world, truth)),
  },
  {
    name: 'every callback was signed',
    faults: ({ receiver }) =>
      receiver.counts.badlySigned > 0 ? [`${receiver.counts.badlySigned} callbacks were signed badly`] : [],
  },
];
