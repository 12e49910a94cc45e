import { describe, expect, it } from 'vitest';
import { behind, portsOf, routesOf } from '../../../src/domain/cloudformation/containers/routing.ts';
import type { Json, Node } from '../../../src/tosca/topology.ts';
import { byNameOf, node } from './node.ts';

const to = (...names: readonly string[]) => names.map((name) => ({ name: 'application', node: name }));
const balancer = (
  requirements: readonly { readonly name: string; readonly node?: string }[],
  client?: { readonly [name: string]: Json },
) => node('front', 'LoadBalancer', { requirements, ...(client && { capabilities: { client } }) });
const machine = (name: string, ...endpoints: readonly { readonly [name: string]: Json }[]) =>
  node(name, 'Compute', {
    capabilities: Object.fromEntries(endpoints.map((one, index) => [`endpoint${index || ''}`, one])),
  });

const routes = (front: Node, ...nodes: readonly Node[]) => {
  const found = routesOf(front, byNameOf(...nodes));
  if ('reasons' in found) throw new Error(found.reasons.join('; '));
  return found;
};
const listeners = (front: Node, ...nodes: readonly Node[]) => routes(front, ...nodes).listeners;
const reasons = (front: Node, ...nodes: readonly Node[]) => {
  const found = routesOf(front, byNameOf(...nodes));
  return 'reasons' in found ? found.reasons : [];
};

describe('what a load balancer routes', () => {
  it('is a machine, a container, or the machine of a piece of software, with its ports and path', () => {
    const software = node('app', 'WebApplication', {
      requirements: [{ name: 'host', node: 'one' }],
      capabilities: { app_endpoint: { port: 8080, url_path: '/health' } },
    });
    const found = routes(
      balancer(to('app', 'two')),
      software,
      machine('one', { port: 1 }),
      machine('two', { port: 80 }),
    );
    expect(found.applications.map(({ node: { name }, ports, path }) => [name, ports, path])).toEqual([
      ['one', [{ port: 8080, protocol: 'tcp' }], '/health'],
      ['two', [{ port: 80, protocol: 'tcp' }], undefined],
    ]);
    const container = node('web', 'Container.Application', { capabilities: { endpoint: { port: 80 } } });
    expect(routes(balancer(to('web', 'web')), container).applications[0]?.node).toBe(container);
  });

  it('is the endpoint that the requirement names, else every endpoint', () => {
    const one = machine('one', { port: 80 }, { port: 81 });
    const named = (capability: string) => balancer([{ name: 'application', node: 'one', capability } as never]);
    expect(listeners(named('endpoint1'), one).map(({ port }) => port)).toEqual([81]);
    expect(listeners(named('other'), one).map(({ port }) => port)).toEqual([80, 81]);
  });

  it('cannot be nothing, another kind of node, or a container beside others', () => {
    expect(reasons(balancer([]))[0]).toMatch(/^balances nothing/);
    expect(reasons(balancer([{ name: 'dependency', node: 'one' }]), machine('one'))[0]).toMatch(/^balances nothing/);
    expect(reasons(balancer([{ name: 'application' }]))).toEqual([
      'has a requirement application on no node of the template',
    ]);
    expect(reasons(balancer(to('gone', 'db')), node('db', 'Database'))).toEqual([
      'has a requirement application on no node of the template',
      'balances db (tosca.nodes.Database), which has no machines and no containers',
    ]);
    const container = node('web', 'Container.Application', { capabilities: { endpoint: { port: 80 } } });
    expect(reasons(balancer(to('web', 'one')), container, machine('one'))).toEqual([
      'balances a container beside others: give each container a load balancer of its own',
    ]);
  });
});

describe('the ports of a capability', () => {
  it('are its port and its ports, of the side that is asked for, else of the other one', () => {
    const values = {
      ...{ port: 80, protocol: 'HTTP' },
      ports: { a: { source: 1, target: 2, protocol: 'TCP' }, b: { source: 3 }, c: { target: 4 }, d: {} },
    };
    const tcp = (port: number) => ({ port, protocol: 'tcp' });
    expect(portsOf(values, 'target')).toEqual([{ port: 80, protocol: 'http' }, tcp(2), tcp(3), tcp(4)]);
    expect(portsOf(values, 'source')).toEqual([{ port: 80, protocol: 'http' }, tcp(1), tcp(3), tcp(4)]);
    expect(portsOf({}, 'target')).toEqual([]);
  });

  it.each([
    ['source', { secure: true, protocol: 'http' }, 'https'],
    ['source', { secure: true }, 'tcp'],
    ['source', { secure: false, protocol: 'http' }, 'http'],
    ['target', { secure: true, protocol: 'http' }, 'http'],
  ] as const)('are encrypted only where a client connects to a secure one: %s of %j', (side, values, protocol) => {
    expect(portsOf({ port: 80, ...values }, side)).toEqual([{ port: 80, protocol }]);
  });
});

describe('where a load balancer listens', () => {
  it('is where its client says, and goes to the same port, else to the first', () => {
    const one = machine('one', { port: 8080, protocol: 'http', ports: { a: { target: 443 } } });
    const client = { port: 80, protocol: 'https', ports: { a: { source: 443 }, b: { source: 443, protocol: 'http' } } };
    expect(listeners(balancer(to('one'), client), one)).toEqual([
      { port: 80, target: 8080, protocol: 'https' },
      { port: 443, target: 443, protocol: 'http' },
    ]);
  });

  it('is where its applications listen, if its client names no port', () => {
    const all = [machine('one', { port: 80, protocol: 'http' }), machine('two', { port: 81 }, { port: 80 })];
    expect(listeners(balancer(to('one', 'two')), ...all)).toEqual([
      { port: 80, target: 80, protocol: 'http' },
      { port: 81, target: 81, protocol: 'tcp' },
    ]);
  });

  it('has the protocol of what is behind it where its own is only tcp', () => {
    const one = machine('one', { port: 8080, protocol: 'http' });
    expect(listeners(balancer(to('one'), { port: 80 }), one)).toEqual([{ port: 80, target: 8080, protocol: 'http' }]);
    const strange = machine('one', { port: 8080, protocol: 'mysql' });
    expect(listeners(balancer(to('one'), { port: 80 }), strange)).toEqual([
      { port: 80, target: 8080, protocol: 'tcp' },
    ]);
  });

  it('is its own port where nobody names one behind it', () => {
    expect(listeners(balancer(to('one'), { port: 80 }), machine('one'))).toEqual([
      { port: 80, target: 80, protocol: 'tcp' },
    ]);
  });

  it('has to be somewhere, and speak what AWS balances', () => {
    expect(reasons(balancer(to('one')), machine('one'))[0]).toMatch(/^listens at no port/);
    expect(reasons(balancer(to('one'), { port: 53, protocol: 'udp' }), machine('one', { port: 53 }))).toEqual([
      'balances udp, and only tcp, http and https are balanced here',
    ]);
  });
});

describe('what is behind a listener', () => {
  it('is each machine once, at the port of the listener if it has that, else at its own', () => {
    const at = (name: string, ...ports: readonly number[]) => ({
      node: node(name, 'Compute'),
      ports: ports.map((port) => ({ port, protocol: 'tcp' })),
    });
    expect(
      behind([at('one', 8080, 80), at('two', 81), at('two', 81), at('three')], {
        port: 1,
        target: 80,
        protocol: 'tcp',
      }),
    ).toEqual([
      { name: 'one', port: 80 },
      { name: 'two', port: 81 },
      { name: 'three', port: 80 },
    ]);
  });
});
