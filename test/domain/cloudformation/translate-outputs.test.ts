import { describe, expect, it } from 'vitest';
import { bindBlueprint } from '../../../src/domain/cloudformation/bind.ts';
import { translate } from '../../../src/domain/cloudformation/translate.ts';
import type { Json } from '../../../src/tosca/topology.ts';
import { topologyOf } from '../../tosca/fixtures.ts';
import { reasonsOf, stackOf } from './translated.ts';

describe('an output', () => {
  const two =
    'server: {type: tosca.nodes.Compute, capabilities: {scalable: {properties: {min_instances: 1, max_instances: 3, default_instances: 2}}}}';
  const one = 'server: {type: tosca.nodes.Compute}';
  const ip = '{get_attribute: [server, private_address]}';
  const att = (index: number, attribute = 'PrivateIp') => ({ 'Fn::GetAtt': [`serverserver${index}`, attribute] });

  it.each([
    [one, '{get_attribute: [server, private_address]}', 'Output it', att(0)],
    [one, '{get_attribute: [server, public_address, 0]}', 'Output it', att(0, 'PublicIp')],
    [two, '{get_attribute: [server, private_address, 1]}', 'Output it', att(1)],
    [
      two,
      '{get_attribute: [server, private_address]}',
      'Output it (JSON)',
      { 'Fn::Join': ['', ['["', { 'Fn::Join': ['","', [att(0), att(1)]] }, '"]']] },
    ],
    [
      one,
      "{concat: ['http://', {get_attribute: [server, private_address]}, ':80']}",
      'Output it',
      { 'Fn::Join': ['', ['http://', att(0), ':80']] },
    ],
    [
      one,
      "{concat: [{get_property: [server, host, num_cpus]}, '/', {get_attribute: [server, private_address]}]}",
      'Output it',
      { 'Fn::Join': ['', ['', '/', att(0)]] },
    ],
    [two, `{join: [${ip}, ' ']}`, 'Output it', { 'Fn::Join': [' ', [att(0), att(1)]] }],
    [one, `{join: [${ip}, ' ']}`, 'Output it', { 'Fn::Join': [' ', [att(0)]] }],
    [one, '{get_attribute: [server, endpoint, ip_address]}', 'Output it', att(0)],
    [
      'server: {type: tosca.nodes.indigo.Compute, capabilities: {endpoint: {properties: {network_name: PUBLIC}}}}',
      '{get_attribute: [server, endpoint, ip_address]}',
      'Output it',
      att(0, 'PublicIp'),
    ],
    [
      one,
      "{token: [{get_attribute: [server, private_address]}, '.', 1]}",
      'Output it',
      { 'Fn::Select': [1, { 'Fn::Split': ['.', { 'Fn::Join': ['', [att(0), '.']] }] }] },
    ],
    [
      one,
      "{token: [{get_attribute: [server, private_address]}, '.:', '0']}",
      'Output it',
      { 'Fn::Select': [0, { 'Fn::Split': ['.', { 'Fn::Join': ['.', { 'Fn::Split': [':', att(0)] }] }] }] },
    ],
  ])('of %s that is %s is read from the stack', async (nodes, value, description, expected) => {
    const { outputs } = await stackOf(nodes, { outputs: `it: {value: ${value}}` });
    expect(outputs).toEqual({ it: { Description: description, Value: expected } });
  });

  it.each([`${ip}, '', 0`, `${ip}, '.', -1`, `${ip}, '.', 1000000000`, `${ip}, '.', 0.5`])(
    'that is the token [%s] is told before anything is made',
    async (call) => {
      expect(await reasonsOf(one, { outputs: `it: {value: {token: [${call}]}}` })).toEqual([
        'output it has a token that cannot be read: it takes a text, delimiters and the index of a part from 0 to 200',
      ]);
    },
  );

  const list = (...items: readonly Json[]) => ({ 'Fn::Join': ['', ['["', { 'Fn::Join': ['","', items] }, '"]']] });
  const mixed = (...items: readonly Json[]) => ({ 'Fn::Join': ['', ['[', { 'Fn::Join': [',', items] }, ']']] });
  const quoted = (text: Json) => ({ 'Fn::Join': ['', ['"', text, '"']] });

  it.each([
    ['a quotation mark', `['say "hi"', ${ip}]`, list('say \\"hi\\"', att(0))],
    ['a backslash', `['C:\\new', ${ip}]`, list('C:\\\\new', att(0))],
    ['one within a joined text', `[{concat: ['"', ${ip}]}]`, list({ 'Fn::Join': ['', ['\\"', att(0)]] })],
    ['a number and a map', `[22, {a: b}, ${ip}]`, mixed('22', '{"a":"b"}', quoted(att(0)))],
    ['another list', `[[${ip}], x]`, mixed(list(att(0)), quoted('x'))],
  ])('that is a list with %s is JSON in the stack', async (_, value, expected) => {
    const { outputs } = await stackOf(one, { outputs: `it: {value: ${value}}` });
    expect(outputs).toEqual({ it: { Description: 'Output it (JSON)', Value: expected } });
  });

  it.each([`{only: ${ip}}`, `{one: ${ip}, two: 2}`])('that is the map %s is told to be several', async (value) => {
    expect(await reasonsOf(one, { outputs: `it: {value: ${value}}` })).toEqual([
      'output it is a map of values that are known only later: make an output of each',
    ]);
  });

  it('that joins a list of another node is the joined text', async () => {
    const volumes = `${one.replace('Compute}', 'Compute, requirements: [{local_storage: {node: disk, relationship: tosca.relationships.AttachesTo}}]}')}
second: {type: tosca.nodes.Compute, requirements: [{local_storage: {node: disk, relationship: tosca.relationships.AttachesTo}}]}
disk: {type: tosca.nodes.Storage.BlockStorage, properties: {name: disk, size: 1 GB}}`;
    const { outputs } = await stackOf(volumes, {
      outputs: "it: {value: {join: [{get_attribute: [disk, volume_id]}, ' ']}}",
    });
    const ids = [{ Ref: 'diskOfserverserver0' }, { Ref: 'diskOfsecondsecond0' }];
    expect(outputs['it']?.Value).toEqual({ 'Fn::Join': [' ', ids] });
  });

  it('of a machine that is not there is left out, and one that is known already stays here', async () => {
    const outputs = 'gone: {value: {get_attribute: [server, private_address, 5]}}\nknown: {value: 7}';
    expect((await stackOf(one, { outputs })).outputs).toEqual({});
  });
});

