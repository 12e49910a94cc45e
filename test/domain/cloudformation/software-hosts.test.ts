import { describe, expect, it } from 'vitest';
import { isHosting } from '../../../src/domain/changes/kinds.ts';
import { hostOf, isSoftware } from '../../../src/domain/cloudformation/machines/software-hosts.ts';
import type { Node } from '../../../src/tosca/topology.ts';

const node = (name: string, type: string, host?: string, named = 'host'): Node =>
  ({
    name,
    types: [`tosca.nodes.${type}`],
    requirements: host ? [{ name: named, node: host }] : [],
  }) as unknown as Node;
const hostIn = (name: string, ...nodes: readonly Node[]) => {
  const byName = new Map(nodes.map((one) => [one.name, one]));
  return hostOf(byName.get(name) as Node, byName)?.name;
};

describe('the machine under a node', () => {
  it('is found through whatever stands between', () => {
    const all = [node('app', 'WebApplication', 'server'), node('server', 'WebServer', 'm'), node('m', 'Compute')];
    expect(hostIn('app', ...all)).toBe('m');
    expect(hostIn('m', ...all)).toBe('m');
  });

  it('is none of a node that stands on nothing, on a missing node, or in a ring', () => {
    expect(hostIn('app', node('app', 'WebApplication'))).toBeUndefined();
    expect(hostIn('app', node('app', 'WebApplication', 'gone'))).toBeUndefined();
    expect(hostIn('app', node('app', 'WebApplication', 'm', 'dependency'), node('m', 'Compute'))).toBeUndefined();
    expect(hostIn('a', node('a', 'WebServer', 'b'), node('b', 'WebServer', 'a'))).toBeUndefined();
  });

  it('is named by a requirement host, or by a relationship of that kind', () => {
    expect(isHosting({ name: 'host' } as never)).toBe(true);
    expect(isHosting({ name: 'platform', relationship: 'tosca.relationships.HostedOn' } as never)).toBe(true);
    expect(isHosting({ name: 'dependency', relationship: 'tosca.relationships.DependsOn' } as never)).toBe(false);
    expect(isHosting({ name: 'dependency' } as never)).toBe(false);
  });

  it('makes software of a node that only has operations, and of no machine', () => {
    const machine = node('m', 'Compute');
    const byName = new Map([['m', machine]]);
    expect(isSoftware(node('app', 'SoftwareComponent', 'm'), byName)).toBe(true);
    expect(isSoftware(machine, byName)).toBe(false);
    expect(isSoftware(node('app', 'SoftwareComponent'), byName)).toBe(false);
  });
});
