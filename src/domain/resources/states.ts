import { isDeepStrictEqual } from 'node:util';
import { ConflictError } from '../../foundation/errors.ts';
import { isJob } from './job-types.ts';
import type { Resources } from './ports.ts';
import type { NodeState, Resource } from './resource.ts';

/** Writes those of `after` that differ from the same resource in `before`, with a new `updatedAt`. */
export const putChanged = async (
  resources: Pick<Resources, 'put'>,
  before: readonly Resource[],
  after: readonly Resource[],
  now: Date,
): Promise<void> => {
  const known = new Map(before.map((resource) => [resource.id, resource]));
  const changed = after.filter((resource) => {
    const seen = known.get(resource.id);
    return seen === undefined || !isSame(seen, resource);
  });
  if (changed.length === 0) return;
  await resources.put(changed.map((resource) => changedAt(now.toISOString(), known.get(resource.id), resource)));
};

/**
 * Puts every resource of the deployment into one state, or into the state that follows from its own; ends their actions.
 * `also` makes further changes to each. Gives all of them.
 */
export const enterState = async (
  resources: Pick<Resources, 'all' | 'put'>,
  deploymentId: string,
  state: NodeState | ((before: NodeState) => NodeState),
  now: Date,
  also: (resource: Resource) => Resource = (resource) => resource,
): Promise<readonly Resource[]> => {
  const before = await resources.all(deploymentId);
  const next = typeof state === 'function' ? state : () => state;
  const entered = before.map(({ action: _, ...resource }) => also({ ...resource, state: next(resource.state) }));
  await putChanged(resources, before, entered, now);
  return entered;
};

/** The resource as written at this instant. */
export const changedAt = (now: string, before: Resource | undefined, after: Resource): Resource => ({
  ...after,
  updatedAt: now,
  ...(before !== undefined && before.state !== after.state && { stateSince: now }),
});

/** States of work in progress. */
const busy: readonly NodeState[] = ['CREATING', 'CONFIGURING', 'STARTING', 'STOPPING', 'DELETING'];

export const isInProgress = ({ state }: Pick<Resource, 'state'>): boolean => busy.includes(state);

/**
 * Puts resources into ERROR that are in progress but that nobody works on. Writes only those that have not changed since
 * they were read, so another operation's changes are not overwritten.
 */
export const failedInProgress = async (
  resources: Pick<Resources, 'all' | 'replace'>,
  deploymentId: string,
  now: Date,
): Promise<void> => {
  const stuck = (await resources.all(deploymentId)).filter(isInProgress);
  await failEach(resources, stuck, now);
};

/** The same for the given resources; `reason` is for their owner. */
export const failEach = async (
  resources: Pick<Resources, 'replace'>,
  stuck: readonly Resource[],
  now: Date,
  reason?: string,
): Promise<void> => {
  for (let from = 0; from < stuck.length; from += together) {
    await Promise.all(stuck.slice(from, from + together).map((seen) => failed(resources, seen, now, reason)));
  }
};

/** Few, since each write also counts on one record, and transactions on the same item conflict. */
const together = 4;

const failed = async (
  resources: Pick<Resources, 'replace'>,
  seen: Resource,
  now: Date,
  reason: string | undefined,
): Promise<void> => {
  const { action: _, ...resource } = seen;
  const metadata = { ...resource.metadata, ...(reason !== undefined && { [reasonKey]: reason }) };
  try {
    await resources.replace(seen, changedAt(now.toISOString(), seen, { ...resource, metadata, state: 'ERROR' }));
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
};

/** The key of `metadata` that shows a Compute node's VM: docs/contract/api.md, "Deployment resource". */
export const machineKey = 'VirtualMachineInfo';

/** The key of `metadata` that shows a job. */
export const jobKey = 'Job';

/** The resource without its VM or job. */
export const unbind = ({ physicalId: _, becoming: __, ...resource }: Resource): Resource => {
  const { [machineKey]: ___, [jobKey]: ____, ...metadata } = resource.metadata;
  return { ...resource, metadata };
};

/** The key of `metadata` that says why the resource is in ERROR, if its own reason is known: docs/decisions/0007. */
export const reasonKey = 'StateReason';

export const withoutReason = (resource: Resource): Resource => {
  const { [reasonKey]: _, ...metadata } = resource.metadata;
  return { ...resource, metadata };
};

/** Whether each such resource is a virtual machine of its own. */
export const isCompute = ({ toscaTypes }: Pick<Resource, 'toscaTypes'>): boolean =>
  toscaTypes.includes('tosca.nodes.Compute');

/** The same, or a container or a job: the deployers of those show them as if they were machines. */
export const hasMachine = ({ toscaTypes }: Pick<Resource, 'toscaTypes'>): boolean =>
  isCompute({ toscaTypes }) || isContainer({ toscaTypes }) || isJob({ types: toscaTypes });

/** What an order says of the resources that are to have a machine. */
export const machinesWanted = (resources: readonly Resource[]) =>
  resources
    .filter((resource) => hasMachine(resource) && resource.state !== 'DELETING')
    .map(({ id: resourceId, toscaNodeName: node }) => ({ resourceId, node }));

/** Whether the Infrastructure Manager runs it as a container on Kubernetes. */
export const isContainer = ({ toscaTypes }: Pick<Resource, 'toscaTypes'>): boolean =>
  toscaTypes.includes('tosca.nodes.Container.Application');

/** Whether nothing of a resource that can change has changed. */
const isSame = (seen: Resource, resource: Resource): boolean =>
  seen === resource || changing.every((part) => isDeepStrictEqual(seen[part], resource[part]));

const changing = [
  ...(['state', 'physicalId', 'metadata', 'requiredBy', 'toscaNodeType', 'toscaTypes', 'action', 'madeBy'] as const),
  ...(['becoming', 'neverReady', 'was', 'formerly'] as const),
];
