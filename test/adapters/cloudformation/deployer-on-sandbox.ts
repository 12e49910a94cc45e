/** The deployer of CloudFormation at the sandbox's AWS, whose clock only tests move. */

import { afterEach, beforeEach } from 'vitest';
import { tenantExternalId, tenantRole } from '../../../local/sandbox/aws/world/world.ts';
import { cloudFormation } from '../../../src/adapters/cloudformation/cloudformation.ts';
import { planner } from '../../../src/adapters/cloudformation/planner.ts';
import type { AwsAccount } from '../../../src/adapters/cloudformation/sessions.ts';
import { stackReach } from '../../../src/domain/cloudformation/fit.ts';
import type { Submission } from '../../../src/domain/deployers/planner.ts';
import type { Deployer } from '../../../src/domain/deployers/ports.ts';
import { machinesOf } from '../../domain/cloudformation/translated.ts';
import { startBench } from '../../local/sandbox/aws/bench.ts';
import { topologyOf } from '../../tosca/fixtures.ts';

export const region = 'eu-west-1';
/** as the service names one: a role may make no other */
export const name = 'toscanini-01980000-0000-7000-8000-000000000001-1';
/** the account of a tenant, as its role's template wants stacks to be made there */
export const tenant = {
  roleArn: tenantRole,
  externalId: async () => tenantExternalId,
  serviceRoleArn: 'arn:aws:iam::222222222222:role/toscanini-stacks',
};
const clock = { now: () => new Date() };

export const nodesOf = (nodes: object, outputs: object = {}): string =>
  JSON.stringify({
    tosca_definitions_version: 'tosca_simple_yaml_1_3',
    imports: ['https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml'],
    topology_template: { node_templates: nodes, outputs },
  });

export const planned = async (nodes: object, outputs?: object): Promise<Submission> => {
  const template = nodesOf(nodes, outputs);
  const topology = await topologyOf(template);
  const { blueprint, lacks } = stackReach.fit(topology, { id: 'aws', name: 'AWS', priority: 1, stack: { region } });
  if (blueprint === undefined) throw new Error(lacks.join('\n'));
  return planner.plan({ template, inputs: {}, name, edits: [], blueprint, machines: machinesOf(topology) });
};

export const server = (host: object = {}, os: object = {}) => ({
  type: 'tosca.nodes.Compute',
  capabilities: { host: { properties: host }, os: { properties: os } },
});

/** Each test gets a sandbox of its own. */
export const sandboxForTests = () => {
  let bench: Awaited<ReturnType<typeof startBench>>;
  beforeEach(async () => {
    bench = await startBench();
  });
  afterEach(() => bench.stop());

  const deployer = (account: Partial<AwsAccount> = {}): Deployer => {
    const clients = {
      endpoint: bench.url,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      maxAttempts: 1,
    };
    return cloudFormation({ clock, clients, accountOf: () => ({ region, ...account }) })('aws');
  };
  return {
    aws: () => bench,
    deployer,
    /** a stack of these nodes, ten minutes later */
    made: async (nodes: object, account?: Partial<AwsAccount>): Promise<string> => {
      const id = await deployer(account).create(await planned(nodes));
      bench.pass(600);
      return id;
    },
  };
};
