import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planResources } from '../../../src/domain/resources/plan.ts';
import type { Node } from '../../../src/tosca/topology.ts';

const node = (name: string, count: number, requires: readonly string[] = []): Node => ({
  name,
  type: 'tosca.nodes.Compute',
  types: ['tosca.nodes.Compute', 'tosca.nodes.Root'],
  count,
  removalList: [],
  properties: {},
  capabilities: {},
  requirements: requires.map((target) => ({ name: 'dependency', node: target })),
});

const plan = (nodes: readonly Node[]) => {
  let count = 0;
  const nextId = () => {
    count += 1;
    return `id-${count}`;
  };
  return planResources({ nodes }, { deploymentId: 'd', operationId: 'o', now: '2026-11-20T12:00:00.000Z', nextId });
};

describe('planResources', () => {
  it('makes as many as the counts say, none for 0', () => {
    expect(
      plan([node('a', 2), node('b', 0), node('c', 1)]).map(({ id, toscaNodeName }) => [id, toscaNodeName]),
    ).toEqual([
      ['id-1', 'a'],
      ['id-2', 'a'],
      ['id-3', 'c'],
    ]);
  });

  it('names every instance that requires it, once each, whatever the number of requirements', () => {
    const [base, one, two] = plan([node('base', 1), node('user', 2, ['base', 'base'])]);
    expect(base?.requiredBy).toEqual([one?.id, two?.id]);
    expect(one?.requiredBy).toEqual([]);
  });

  it('names the instances of every node that requires it', () => {
    const [base, one, two] = plan([node('base', 1), node('a', 1, ['base']), node('b', 1, ['base'])]);
    expect(base?.requiredBy).toEqual([one?.id, two?.id]);
  });

  it('passes over requirements that the provider fulfils', () => {
    const [only] = plan([{ ...node('a', 1), requirements: [{ name: 'host', capability: 'tosca.capabilities.Node' }] }]);
    expect(only?.requiredBy).toEqual([]);
  });

  it('names as many requirers as there are instances of requiring nodes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }), (bases, users) => {
        const resources = plan([node('base', bases), node('user', users, ['base'])]);
        expect(resources).toHaveLength(bases + users);
        for (const { toscaNodeName, requiredBy } of resources) {
          expect(requiredBy).toHaveLength(toscaNodeName === 'base' ? users : 0);
        }
      }),
    );
  });
});
