/** What the pictures of docs/team.md and docs/day-two.md show: an approval, costs, drift, office hours. */

import type { Toscanini } from '../../client/index.ts';

const machineOf = (name: string, cpus: number): string => `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    ${name}:
      type: tosca.nodes.Compute
      capabilities: { host: { properties: { num_cpus: ${cpus}, mem_size: ${2 * cpus} GB } }, os: { properties: { type: linux, distribution: ubuntu } } }
`;

/** What the service is started with: nothing that the other pictures show needs an approval, or reaches a quota. */
export const teamEnvironment = {
  POLICIES: JSON.stringify([
    {
      ...{ id: 'large', effect: 'approval', approvers: ['research'], each: 'node', when: 'node.cpus > 12' },
      messageExpression: 'node.name + " has " + string(node.cpus) + " processors"',
    },
  ]),
  QUOTAS: JSON.stringify({ user: { deployments: 20 }, group: { cpus: 200, monthlyUsd: 500 } }),
};

type Ended = (id: string) => Promise<unknown>;

/** Waits for an approval. */
export const askForApproval = async (client: Toscanini): Promise<string> => {
  const template = machineOf('simulation', 16);
  const { uuid } = await client.create({ template, name: 'Simulation', userGroup: 'research' });
  while ((await client.approvals()).length === 0) await new Promise((resolve) => setTimeout(resolve, 300));
  return uuid;
};

/** With machines at AWS, whose prices are known, and that stop at night. Its machine is not made at the other clouds, which fail now. */
export const priced = async (client: Toscanini, ended: Ended): Promise<string> => {
  const officeHours = {
    timeZone: 'Europe/Rome',
    days: ['mon', 'tue', 'wed', 'thu', 'fri'] as ('mon' | 'tue' | 'wed' | 'thu' | 'fri')[],
    ...{ start: '08:00', stop: '19:00' },
  };
  const template = machineOf('notebook', 2);
  const { uuid } = await client.create({ template, name: 'Notebook', userGroup: 'research', officeHours });
  await ended(uuid);
  return uuid;
};

interface Clouds {
  readonly clouds: readonly {
    readonly infrastructures: readonly {
      readonly id: string;
      readonly name: string;
      readonly virtualMachines: readonly { readonly id: number }[];
    }[];
  }[];
}

/** Deletes a machine of a deployment at its cloud, behind the back of the service, and lets a check find it. */
export const drifted = async (client: Toscanini, imUrl: string, id: string): Promise<void> => {
  const { clouds } = (await (await fetch(`${imUrl}/_sandbox/clouds`)).json()) as Clouds;
  const one = clouds.flatMap(({ infrastructures }) => infrastructures).find(({ name }) => name.includes(id));
  const machine = one?.virtualMachines.at(-1);
  if (one === undefined || machine === undefined) throw new Error(`the sandbox has no machine of ${id}`);
  const address = `${imUrl}/_sandbox/infrastructures/${one.id}/vms/${machine.id}`;
  const gone = await fetch(address, { method: 'PUT', body: JSON.stringify({ gone: true }) });
  if (!gone.ok) throw new Error(`the sandbox does not take the machine away: ${await gone.text()}`);
  await client.check(id);
  while ((await client.checks(id)).findings.length === 0) await new Promise((resolve) => setTimeout(resolve, 300));
};
