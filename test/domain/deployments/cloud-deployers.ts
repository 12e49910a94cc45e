import { providerLog } from '../../../src/adapters/infrastructure-manager/log.ts';
import { policy } from '../../../src/adapters/infrastructure-manager/policy.ts';
import type { InspectedMachine, Inspection } from '../../../src/domain/deployers/inspection.ts';
import type { Policy } from '../../../src/domain/deployers/policy.ts';
import type { DeployerOf } from '../../../src/domain/deployers/ports.ts';
import { comparedOf } from '../../../src/domain/drift/noted-values.ts';
import type { Behaviour } from './cloud-behaviour.ts';
import type { Clouds } from './clouds.ts';

/** The policy of another kind of deployer, where a cloud behaves like one. */
const policyOf = ({ blame, cannot = [] }: Behaviour = {}): Policy => ({
  ...policy,
  cannot,
  judge: (...seen) => {
    const verdict = policy.judge(...seen);
    return verdict.is === 'failed' && blame ? { ...verdict, blame } : verdict;
  },
});

/** The deployers of the scripted clouds. A test that replaces a method of the clouds replaces it for each of them. */
export const deployersOver =
  (clouds: Clouds): DeployerOf =>
  (providerId) => ({
    policy: policyOf(clouds.behaviours.get(providerId)),
    create: (template) => clouds.create(providerId, template),
    find: (name) => clouds.find(providerId, name),
    list: () => clouds.list(providerId),
    names: (ids) => clouds.names(providerId, ids),
    status: (id) => clouds.status(providerId, id),
    virtualMachines: (id, vmIds) => clouds.virtualMachines(providerId, id, vmIds),
    nodes: async () => [],
    configure: async (id, options) => clouds.configure(providerId, id, options),
    outputs: (id) => clouds.outputs(providerId, id),
    log: async (id) => providerLog(await clouds.log(providerId, id)),
    update: (id, template, options) => clouds.update(providerId, id, template, options),
    reconfigure: (id, vmIds) => clouds.reconfigure(providerId, id, vmIds),
    inspect: (id) => inspected(clouds, providerId, id),
    alter: (id, vmId, template) => clouds.alter(providerId, id, vmId, template),
    release: (id, vmIds) => clouds.removeVirtualMachines(providerId, id, vmIds),
    operate: (id, vmId, action) => clouds.operate(providerId, id, vmId, action),
    destroy: (id, options) => clouds.destroy(providerId, id, options),
  });

/** As the manager's two calls tell it. A cloud answers as long as another machine is heard of. */
const inspected = async (clouds: Clouds, providerId: string, id: string): Promise<Inspection> => {
  const { vms } = await clouds.status(providerId, id);
  const machines = await clouds.virtualMachines(providerId, id, Object.keys(vms));
  const seen = machines.map(
    ({ id: vmId, node, state, properties }): InspectedMachine => ({
      ...{ id: vmId, node, values: comparedOf(properties.at(-1) ?? {}) },
      state: state === 'unknown' ? 'silent' : state,
    }),
  );
  return { is: 'read', machines: seen, cloudAnswers: seen.some(({ state }) => state !== 'silent') };
};
