/** The key pair of a stack, from its creation to its end: docs/decisions/0051. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cloudFormation } from '../../../src/adapters/cloudformation/cloudformation.ts';
import { planner } from '../../../src/adapters/cloudformation/planner.ts';
import { stackReach } from '../../../src/domain/cloudformation/fit.ts';
import type { Submission } from '../../../src/domain/deployers/planner.ts';
import type { Deployer } from '../../../src/domain/deployers/ports.ts';
import { machinesOf } from '../../domain/cloudformation/translated.ts';
import { startBench } from '../../local/sandbox/aws/bench.ts';
import { topologyOf } from '../../tosca/fixtures.ts';

const region = 'eu-west-1';
const name = 'toscanini-0198-1';

let aws: Awaited<ReturnType<typeof startBench>>;
beforeEach(async () => {
  aws = await startBench();
});
afterEach(() => aws.stop());

const deployer = (endpoint = aws.url): Deployer =>
  cloudFormation({
    clock: { now: () => new Date() },
    clients: { endpoint, credentials: { accessKeyId: 'local', secretAccessKey: 'local' }, maxAttempts: 1 },
    accountOf: () => ({ region }),
  })('aws');

const planned = async (nodes: readonly string[], outputs: object): Promise<Submission> => {
  const template = JSON.stringify({
    tosca_definitions_version: 'tosca_simple_yaml_1_3',
    topology_template: {
      node_templates: Object.fromEntries(nodes.map((node) => [node, { type: 'tosca.nodes.Compute' }])),
      outputs,
    },
  });
  const topology = await topologyOf(template);
  const { blueprint, lacks } = stackReach.fit(topology, { id: 'aws', name: 'AWS', priority: 1, stack: { region } });
  if (blueprint === undefined) throw new Error(lacks.join('\n'));
  return planner.plan({ template, inputs: {}, name, edits: [], blueprint, machines: machinesOf(topology) });
};

const creds = (...nodes: readonly string[]) =>
  Object.fromEntries(
    nodes.map((node) => [`of_${node}`, { value: { get_attribute: [node, 'endpoint', 'credential', 0] } }]),
  );

const made = async (): Promise<string> => {
  const id = await deployer().create(await planned(['server'], creds('server')));
  aws.pass(600);
  return id;
};

const changed = async (id: string, submission: Submission): Promise<void> => {
  await deployer().update(id, submission);
  aws.pass(600);
  expect((await deployer().status(id)).change).toMatchObject({ is: 'done' });
};

const machines = async () => {
  const { Reservations = [] } = await aws.ec2.describeInstances({});
  return Reservations.flatMap(({ Instances = [] }) => Instances)
    .filter(({ State }) => State?.Name === 'running')
    .map(({ InstanceId, KeyName }) => ({ InstanceId, KeyName }));
};

const parameter = async (WithDecryption = true) => {
  const { Outputs = [] } = await aws.stack(name);
  const id = Outputs.find(({ Description }) => Description === 'Attribute KeyPairId')?.OutputValue;
  return (await aws.ssm.getParameter({ Name: `/ec2/keypair/${id}`, WithDecryption })).Parameter;
};

const privateKey = /^-----BEGIN OPENSSH PRIVATE KEY-----\n[A-Za-z0-9+/=\n]+\n-----END OPENSSH PRIVATE KEY-----$/;

describe('a machine whose credential an output asks for', () => {
  it('has a key, which its outputs give and nothing else shows', async () => {
    const id = await made();
    const { of_server: credential } = await deployer().outputs(id);
    expect(credential).toEqual({
      user: 'ubuntu',
      token: expect.stringMatching(privateKey),
      token_type: 'private_key',
    });
    expect((await parameter())?.Value).toBe((credential as { token: string }).token);
    expect(await machines()).toMatchObject([{ KeyName: name }]);
    const { TemplateBody } = await aws.cloudFormation.getTemplate({ StackName: name });
    const shown: unknown[] = [await aws.stack(name), await aws.events(name), TemplateBody, await parameter(false)];
    shown.push(await deployer().log(id), await deployer().nodes(id), await deployer().status(id));
    expect(JSON.stringify(shown)).not.toMatch(/PRIVATE KEY/);
  });

  it('keeps its key through updates, also when the output goes; a machine that is added gets the same', async () => {
    const id = await made();
    const [before, { of_server: first }] = [await machines(), await deployer().outputs(id)];
    await changed(id, await planned(['server', 'other'], creds('server', 'other')));
    const { of_server: second, of_other: third } = await deployer().outputs(id);
    expect([second, third]).toEqual([first, first]);
    await changed(id, await planned(['server'], {}));
    expect(await machines()).toEqual(before);
    expect(await deployer().outputs(id)).toEqual({});
    await changed(id, await planned(['server'], creds('server')));
    expect((await deployer().outputs(id))['of_server']).toEqual(first);
    expect(await machines()).toEqual(before);
    await deployer().update(id, await planned(['server'], creds('server')));
    expect((await deployer().status(id)).change?.is).toBe('done');
  });

  it('keeps no key where it was made without, and is not replaced for one', async () => {
    const id = await deployer().create(await planned(['server'], {}));
    aws.pass(600);
    const before = await machines();
    await changed(id, await planned(['server', 'other'], creds('server', 'other')));
    expect(await machines()).toEqual(expect.arrayContaining(before));
    expect(await machines()).toHaveLength(2);
  });

  it('takes its key along when it is deleted', async () => {
    const id = await made();
    const { Name = '' } = (await parameter()) ?? {};
    await deployer().destroy(id);
    aws.pass(600);
    await expect(aws.ssm.getParameter({ Name, WithDecryption: true })).rejects.toMatchObject({
      name: 'ParameterNotFound',
    });
    expect((await aws.things()).filter(({ stackId }) => stackId === id)).toEqual([]);
  });
});