describe('an output of an attribute', () => {
  const nodes = `server: {type: tosca.nodes.Compute, capabilities: {endpoint: {properties: {port: 8080}}}, requirements: [{local_storage: {node: disk, relationship: {type: tosca.relationships.AttachesTo, properties: {location: /data}}}}]}
other: {type: tosca.nodes.Compute, requirements: [{local_storage: {node: both, relationship: tosca.relationships.AttachesTo}}, {dependency: db}]}
third: {type: tosca.nodes.Compute, requirements: [{local_storage: {node: both, relationship: tosca.relationships.AttachesTo}}]}
disk: {type: tosca.nodes.Storage.BlockStorage, properties: {name: disk, size: 1 GB}}
both: {type: tosca.nodes.Storage.BlockStorage, properties: {name: both, size: 1 GB}}
inner: {type: tosca.nodes.network.Network, properties: {network_name: inside, cidr: 10.0.1.0/24}}
port: {type: tosca.nodes.network.Port, requirements: [{binding: server}, {link: inner}]}
db: {type: tosca.nodes.Database, properties: {name: shop, port: 3306, user: admin}}
files: {type: tosca.nodes.Storage.ObjectStorage, properties: {name: f}}`;
  const offer = {
    region: 'eu-west-1',
    vpc: 'vpc-1',
    subnets: {
      private: [
        { id: 's-a', zone: 'a' },
        { id: 's-b', zone: 'b' },
      ],
    },
  };
  const address = { 'Fn::GetAtt': ['serverserver0', 'PrivateIp'] };
  const ids = [{ Ref: 'bothOfotherother0' }, { Ref: 'bothOfthirdthird0' }];

  it.each([
    ['disk, volume_id', { Ref: 'diskOfserverserver0' }],
    ['disk, tosca_id', { Ref: 'diskOfserverserver0' }],
    ['server, local_storage, volume_id', { Ref: 'diskOfserverserver0' }],
    ['both, volume_id', { 'Fn::Join': ['', ['["', { 'Fn::Join': ['","', ids] }, '"]']] }],
    ['server, networks, inner, addresses, 0', address],
    ['server, networks, inside, addresses, 0', address],
    ['server, ports, port, addresses, 0', address],
    ['inner, network_id', { Ref: 'inner' }],
    ['db, database_endpoint, port', '3306'],
    ['inner, state', 'started'],
    ['files, storage_endpoint, ip_address', { 'Fn::GetAtt': ['files', 'RegionalDomainName'] }],
  ])('[%s] is what TOSCA says, wherever it stands', async (path, expected) => {
    const { outputs } = await stackOf(nodes, { offer, outputs: `it: {value: {get_attribute: [${path}]}}` });
    expect(outputs['it']?.Value).toEqual(expected);
  });

  it('is told as JSON where it is a number', async () => {
    const asked = 'it: {value: {get_attribute: [db, database_endpoint, port]}}';
    const { outputs } = await stackOf(nodes, { offer, outputs: asked });
    expect(outputs['it']).toMatchObject({ Value: '3306', Description: expect.stringMatching(/\(JSON\)$/) });
  });

  it('says which volumes are not shared', async () => {
    expect((await stackOf(nodes, { offer })).warnings).toContain(
      'node both (tosca.nodes.Storage.BlockStorage) is not shared by other and third: each machine gets a volume of its own',
    );
  });

  it('drops the provider where nothing gives it', async () => {
    const outputs = 'it: {value: {get_attribute: [server, networks, nowhere, addresses, 0]}}';
    expect((await reasonsOf(nodes, { offer, outputs }))[0]).toContain('known here: private_address');
  });
});

