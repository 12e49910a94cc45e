import { describe, expect, it } from 'vitest';
import { connectionsOf } from '../../../src/domain/cloudformation/connections.ts';
import { connection, groupFor } from '../../../src/domain/cloudformation/networks/groups.ts';
import { softwareConnections } from '../../../src/domain/cloudformation/software-connections.ts';
import type { Json, Node } from '../../../src/tosca/topology.ts';
import { byNameOf, type Given, node } from './node.ts';

const offer = { region: 'eu-west-1' };
const machine = (name: string, endpoint?: { readonly [name: string]: Json }, more: Given = {}) =>
  node(name, 'Compute', { ...(endpoint && { capabilities: { endpoint } }), ...more });
const grouped = (endpoint: { readonly [name: string]: Json }, isPublic = true, hasLogin = false) =>
  groupFor(machine('web', endpoint), offer, { isPublic, hasLogin });
const rules = (...given: Parameters<typeof grouped>) =>
  grouped(...given).resources['webGroup']?.Properties['SecurityGroupIngress'];
const open = (from: number, to = from, IpProtocol = 'tcp') => ({
  ...{ IpProtocol, FromPort: from, ToPort: to, CidrIp: '0.0.0.0/0' },
});

describe('the ports of a machine', () => {
  it.each([
    [{ port: 80 }, [open(80)]],
    [{ port: 80, protocol: 'HTTP' }, [open(80)]],
    [{ port: 53, protocol: 'udp' }, [open(53, 53, 'udp')]],
    [{ port: 443, protocol: 'quic' }, [open(443, 443, 'udp')]],
    [{ port: 1, protocol: 'icmp' }, [open(-1, -1, 'icmp')]],
    [{ ports: { a: { target: 80, source: 8080 } } }, [open(80)]],
    [{ ports: { a: { source: 8080 } } }, [open(8080)]],
    [{ ports: { a: { source: '8080' } } }, [open(8080)]],
    [{ ports: { a: { target_range: [1, 9], source_range: [20, 30] } } }, [open(1, 9)]],
    [{ ports: { a: { source_range: [20, 20] } } }, [open(20)]],
    [{ ports: { a: { target_range: [1], target: 7 } } }, [open(7)]],
    [{ port: 80, ports: { a: { target: 81 } } }, [open(80, 81)]],
    [{ port: 80, ports: { a: { target: 82 } } }, [open(80), open(82)]],
    [{ port: 80, protocol: 'http', ports: { a: { target: 80 }, b: { source: 80, protocol: 'tcp' } } }, [open(80)]],
    [{ port: 0 }, [open(0)]],
    [{ port: 65_535 }, [open(65_535)]],
    [{}, undefined],
  ] as const)('%j are open: %j', (endpoint, expected) => {
    expect(rules(endpoint)).toEqual(expected);
    expect(grouped(endpoint).reasons).toEqual([]);
  });

  it.each([
    ['10.0.0.0/8', 'tcp', { IpProtocol: 'tcp', CidrIp: '10.0.0.0/8' }],
    ['192.0.2.7', 'tcp', { IpProtocol: 'tcp', CidrIp: '192.0.2.7/32' }],
    ['2001:db8::/32', 'tcp', { IpProtocol: 'tcp', CidrIpv6: '2001:db8::/32' }],
    ['::/0', 'udp', { IpProtocol: 'udp', CidrIpv6: '::/0' }],
    ['2001:db8::1', 'icmp', { IpProtocol: 'icmpv6', CidrIpv6: '2001:db8::1/128' }],
  ])('may be open to %s only (%s)', (remote_cidr, protocol, expected) => {
    expect(rules({ ports: { a: { target: 22, protocol, remote_cidr } } })).toEqual([expect.objectContaining(expected)]);
    expect(JSON.stringify(rules({ ports: { a: { target: 22, protocol, remote_cidr } } }))).not.toContain('0.0.0.0/0');
  });

  it('are opened once to a range that is written in two ways', () => {
    const port = (remote_cidr: string) => ({ target: 443, remote_cidr });
    const ports = { a: port('0:0:0:0:0:0:0:0/0'), b: port('::/0'), c: port('10.0.0.1/8'), d: port('10.0.0.0/8') };
    expect(rules({ ports })).toEqual([
      expect.objectContaining({ CidrIpv6: '::/0' }),
      expect.objectContaining({ CidrIp: '10.0.0.0/8' }),
    ]);
  });

  it.each(['office', '10.0.0.0/33', '10.0.0/8', '2001:db8::/129', '10.0.0.0/8/8', '10.0.0.0/', 'fe80::1%eth0'])(
    'cannot be open to %s',
    (remote_cidr) => {
      expect(grouped({ ports: { a: { target: 22, remote_cidr } } }).reasons).toEqual([
        `has a port of its endpoint endpoint that is open to ${remote_cidr} (remote_cidr), which is no range of addresses such as 192.0.2.0/24 or 2001:db8::/32`,
      ]);
    },
  );

  it.each([
    { port: 65_536 },
    { port: -1 },
    { port: 1.5 },
    { port: 'http' },
    { port: '8x' },
    { port: 80, protocol: 'gre' },
    { port: 80, protocol: '!' },
    { port: 80, protocol: 6 },
    { ports: { a: {} } },
    { ports: { a: { target_range: [9, 1] } } },
    { ports: { a: { target_range: [1, 70_000] } } },
    { ports: { a: { target_range: ['x', 7] } } },
  ])('%j cannot be opened', (endpoint) => {
    const { resources, reasons } = grouped(endpoint);
    expect(reasons).toEqual([
      expect.stringMatching(/^has a port of its endpoint endpoint that no security group can open/),
    ]);
    expect(resources['webGroup']?.Properties).not.toHaveProperty('SecurityGroupIngress');
  });

  it('are open to the own machines of the deployment, or to whom the template names', () => {
    const inside = { 'Fn::GetAtt': ['Machines', 'GroupId'] };
    expect(rules({ port: 80 }, false)).toEqual([
      { IpProtocol: 'tcp', FromPort: 80, ToPort: 80, SourceSecurityGroupId: inside },
    ]);
    const named = { ports: { a: { target: 80, remote_cidr: '10.0.0.0/8' } } };
    for (const isPublic of [true, false])
      expect(rules(named, isPublic)).toEqual([{ ...open(80), CidrIp: '10.0.0.0/8' }]);
  });

  it('have the one of SSH where somebody is to log in, once, and a warning on a public machine', () => {
    const warned = [expect.stringMatching(/^opens its port 22 to everybody/)];
    expect([rules({ port: 80 }, true, true), grouped({}, true, true).warnings]).toEqual([[open(80), open(22)], warned]);
    expect(grouped({}, false, true).warnings).toEqual([]);
    expect(rules({}, true, false)).toBeUndefined();
    for (const endpoint of [
      { port: 22 },
      { ports: { a: { target_range: [20, 22] } } },
      { ports: { a: { target_range: [22, 30] } } },
    ]) {
      const found = grouped(endpoint, true, true);
      expect([found.resources['webGroup']?.Properties['SecurityGroupIngress'], found.warnings]).toEqual([
        [expect.anything()],
        [],
      ]);
    }
    expect(rules({ port: 22, protocol: 'udp' }, true, true)).toHaveLength(2);
    expect(rules({ port: 25 }, true, true)).toHaveLength(2);
  });
});

