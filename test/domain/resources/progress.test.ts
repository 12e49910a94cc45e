import { describe, expect, it } from 'vitest';
import type { NodeProgress } from '../../../src/domain/deployers/machines.ts';
import { withProgress } from '../../../src/domain/resources/progress.ts';
import type { NodeState, Resource } from '../../../src/domain/resources/resource.ts';
import { reasonKey } from '../../../src/domain/resources/states.ts';

const volume = (state: NodeState, more: Partial<Resource> = {}) =>
  ({
    id: 'r-1',
    toscaNodeName: 'disk',
    toscaTypes: ['tosca.nodes.BlockStorage'],
    state,
    metadata: {},
    ...more,
  }) as Resource;
const machine = (state: NodeState, more: Partial<Resource> = {}) =>
  volume(state, { toscaNodeName: 'web', toscaTypes: ['tosca.nodes.Compute'], ...more });
const progress = (state: NodeProgress['state'], more: Partial<NodeProgress> = {}): NodeProgress => ({
  ...{ node: 'disk', state, happened: [] },
  ...more,
});
const seen = (resource: Resource, ...nodes: readonly NodeProgress[]) => withProgress([resource], nodes)[0];

describe('the state of a resource', () => {
  it.each<[NodeProgress['state'], NodeState, NodeState]>([
    ['waiting', 'INITIAL', 'INITIAL'],
    ['waiting', 'STARTED', 'STARTED'],
    ['creating', 'INITIAL', 'CREATING'],
    ['creating', 'CREATED', 'CREATING'],
    ['creating', 'ERROR', 'CREATING'],
    ['creating', 'STARTED', 'CONFIGURING'],
    ['changing', 'INITIAL', 'CONFIGURING'],
    ['made', 'INITIAL', 'CREATED'],
    ['made', 'CREATING', 'CREATED'],
    ['made', 'CREATED', 'CREATED'],
    ['made', 'CONFIGURING', 'STARTED'],
    ['made', 'ERROR', 'STARTED'],
    ['failed', 'STARTED', 'ERROR'],
    ['deleting', 'STARTED', 'STARTED'],
    ['gone', 'STARTED', 'STARTED'],
  ])('when its node is %s and it was %s: %s', (state, before, expected) => {
    expect(seen(volume(before), progress(state))?.state).toBe(expected);
  });

  it('has the reason of a failure, which goes when it stands again', () => {
    const failed = seen(volume('CREATING', { metadata: { a: 'b' } }), progress('failed', { why: 'no capacity' }));
    expect(failed).toMatchObject({ state: 'ERROR', metadata: { a: 'b', [reasonKey]: 'no capacity' } });
    expect(seen(failed ?? volume('ERROR'), progress('made'))).toMatchObject({
      state: 'STARTED',
      metadata: { a: 'b' },
    });
    expect(seen(failed ?? volume('ERROR'), progress('made'))?.metadata).not.toHaveProperty(reasonKey);
    expect(seen(volume('CREATING'), progress('failed'))?.metadata).toEqual({});
    // nothing new is known of it
    expect(seen(failed ?? volume('ERROR'), progress('waiting', { why: 'other' }))).toEqual(failed);
  });

  it('has the id that the provider gives, and keeps the one that it has', () => {
    expect(seen(volume('CREATING'), progress('made', { id: 'vol-1' }))).toMatchObject({ physicalId: 'vol-1' });
    expect(seen(volume('STARTED', { physicalId: 'vol-0' }), progress('made'))).toMatchObject({ physicalId: 'vol-0' });
    expect(seen(volume('CREATING'), progress('made'))).not.toHaveProperty('physicalId');
  });

  it('that is being deleted, or of which nothing is said, stays', () => {
    for (const [resource, node] of [
      [volume('DELETING'), progress('made', { id: 'vol-1' })],
      [volume('CREATING'), progress('made', { node: 'other' })],
    ] as const)
      expect(seen(resource, node)).toBe(resource);
  });

  it('of a machine follows its own progress, until the machine shows its state itself', () => {
    const own = progress('creating', { node: 'web', resourceId: 'r-1', id: 'i-1' });
    expect(seen(machine('INITIAL'), own)).toMatchObject({ state: 'CREATING' });
    expect(seen(machine('INITIAL'), own)).not.toHaveProperty('physicalId');
    const standing = machine('STARTED', { physicalId: 'i-1' });
    expect(seen(standing, own)).toBe(standing);
    const other = machine('INITIAL');
    expect(seen(other, { ...own, resourceId: 'r-2' })).toBe(other);
    expect(seen(other, progress('creating', { node: 'web' }))).toBe(other);
  });

  it('of a node without machines is not that of a machine of the same name', () => {
    const one = volume('INITIAL', { toscaNodeName: 'web' });
    expect(seen(one, progress('creating', { node: 'web', resourceId: 'r-9' }))).toBe(one);
  });
});
