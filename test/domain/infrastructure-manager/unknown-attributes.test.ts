import { describe, expect, it } from 'vitest';
import { unknownAttributes } from '../../../src/domain/infrastructure-manager/unknown-attributes.ts';
import type { Node } from '../../../src/tosca/topology.ts';
import { compute, network, port, software } from './requested.ts';

const told = (nodes: readonly Node[], ...path: readonly string[]) =>
  unknownAttributes(nodes, new Map(nodes.map((node) => [node.name, node])))({ about: 'output o', path });

const open = { endpoint: { network_name: 'PUBLIC' } };

describe('a public address of a machine with ports', () => {
  it.each([
    ['private', 'PUBLIC', true],
    ['public', 'PUBLIC', false],
  ])('comes from the networks of the ports alone: %s', (kind, name, never) => {
    const vm = compute('vm', { capabilities: { endpoint: { network_name: name } } });
    const nodes = [vm, network('net', { network_type: kind }), port('p', 'vm', 'net')];
    expect(told(nodes, 'vm', 'public_address')).toEqual(
      never ? [expect.stringMatching(/its ports \(p\) lead to private/)] : [],
    );
    expect(told(nodes, 'vm', 'private_address')).toEqual([]);
  });

  it('comes from the endpoint where there are none', () => {
    expect(told([compute('vm', { capabilities: open })], 'vm', 'public_address')).toEqual([]);
  });
});

describe('an attribute of a node without machines', () => {
  const nodes = [compute('vm', { count: 0 }), software('app', 'vm')];

  it.each([
    ['vm', 'private_address'],
    ['app', 'tosca_id'],
  ])('never comes: %s', (...path) => {
    expect(told(nodes, ...path)).toEqual([expect.stringMatching(/^output o stays empty: .* 0 machines/)]);
  });

  it('is told where the template has it', () => {
    expect(told(nodes, 'vm', 'tosca_name')).toEqual([]);
    expect(told([compute('vm')], 'vm', 'private_address')).toEqual([]);
  });
});
