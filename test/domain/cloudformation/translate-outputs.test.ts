import { describe, expect, it } from 'vitest';
import { reasonsOf, stackOf } from './translated.ts';

describe('an output', () => {
  const two =
    'server: {type: tosca.nodes.Compute, capabilities: {scalable: {properties: {min_instances: 1, max_instances: 3, default_instances: 2}}}}';
  const one = 'server: {type: tosca.nodes.Compute}';
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
      { 'Fn::Select': [1, { 'Fn::Split': ['.', att(0)] }] },
    ],
  ])('of %s that is %s is read from the stack', async (nodes, value, description, expected) => {
    const { outputs } = await stackOf(nodes, { outputs: `it: {value: ${value}}` });
    expect(outputs).toEqual({ it: { Description: description, Value: expected } });
  });

  it('of a machine that is not there is left out, and one that is known already stays here', async () => {
    const outputs = 'gone: {value: {get_attribute: [server, private_address, 5]}}\nknown: {value: 7}';
    expect((await stackOf(one, { outputs })).outputs).toEqual({});
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