const portsIn = (resources: { readonly [id: string]: { readonly Properties: { readonly [name: string]: Json } } }) =>
  Object.entries(resources).map(([id, { Properties }]) => `${id} ${Properties['FromPort']}-${Properties['ToPort']}`);
const connects = (target: string) => [
  { name: 'dependency', node: target, relationship: 'tosca.relationships.ConnectsTo' },
];

describe('a connection', () => {
  it('reaches the known ports, else those of the endpoints, else every port of TCP', () => {
    const [app, db] = [machine('app'), machine('db', { port: 5432, ports: { a: { target: 9000 } } })];
    expect(portsIn(connection(app, db, [3306]))).toEqual(['appTodb 3306-3306']);
    expect(portsIn(connection(app, db))).toEqual(['appTodb 5432-5432', 'appTodb1 9000-9000']);
    expect(portsIn(connection(app, machine('db')))).toEqual(['appTodb 0-65535']);
    expect(portsIn(connection(app, machine('db', { port: -1 })))).toEqual(['appTodb 0-65535']);
    expect(connection(app, db, [1])['appTodb']?.Properties).toEqual({
      ...{ GroupId: { 'Fn::GetAtt': ['dbGroup', 'GroupId'] }, IpProtocol: 'tcp', FromPort: 1, ToPort: 1 },
      SourceSecurityGroupId: { 'Fn::GetAtt': ['appGroup', 'GroupId'] },
    });
  });

  it('has each port once, also where several ranges of addresses may reach it', () => {
    const ranges = { a: { target: 22, remote_cidr: '10.0.0.0/8' }, b: { target: 22, remote_cidr: '2001:db8::/32' } };
    const db = machine('db', { port: 5432, ports: { ...ranges, c: { target: 5432 } } });
    expect(portsIn(connection(machine('app'), db))).toEqual(['appTodb 5432-5432', 'appTodb1 22-22']);
  });

  it('of a machine is to what it connects to, and to nothing else', () => {
    const from = (requirements: Given['requirements'] & object, ...others: readonly Node[]) => {
      const app = machine('app', undefined, { requirements });
      return portsIn(connectionsOf(app, byNameOf(app, ...others)));
    };
    const db = machine('db', { port: 5432 });
    expect(from(connects('db'), db)).toEqual(['appTodb 5432-5432']);
    expect(from([{ name: 'dependency', node: 'db', relationship: 'tosca.relationships.DependsOn' }], db)).toEqual([]);
    expect(
      from(
        [
          {
            name: 'x',
            node: 'db',
            relationship: 'tosca.relationships.RoutesTo',
            relationshipBases: ['tosca.relationships.ConnectsTo'],
          },
        ],
        db,
      ),
    ).toEqual([]);
    expect(from(connects('gone'))).toEqual([]);
    expect(from([{ name: 'x', relationship: 'tosca.relationships.ConnectsTo' }])).toEqual([]);
    expect(from(connects('app'))).toEqual([]);
    // a database that nobody hosts and no service makes has no group
    expect(from(connects('service'), node('service', 'SoftwareComponent'))).toEqual([]);
  });
});

