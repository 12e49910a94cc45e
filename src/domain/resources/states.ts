import type { Resources } from '../deployments/ports.ts';
import type { NodeState, Resource } from './resource.ts';

/** Writes those of `after` that differ from their counterpart in `before`, with `updatedAt` set. */
export const putChanged = async (
  resources: Pick<Resources, 'put'>,
  before: readonly Resource[],
  after: readonly Resource[],
  now: Date,
): Promise<void> => {
  const known = new Map(before.map((resource) => [resource.id, fingerprint(resource)]));
  const changed = after.filter((resource) => known.get(resource.id) !== fingerprint(resource));
  if (changed.length === 0) return;
  await resources.put(changed.map((resource) => ({ ...resource, updatedAt: now.toISOString() })));
};

/** Puts every resource of the deployment into one state. */
export const enterState = async (
  resources: Pick<Resources, 'all' | 'put'>,
  deploymentId: string,
  state: NodeState,
  now: Date,
): Promise<void> => {
  const before = await resources.all(deploymentId);
  await putChanged(
    resources,
    before,
    before.map((resource) => ({ ...resource, state })),
    now,
  );
};

/** The key of `metadata` that shows a compute node's VM: interface.md, Deployment resource. */
export const machineKey = 'VirtualMachineInfo';

/** Without the VM that it stood for. */
export const unbind = ({ physicalId: _, ...resource }: Resource): Resource => {
  const { [machineKey]: __, ...metadata } = resource.metadata;
  return { ...resource, metadata };
};

/** What can change of a resource, as comparable text. */
const fingerprint = ({ state, physicalId, metadata }: Resource): string =>
  JSON.stringify([state, physicalId, Object.entries(metadata).sort()]);