describe('a type of the template', () => {
  const typed = async (base: string, more: string, node: string) => {
    const topology = await topologyOf(`tosca_definitions_version: tosca_simple_yaml_1_3
node_types: { my.Type: { derived_from: ${base}${more} } }
topology_template: { node_templates: { it: ${node} } }`);
    return translate(topology, { region: 'eu-west-1', agentProfile: 'agent' });
  };
  const typesIn = (made: Awaited<ReturnType<typeof typed>>) =>
    made.ok
      ? Object.values(bindBlueprint(made.blueprint, []).template['Resources'] as object).map(({ Type }) => Type)
      : made.reasons;

  it.each([
    ['tosca.nodes.Storage.ObjectStorage', '{ type: my.Type, properties: { name: a } }', 'AWS::S3::Bucket'],
    ['tosca.nodes.Database', '{ type: my.Type, properties: { name: a, port: 3306, user: u } }', 'AWS::RDS::DBInstance'],
  ])('that derives from %s and adds only values becomes what that becomes', async (base, node, type) => {
    const more = ', properties: { owner: { type: string, default: me } }';
    expect(typesIn(await typed(base, more, node))).toContain(type);
  });

  it('that derives from a container brings its image', async () => {
    const more = ', artifacts: { image: { file: nginx, type: tosca.artifacts.Deployment.Image.Container.Docker } }';
    expect(typesIn(await typed('tosca.nodes.Container.Application', more, '{ type: my.Type }'))).toContain(
      'AWS::ECS::Service',
    );
  });

  it('that brings operations without a machine to run them on drops the provider', async () => {
    const more =
      ", interfaces: { Standard: { type: tosca.interfaces.node.lifecycle.Standard, operations: { create: '#!/bin/sh' } } }";
    expect(
      typesIn(await typed('tosca.nodes.Storage.ObjectStorage', more, '{ type: my.Type, properties: { name: a } }')),
    ).toContain(
      'node it (my.Type) has a type derived from tosca.nodes.Storage.ObjectStorage, whose operations this deployer does not run yet',
    );
  });
});

describe('what cannot be mapped', () => {
  it.each([
    [
      'it: {type: tosca.nodes.WebServer, requirements: [{host: server}]}\nserver: {type: tosca.nodes.Compute}',
      'node it (tosca.nodes.WebServer) is software without operations: nothing would install it',
    ],
    [
      'it: {type: tosca.nodes.LoadBalancer}',
      'node it (tosca.nodes.LoadBalancer) balances nothing: name the machines or the container by its requirement application',
    ],
    [
      'it: {type: tosca.nodes.indigo.MonitoredCompute}',
      'node it (tosca.nodes.indigo.MonitoredCompute) has a type derived from tosca.nodes.indigo.Compute, whose operations this deployer does not run yet',
    ],
    [
      'it: {type: tosca.nodes.Compute, interfaces: {Standard: {create: run.sh}}}',
      'node it (tosca.nodes.Compute) has the operation Standard.create, which needs the file run.sh, whose text is neither in the template nor in its archive',
    ],
  ])('%s drops the provider', async (nodes, why) => {
    expect(await reasonsOf(nodes, { offer: { region: 'eu-west-1', instanceProfile: 'machines' } })).toEqual([why]);
  });

  it.each([
    ['Machines', 'something that all nodes have together'],
    ['bGroup', 'node b'],
  ])('includes a node %s, whose resource would take the place of another', async (name, other) => {
    const nodes = `${name}: {type: tosca.nodes.ObjectStorage, properties: {name: f}}\nb: {type: tosca.nodes.Compute}`;
    const reasons = await reasonsOf(nodes);
    expect(reasons).toContain(
      `node ${name} (tosca.nodes.ObjectStorage) becomes a resource ${name}, and so does ${other}: give the node another name`,
    );
  });

  it('is told all at once', async () => {
    const nodes =
      'a: {type: tosca.nodes.LoadBalancer}\nb: {type: tosca.nodes.Compute, capabilities: {os: {properties: {distribution: plan9}}}}';
    expect(await reasonsOf(nodes)).toHaveLength(2);
  });
});
