import { describe, expect, it } from 'vitest';
import { planUpdate, type UpdatePlan } from '../../../src/domain/resources/plan-update.ts';
import type { Resource } from '../../../src/domain/resources/resource.ts';
import type { Node } from '../../../src/tosca/topology.ts';
import { processorTime } from '../../support/processor-time.ts';

const node = (name: string, changes: Partial<Node> = {}): Node => ({
  name,
  type: 'tosca.nodes.Compute',
  types: ['tosca.nodes.Compute', 'tosca.nodes.Root'],
  count: 1,
  removalList: [],
  properties: {},
  capabilities: {},
  requirements: [],
  ...changes,
});

const resource = (id: string, toscaNodeName: string, changes: Partial<Resource> = {}): Resource => ({
  id,
  deploymentId: 'd',
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  state: 'STARTED',
  toscaNodeName,
  toscaNodeType: 'tosca.nodes.Compute',
  toscaTypes: ['tosca.nodes.Compute', 'tosca.nodes.Root'],
  requiredBy: [],
  physicalId: `vm-${id}`,
  metadata: {},
  ...changes,
});

const unbound = ({ physicalId: _, ...rest }: Resource): Resource => rest;

const plan = (nodes: readonly Node[], before: readonly Resource[], going?: ReadonlySet<string>): UpdatePlan => {
  const ids = Array.from({ length: 10_000 }, (_, index) => `new-${index + 1}`).values();
  const nextId = () => `${ids.next().value}`;
  return planUpdate({ nodes }, before, { deploymentId: 'd', operationId: 'o', now: 'now', nextId }, going);
};

const ids = ({ added, kept, removed }: UpdatePlan) => [added, kept, removed].map((each) => each.map(({ id }) => id));

const three = ['a', 'b', 'c'].map((id) => resource(id, 'web'));

