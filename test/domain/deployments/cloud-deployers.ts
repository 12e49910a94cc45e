import { providerLog } from '../../../src/adapters/infrastructure-manager/log.ts';
import { policy } from '../../../src/adapters/infrastructure-manager/policy.ts';
import type { Policy } from '../../../src/domain/deployers/policy.ts';
import type { DeployerOf } from '../../../src/domain/deployers/ports.ts';
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
    update: (id, template) => clouds.update(providerId, id, template),
    alter: (id, vmId, template) => clouds.alter(providerId, id, vmId, template),
    release: (id, vmIds) => clouds.removeVirtualMachines(providerId, id, vmIds),
    operate: (id, vmId, action) => clouds.operate(providerId, id, vmId, action),
    destroy: (id, options) => clouds.destroy(providerId, id, options),
  });
