import { z } from 'zod';
import type { Audit } from './audit.ts';
import type { World } from './traffic.ts';
import type { DeploymentRecord, Infrastructure, Truth } from './truth.ts';

/** A status in which the deployment stands as its resources say. */
const standing = /^(CREATE_COMPLETE|UPDATE_COMPLETE|UPDATE_FAILED)$/;

export const auditProviders: readonly Audit[] = [
  {
    name: 'every infrastructure at a provider is on record: there is no orphan',
    faults: ({ ledger }, { infrastructures, attempts }) => {
      const known = new Set(attempts.filter(({ state }) => state !== 'DESTROYED').map((one) => one.infrastructureId));
      return infrastructures
        .filter(({ id, name }) => !known.has(id) && !mayBeLeft(ledger.forced, name))
        .map(({ id, name, state }) => `${id} (${name}, ${state}) is on nobody's record`);
    },
  },
  {
    name: 'every infrastructure on record stands at its provider',
    faults: (_, { infrastructures, attempts, deployments }) => {
      const held = new Set(infrastructures.map(({ id }) => id));
      return attempts
        .filter(({ state }) => state === 'COMPLETE' || state === 'RUNNING')
        .filter(({ infrastructureId }) => infrastructureId !== undefined && !held.has(infrastructureId))
        .filter(({ deploymentId }) =>
          deployments.some(({ id, status }) => id === deploymentId && standing.test(status)),
        )
        .map((one) => `${one.deploymentId} says that ${one.infrastructureId} is ${one.state}, and it is gone`);
    },
  },
  {
    name: 'a deployment has one infrastructure, and what failed is gone unless it is said to be left',
    faults: ({ ledger }, truth) => truth.deployments.flatMap((one) => surplus(one, truth, ledger.forced)),
  },
  {
    name: 'no infrastructure was made twice under one name',
    faults: (_, { infrastructures }) => {
      const names = infrastructures.map(({ name }) => name);
      return names.filter((name, index) => names.indexOf(name) !== index);
    },
  },
  {
    name: 'the machines at the providers are those of the resources',
    faults: async (world, truth) => {
      const faults: string[] = [];
      for (const one of truth.deployments.filter(({ status }) => standing.test(status)))
        faults.push(...(await machinesOf(world, one, truth.infrastructures)));
      return faults;
    },
  },
];

/** A forced deletion forgets what the provider refuses to destroy, and says so. */
const mayBeLeft = (forced: ReadonlySet<string>, name: string): boolean => [...forced].some((id) => name.includes(id));

/** Of a failed creation nothing stands but what was kept as asked, or could not be destroyed. */
const surplus = ({ id, status }: DeploymentRecord, truth: Truth, forced: ReadonlySet<string>): readonly string[] => {
  if (forced.has(id)) return [];
  const held = truth.infrastructures.filter(({ name }) => name.includes(id));
  const left = new Set(
    truth.attempts
      .filter((one) => one.deploymentId === id && one.left !== undefined)
      .map((one) => one.infrastructureId),
  );
  const unexplained = held.filter((one) => !left.has(one.id));
  if (status === 'DELETE_FAILED') return [];
  const most = standing.test(status) ? 1 : 0;
  if (unexplained.length <= most) return [];
  return [`${id} is ${status}, and ${unexplained.map((one) => `${one.name} is ${one.state}`).join(', ')}`];
};

const resources = z.looseObject({
  content: z.array(
    z.looseObject({ toscaNodeName: z.string(), toscaNodeType: z.string(), physicalId: z.string().optional() }),
  ),
});

const isMachine = /^(tosca\.nodes\.Compute|chaos\.nodes\.Worker)$/;

const machinesOf = async (
  { users }: World,
  { id, status, infrastructureId }: DeploymentRecord,
  infrastructures: readonly Infrastructure[],
): Promise<readonly string[]> => {
  const admin = users.find(({ name }) => name === 'admin');
  const answer = await admin?.ask('GET', `/deployments/${id}/resources?size=2000`, [200]);
  if (answer?.status !== 200) return [`the resources of ${id} cannot be read: ${answer?.status}`];
  const recorded = resources
    .parse(JSON.parse(answer.text))
    .content.filter(({ toscaNodeType }) => isMachine.test(toscaNodeType))
    .map(({ toscaNodeName, physicalId }) => `${toscaNodeName} ${physicalId}`)
    .sort();
  const held = infrastructures
    .filter((one) => one.id === infrastructureId)
    .flatMap(({ virtualMachines }) => virtualMachines.map((machine) => `${machine.node} ${machine.id}`))
    .sort();
  if (`${recorded}` === `${held}`) return [];
  return [`${id} (${status}) records ${recorded.join(', ') || 'none'}, and there are ${held.join(', ') || 'none'}`];
};