describe('planUpdate', () => {
  it('adds what is missing, in the order of the nodes', () => {
    expect(ids(plan([node('db'), node('web', { count: 5 })], three))).toEqual([
      ['new-1', 'new-2', 'new-3'],
      ['a', 'b', 'c'],
      [],
    ]);
  });

  it('takes those without a machine first, then the youngest', () => {
    const before = [resource('a', 'web'), unbound(resource('b', 'web')), resource('c', 'web')];
    expect(ids(plan([node('web', { count: 2 })], before))).toEqual([[], ['a', 'c'], ['b']]);
    expect(ids(plan([node('web', { count: 1 })], before))).toEqual([[], ['a'], ['b', 'c']]);
  });

  it('takes them so in whatever order they are read', () => {
    const [a, b, c] = three;
    const orders = [
      [a, b, c],
      [a, c, b],
      [b, a, c],
      [b, c, a],
      [c, a, b],
      [c, b, a],
    ] as Resource[][];
    for (const order of orders) {
      const { kept } = plan([node('web', { count: 2 })], order);
      expect(kept.map(({ id }) => id).toSorted()).toEqual(['a', 'b']);
      const [first, ...others] = order as [Resource, ...Resource[]];
      const { removed } = plan([node('web', { count: 2 })], [unbound(first), ...others]);
      expect(removed.map(({ id }) => id)).toEqual([first.id]);
      expect(plan([node('web', { count: 2 })], [...others, unbound(first)]).removed.map(({ id }) => id)).toEqual([
        first.id,
      ]);
    }
  });

  it('does not bring back what is being deleted', () => {
    const going = resource('a', 'web', { state: 'DELETING' });
    expect(ids(plan([node('web')], [going]))).toEqual([['new-1'], [], ['a']]);
  });

  it('keeps software of the same type, as it was made', () => {
    const software = { toscaNodeType: 'my.Database', toscaTypes: ['my.Database', 'tosca.nodes.Root'], madeBy: 'old' };
    const { toscaNodeType: type, toscaTypes: types } = software;
    const { kept } = plan([node('db', { type, types })], [unbound(resource('d', 'db', software))]);
    expect(kept).toMatchObject([{ id: 'd', madeBy: 'old' }]);
  });

  it('gives a machine that stays the type of the new template', () => {
    const types = ['my.Compute', 'tosca.nodes.Compute'];
    const { kept } = plan([node('web', { type: 'my.Compute', types })], [resource('a', 'web', { madeBy: 'old' })]);
    expect(kept).toMatchObject([{ toscaNodeType: 'my.Compute', toscaTypes: types, madeBy: 'old' }]);
  });

  it('names no requirer that has no instance', () => {
    const web = node('web', { count: 0, requirements: [{ name: 'database', node: 'db' }] });
    expect(plan([node('db'), web], [resource('d', 'db')]).kept[0]?.requiredBy).toEqual([]);
  });

  it('takes all that a removal list names, and replaces what is then missing', () => {
    const removalList = ['a', 'b', 'nobody'];
    expect(ids(plan([node('web', { count: 1, removalList })], three))).toEqual([[], ['c'], ['a', 'b']]);
    expect(ids(plan([node('web', { count: 2, removalList })], three))).toEqual([['new-1'], ['c'], ['a', 'b']]);
  });

  it('takes a node that is dropped, and one of another type, but no machine for that', () => {
    const software = { toscaNodeType: 'my.Database', toscaTypes: ['my.Database', 'tosca.nodes.Root'] };
    const before = [...three, resource('d', 'db', software)];
    expect(ids(plan([node('db', { type: 'my.Server' })], before))).toEqual([['new-1'], [], ['a', 'b', 'c', 'd']]);
    expect(ids(plan([node('web', { type: 'my.Compute' })], three.slice(0, 1)))).toEqual([[], ['a'], []]);
  });

  it('takes what is to be made anew, and says of what is still to be made whose template it follows', () => {
    const before = [resource('a', 'web', { madeBy: 'old' }), unbound(resource('b', 'web', { madeBy: 'old' }))];
    const planned = plan([node('web', { count: 2 })], before, new Set(['a']));
    expect(ids(planned)).toEqual([['new-1'], ['b'], ['a']]);
    expect([...planned.kept, ...planned.added].map(({ madeBy }) => madeBy)).toEqual(['o', 'o']);
  });

  it('changes nothing when planned over its own result', () => {
    const nodes = [node('web', { count: 2, removalList: ['a'] }), node('db')];
    const first = plan(nodes, three);
    const again = plan(nodes, [...first.kept, ...first.added, ...first.removed]);
    expect(again.added).toEqual([]);
    expect(again.removed).toEqual(first.removed);
    expect(again.kept).toEqual([...first.kept, ...first.added]);
  });

  it('says anew who requires whom', () => {
    const web = node('web', { count: 2, requirements: [{ name: 'database', node: 'db' }] });
    const { kept, added } = plan(
      [node('db'), web],
      [resource('d', 'db', { requiredBy: ['gone'] }), resource('a', 'web')],
    );
    expect(kept.map(({ id, requiredBy }) => [id, requiredBy])).toEqual([
      ['d', ['a', 'new-1']],
      ['a', []],
    ]);
    expect(added).toMatchObject([{ state: 'CREATING', requiredBy: [] }]);
  });

  it('tries again what an earlier update left in ERROR, and leaves what was stopped', () => {
    const metadata = { StateReason: 'why', other: 'kept' };
    const before = [
      resource('a', 'web', { state: 'ERROR', metadata }),
      unbound(resource('b', 'web', { state: 'ERROR' })),
      resource('c', 'web', { state: 'STOPPED' }),
    ];
    const { kept } = plan([node('web', { count: 3 })], before);
    expect(kept.map(({ state }) => state)).toEqual(['CONFIGURING', 'CREATING', 'STOPPED']);
    expect(kept[0]?.metadata).toEqual({ other: 'kept' });
  });

  it('ends the action on what goes', () => {
    const action = { id: 'x', type: 'stop', acceptedAt: 'then' } as const;
    const [gone] = plan([], [resource('a', 'web', { state: 'STOPPING', action })]).removed;
    expect(gone).toMatchObject({ state: 'DELETING' });
    expect(gone?.action).toBeUndefined();
  });

  it('says that no machine of an added node was ready yet, and says nothing of software', () => {
    const software = { type: 'my.Database', types: ['my.Database', 'tosca.nodes.Root'] };
    const { added } = plan([node('web'), node('sql', software)], []);
    expect(added.map(({ neverReady }) => neverReady)).toEqual([true, undefined]);
  });

  it('grows with the resources, not with their square', () => {
    const took = (length: number): number => {
      const many = Array.from({ length }, (_, index) => node(`n${index}`, { count: 2 }));
      const before = many.map(({ name }) => resource(name, name));
      const times = Array.from({ length: 5 }, () => {
        const started = processorTime();
        expect(plan(many, before).added).toHaveLength(length);
        return processorTime() - started;
      });
      return Math.min(...times);
    };
    took(1_000); // compiles it
    // ten times as long where it grows with them, a hundred times where it grows with their square
    expect(took(20_000)).toBeLessThan(30 * took(2_000));
  });
});
