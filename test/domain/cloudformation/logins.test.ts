/** Machines whose SSH credential an output asks for: docs/decisions/0051. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bindBlueprint } from '../../../src/domain/cloudformation/bind.ts';
import { softwareIn } from '../../../src/domain/cloudformation/kept-software.ts';
import { withMachinesInForce } from '../../../src/domain/cloudformation/machines/in-force.ts';
import { softwareOutputs } from '../../../src/domain/cloudformation/software/advance-software.ts';
import type { StackOffer } from '../../../src/domain/providers/stack-offer.ts';
import { machinesOf, reasonsOf, stackOf, translated } from './translated.ts';

const server = (os = '') => `server: {type: tosca.nodes.indigo.Compute, capabilities: {os: {properties: {${os}}}}}`;
const creds = 'creds: {value: {get_attribute: [server, endpoint, credential, 0]}}';

const loginsOf = async (...given: Parameters<typeof stackOf>) =>
  softwareIn(JSON.stringify((await stackOf(...given)).template)).logins;

describe('the key of a machine', () => {
  it('is made once for the stack, and only machines whose credential is asked for have it', async () => {
    const nodes = `${server()}\nother: {type: tosca.nodes.Compute}\nthird: {type: tosca.nodes.Compute}`;
    const outputs = `${creds}\nmore: {value: {get_attribute: [third, endpoint, credential]}}`;
    const { resources, outputs: shown } = await stackOf(nodes, { outputs });
    const keys = Object.fromEntries(
      Object.entries(resources).flatMap(([id, { Type, Properties }]) =>
        Type === 'AWS::EC2::Instance' ? [[id, Properties['KeyName']]] : [],
      ),
    );
    const key = { Ref: 'MachineKey' };
    expect(keys).toEqual({ serverserver0: key, otherother0: undefined, thirdthird0: key });
    expect(Object.values(resources).filter(({ Type }) => Type === 'AWS::EC2::KeyPair')).toEqual([
      { Type: 'AWS::EC2::KeyPair', Properties: { KeyName: { Ref: 'AWS::StackName' }, KeyType: 'ed25519' } },
    ]);
    expect(Object.values(shown)).toEqual([
      { Description: 'Attribute KeyPairId', Value: { 'Fn::GetAtt': ['MachineKey', 'KeyPairId'] } },
    ]);
  });

  it.each([
    ['no output', ''],
    ['an address', 'ip: {value: {get_attribute: [server, public_address]}}'],
    ['the user alone', 'user: {value: {get_attribute: [server, endpoint, credential, 0, user]}}'],
  ])('is not made for %s', async (_, outputs) => {
    const { resources } = await stackOf(server(), { outputs });
    expect(JSON.stringify(resources)).not.toMatch(/KeyPair|KeyName/);
  });

  it.each([
    ['distribution: ubuntu', 'ubuntu'],
    ['distribution: ubuntu, version: 22.04', 'ubuntu'],
    ['distribution: debian, version: 12', 'admin'],
    ['distribution: amazon', 'ec2-user'],
    ['distribution: amazon, architecture: arm64', 'ec2-user'],
    ['image: ami-0123456789abcdef0, credential: {user: cloudadm, token: ""}', 'cloudadm'],
    ['image: ami-0123456789abcdef1', 'keeper'],
    ['image: ami-0123456789abcdef2', 'admin'],
    ['distribution: rocky', 'rocky'],
  ])('of a machine with {%s} is that of the user %s', async (os, user) => {
    const offer: StackOffer = {
      region: 'eu-west-1',
      images: [
        { id: 'ami-0123456789abcdef1', user: 'keeper', distribution: 'own' },
        { id: 'ami-0123456789abcdef2', distribution: 'Debian', version: '99' },
        { id: 'ami-0123456789abcdef3', distribution: 'rocky', user: 'rocky' },
      ],
    };
    expect(await loginsOf(server(os), { outputs: creds, offer })).toEqual({ server: user });
  });

  it('is asked for in vain where nobody knows the user', async () => {
    expect(await reasonsOf(server('image: ami-0123456789abcdef0'), { outputs: creds })).toEqual([
      'node server (tosca.nodes.indigo.Compute) is asked for its login (endpoint.credential), and nobody knows the user of the image ami-0123456789abcdef0: name the user in os.credential.user, or as user of the image in the configuration of the provider',
    ]);
  });

  it('of a public image belongs to the user of the image, and a warning says so to who names another', async () => {
    const { warnings } = await stackOf(server('credential: {user: cloudadm, token: ""}'), { outputs: creds });
    expect(warnings).toEqual([
      'node server (tosca.nodes.indigo.Compute) has the login ubuntu, the user of its image, and not cloudadm (os.credential)',
    ]);
  });
});

describe('an output with a credential', () => {
  const machine = (id: string) => ({
    ...{ id, node: 'server', resourceId: id, privateAddress: '10.0.0.1', publicAddress: '203.0.113.1' },
    ...{ launchedAt: '2026-01-01T00:00:00.000Z', runs: true },
  });

  const valuesOf = async (outputs: string, count = 1) => {
    const { template } = await stackOf(server(), { outputs });
    const asked: string[] = [];
    const calls = {
      runsOf: async () => [],
      outputsOf: async () => ({}),
      listening: async () => new Set<string>(),
      send: async () => {},
      cancel: async () => {},
      privateKey: async () => {
        asked.push('key');
        return 'the key';
      },
    };
    return softwareOutputs({
      software: softwareIn(JSON.stringify(template)),
      machines: Array.from({ length: count }, (_, index) => machine(`i-${index}`)),
      ...{ attributes: {}, calls, since: '', now: new Date() },
    });
  };
  const whole = { user: 'ubuntu', token: 'the key', token_type: 'private_key' };

  it.each([
    ['{get_attribute: [server, endpoint, credential, 0]}', 1, whole],
    ['{get_attribute: [server, endpoint, credential]}', 1, whole],
    ['{get_attribute: [server, endpoint, credential]}', 2, [whole, whole]],
    ['{get_attribute: [server, endpoint, credential, 1]}', 1, null],
    ['{get_attribute: [server, endpoint, credential, 0, token]}', 1, 'the key'],
    ['{get_attribute: [server, endpoint, credential, token]}', 2, ['the key', 'the key']],
    [
      "{concat: [{get_attribute: [server, endpoint, credential, 0, user]}, '@', {get_attribute: [server, public_address, 0]}, ' ', {get_attribute: [server, endpoint, credential, 0, token]}]}",
      1,
      'ubuntu@203.0.113.1 the key',
    ],
  ])('that is %s of %i machines has the shape of the Infrastructure Manager', async (value, count, expected) => {
    expect(await valuesOf(`it: {value: ${value}}`, count)).toEqual({ it: expected });
  });

  it('of the user alone is in the stack', async () => {
    const outputs =
      "ssh: {value: {concat: ['ssh ', {get_attribute: [server, endpoint, credential, 0, user]}, '@', {get_attribute: [server, public_address, 0]}]}}";
    expect((await stackOf(server(), { outputs })).outputs['ssh']?.Value).toEqual({
      'Fn::Join': ['', ['ssh ', 'ubuntu', '@', { 'Fn::GetAtt': ['serverserver0', 'PublicIp'] }]],
    });
  });

  it('keeps no other secret with the stack', async () => {
    const text = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs: {db_password: {type: string, default: hunter2hunter2}}
  node_templates: {server: {type: tosca.nodes.Compute}}
  outputs:
    both: {value: {concat: [{get_input: db_password}, {get_attribute: [server, endpoint, credential, 0, token]}]}}
`;
    const { topologyOf } = await import('../../tosca/fixtures.ts');
    const { translate } = await import('../../../src/domain/cloudformation/translate.ts');
    expect(translate(await topologyOf(text), { region: 'eu-west-1' })).toEqual({
      ok: false,
      reasons: ['output both holds a secret, and everybody who may see the stack could read it'],
    });
  });
});

describe('the port of the login', () => {
  const portsOf = async (endpoint: string, outputs = creds) => {
    const { resources, warnings } = await stackOf(
      `server: {type: tosca.nodes.indigo.Compute, capabilities: {endpoint: {properties: {${endpoint}}}}}`,
      { outputs },
    );
    return { ports: resources['serverGroup']?.Properties['SecurityGroupIngress'] ?? [], warnings };
  };
  const ssh = { IpProtocol: 'tcp', FromPort: 22, ToPort: 22 };
  const inside = { SourceSecurityGroupId: { 'Fn::GetAtt': ['Machines', 'GroupId'] } };

  it('is open to everybody on a public machine, which a warning says, and else to the other machines', async () => {
    const outside = await portsOf('network_name: PUBLIC');
    expect(outside.ports).toEqual([{ ...ssh, CidrIp: '0.0.0.0/0' }]);
    expect(outside.warnings.join()).toContain('opens its port 22 to everybody, since an output asks for its login');
    expect(await portsOf('')).toEqual({ ports: [{ ...ssh, ...inside }], warnings: [] });
  });

  it('is that of the template, where it names one', async () => {
    const named = 'network_name: PUBLIC, ports: {ssh: {protocol: tcp, source: 22, remote_cidr: 192.0.2.0/24}}';
    expect(await portsOf(named)).toEqual({ ports: [{ ...ssh, CidrIp: '192.0.2.0/24' }], warnings: [] });
    const ssh22 = await portsOf('network_name: PUBLIC, protocol: ssh, port: 22');
    expect(ssh22).toEqual({ ports: [{ ...ssh, CidrIp: '0.0.0.0/0' }], warnings: [] });
    const range = 'network_name: PUBLIC, ports: {all: {protocol: tcp, source_range: [1, 1024]}}';
    expect((await portsOf(range)).ports).toHaveLength(1);
  });

  it('stays shut where nobody asks for the login', async () => {
    expect(await portsOf('network_name: PUBLIC', '')).toEqual({ ports: [], warnings: [] });
  });
});

describe('what is not an output', () => {
  it('gets no private key', async () => {
    const container = `${server()}
app: {type: toscanini.nodes.aws.ContainerService, properties: {image: 'example/app:1.0', environment: {KEY: {get_attribute: [server, endpoint, credential, 0, token]}}}}`;
    const operation = `${server()}
app:
  type: tosca.nodes.SoftwareComponent
  requirements: [{host: server}]
  interfaces:
    Standard:
      create:
        implementation: "#!/bin/bash\\ntrue\\n"
        inputs: {KEY: {get_attribute: [server, endpoint, credential, 0, token]}}`;
    const offer = { region: 'eu-west-1', agentProfile: 'agents' };
    expect((await reasonsOf(container, { offer })).join()).toMatch(
      /a private key, which only an output may hold|would write a secret/,
    );
    expect((await reasonsOf(operation, { offer })).join()).toMatch(
      /takes its input KEY from the login of machine server, which only an output may hold/,
    );
  });
});

const anyTemplate = fc.record({
  machines: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 3 }), { minKeys: 1 }),
  asked: fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('', ', 0', ', 0, user', ', token'))),
});

const templateOf = async ({ machines, asked }: typeof anyTemplate extends fc.Arbitrary<infer T> ? T : never) => {
  const nodes = Object.entries(machines).map(
    ([name, count]) =>
      `${name}: {type: tosca.nodes.Compute, capabilities: {scalable: {properties: {min_instances: 0, max_instances: 3, default_instances: ${count}}}}}`,
  );
  const outputs = asked
    .filter(([name]) => name in machines)
    .map(([name, path], index) => `out${index}: {value: {get_attribute: [${name}, endpoint, credential${path}]}}`);
  const { topology, translation } = await translated(nodes.join('\n'), { outputs: outputs.join('\n') });
  if (!translation.ok) throw new Error(translation.reasons.join('\n'));
  const bound = () => bindBlueprint(JSON.parse(JSON.stringify(translation.blueprint)), machinesOf(topology)).template;
  expect(bound()).toEqual(bound());
  return bound();
};

type Bound = Awaited<ReturnType<typeof templateOf>>;
const resourcesIn = (template: { readonly [section: string]: unknown }) =>
  (template['Resources'] ?? {}) as { readonly [id: string]: { Type: string; Properties: { KeyName?: unknown } } };
const keysIn = (template: Parameters<typeof resourcesIn>[0]) =>
  Object.fromEntries(
    Object.entries(resourcesIn(template)).flatMap(([id, { Type, Properties }]) =>
      Type === 'AWS::EC2::Instance' ? [[id, Properties.KeyName]] : [],
    ),
  );

it('leaves the key of every machine that stands as it is, whatever the next template asks for', async () => {
  await fc.assert(
    fc.asyncProperty(anyTemplate, anyTemplate, async (before, after) => {
      const [old, wanted]: [Bound, Bound] = [await templateOf(before), await templateOf(after)];
      expect(withMachinesInForce(old, old).template).toEqual(old);
      const { template: sent } = withMachinesInForce(wanted, old);
      const [held, now] = [keysIn(old), keysIn(sent)];
      for (const [id, key] of Object.entries(now)) expect(key).toEqual(id in held ? held[id] : keysIn(wanted)[id]);
      const usesKey = Object.values(now).some((key) => key !== undefined);
      if (usesKey) {
        expect(resourcesIn(sent)['MachineKey']).toBeDefined();
        expect(JSON.stringify(sent['Outputs'])).toContain('"Attribute KeyPairId"');
      }
      // a second update to the same template changes nothing more
      expect(withMachinesInForce(wanted, sent).template).toEqual(sent);
    }),
    { numRuns: 60 },
  );
});