describe('a connection of software', () => {
  const software = (name: string, host: string, target?: string, more: Given = {}) =>
    node(name, 'WebApplication', {
      requirements: [{ name: 'host', node: host }, ...(target === undefined ? [] : connects(target))],
      ...more,
    });
  const between = (...nodes: readonly Node[]) => {
    const found = softwareConnections(nodes, byNameOf(...nodes));
    return Object.fromEntries(Object.entries(found).map(([name, resources]) => [name, portsIn(resources)]));
  };

  it('opens the ports of the other software on its machine', () => {
    const db = software('db', 'm2', undefined, { capabilities: { endpoint: { port: 5432 } } });
    expect(between(machine('m1'), machine('m2'), software('app', 'm1', 'db'), db)).toEqual({
      ...{ app: ['appFordbm1Tom2 5432-5432'], db: [] },
    });
  });

  it('opens nothing on the same machine, nor to what is not there', () => {
    const app = (target: string) => software('app', 'm1', target);
    expect(between(machine('m1'), app('db'), software('db', 'm1'))).toEqual({ app: [], db: [] });
    expect(between(machine('m1'), app('gone'))).toEqual({ app: [] });
    expect(between(machine('m1'), software('app', 'm1'))).toEqual({ app: [] });
  });

  it('opens a machine itself, where it is the target', () => {
    expect(between(machine('m1'), machine('m2', { port: 22 }), software('app', 'm1', 'm2'))).toEqual({
      app: ['appForm2m1Tom2 22-22'],
    });
  });

  it('opens a load balancer by the group that it has', () => {
    const front = node('front', 'LoadBalancer', { capabilities: { client: { port: 80 } } });
    expect(between(machine('m1'), front, software('app', 'm1', 'front'))).toEqual({ app: ['m1Tofront 80-80'] });
  });
});
