import * as v from 'valibot';
import type { Audit } from './audit.ts';
import type { Infrastructure } from './held.ts';
import type { Ledger } from './ledger.ts';
import type { DeploymentRecord, Truth } from './truth.ts';
import type { World } from './world.ts';

/** A status in which the deployment stands as its resources say. */
const standing = /^(CREATE_COMPLETE|UPDATE_COMPLETE|UPDATE_FAILED)$/;

export const auditProviders: readonly Audit[] = [
  {
    name: 'every infrastructure at a provider is on record: there is no orphan',
    faults: ({ ledger }, truth) => orphans(truth, ledger),
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
    faults: ({ ledger }, truth) => truth.deployments.flatMap((one) => surplus(one, truth, ledger)),
  },
  {
    name: 'no infrastructure was made twice under one name',
    faults: (_, { infrastructures }) => {
      const names = infrastructures.map(({ name }) => name);
      return names.filter((name, index) => names.indexOf(name) !== index);
    },
  },
  {
    name: 'no job was submitted twice',
    faults: (_, { infrastructures }) => infrastructures.flatMap(repeatedJobs),
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

/** A forced deletion forgets what the provider refuses to destroy, and says so; nothing else may stand unknown. */
export const orphans = (
  { infrastructures, attempts }: Pick<Truth, 'infrastructures' | 'attempts'>,
  ledger: Pick<Ledger, 'mayBeLeft'>,
): readonly string[] => {
  const known = new Set(attempts.filter(({ state }) => state !== 'DESTROYED').map((one) => one.infrastructureId));
  return infrastructures
    .filter(({ id }) => !known.has(id) && !ledger.mayBeLeft(id))
    .map(({ id, name, state }) => `${id} (${name}, ${state}) is on nobody's record`);
};

/** Of a failed creation nothing stands but what was kept as asked, or could not be destroyed. */
export const surplus = (
  { id, status }: Pick<DeploymentRecord, 'id' | 'status'>,
  truth: Pick<Truth, 'infrastructures' | 'attempts'>,
  ledger: Pick<Ledger, 'mayBeLeft'>,
): readonly string[] => {
  if (status === 'DELETE_FAILED') return [];
  const held = truth.infrastructures.filter(({ name }) => name.includes(id));
  const left = new Set(
    truth.attempts
      .filter((one) => one.deploymentId === id && one.left !== undefined)
      .map((one) => one.infrastructureId),
  );
  const unexplained = held.filter((one) => !left.has(one.id) && !ledger.mayBeLeft(one.id));
  const most = standing.test(status) ? 1 : 0;
  if (unexplained.length <= most) return [];
  return [`${id} is ${status}, and ${unexplained.map((one) => `${one.name} is ${one.state}`).join(', ')}`];
};

/** A lost answer to a submission may be a job already: then there would be two of one name. */
export const repeatedJobs = ({ id, jobs = [] }: Pick<Infrastructure, 'id' | 'jobs'>): readonly string[] =>
  [...new Set(jobs.filter((name, index) => jobs.indexOf(name) !== index))].map((name) => `${id} has ${name} twice`);

const resources = v.looseObject({
  content: v.array(
    v.looseObject({
      toscaNodeName: v.string(),
      toscaNodeType: v.string(),
      state: v.string(),
      physicalId: v.optional(v.string()),
    }),
  ),
});

const isMachine = /^tosca\.nodes\.(indigo\.)?Compute$/;

const machinesOf = async (
  { users }: World,
  { id, status, infrastructureId }: DeploymentRecord,
  infrastructures: readonly Infrastructure[],
): Promise<readonly string[]> => {
  const admin = users.find(({ name }) => name === 'admin');
  const answer = await admin?.read(`/deployments/${id}/resources?size=2000`);
  if (answer?.status !== 200) return [`the resources of ${id} cannot be read: ${answer?.status}`];
  const recorded = v
    .parse(resources, JSON.parse(answer.text))
    .content.filter(({ toscaNodeType }) => isMachine.test(toscaNodeType))
    // what a failed update did not get stands there as such, and claims no machine
    .filter(({ state, physicalId }) => state !== 'ERROR' || physicalId !== undefined)
    .map(({ toscaNodeName, physicalId }) => `${toscaNodeName} ${physicalId}`)
    .sort();
  const held = infrastructures
    .filter((one) => one.id === infrastructureId)
    .flatMap(({ virtualMachines }) => virtualMachines.map((machine) => `${machine.node} ${machine.id}`))
    .sort();
  if (`${recorded}` === `${held}`) return [];
  return [`${id} (${status}) records ${recorded.join(', ') || 'none'}, and there are ${held.join(', ') || 'none'}`];
};
