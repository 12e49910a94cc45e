import { describe, expect, it } from 'vitest';
import {
  type PartEvent,
  progressOf,
  type StackPart,
} from '../../../src/domain/cloudformation/blueprint/node-progress.ts';

const shop: readonly StackPart[] = [
  { id: 'shopGroup', type: 'AWS::EC2::SecurityGroup', node: 'shop' },
  { id: 'shop', type: 'AWS::RDS::DBInstance', node: 'shop' },
];

/** Each text: logical id, status, physical id. */
const events = (...all: readonly string[]): readonly PartEvent[] =>
  all.map((one, index) => {
    const [id = '', status = '', physicalId = ''] = one.split(' ');
    return { id, status, physicalId, at: new Date(index * 1_000).toISOString(), reason: `reason ${index}` };
  });

const madeBoth = ['shopGroup CREATE_IN_PROGRESS', 'shopGroup CREATE_COMPLETE sg-1', 'shop CREATE_IN_PROGRESS db-1'];
const states = (...all: readonly string[]) => {
  const [progress] = progressOf(shop, events(...all));
  return { state: progress?.state, id: progress?.id, happened: progress?.happened.map(({ is }) => is) };
};

describe('how far a node is', () => {
  it('follows from the last of its parts, and its id is that of what the others serve', () => {
    expect(states()).toMatchObject({ state: 'waiting', happened: [] });
    expect(states(...madeBoth.slice(0, 2))).toMatchObject({ state: 'creating', id: undefined });
    expect(states(...madeBoth)).toMatchObject({ state: 'creating', id: 'db-1', happened: ['creating'] });
    const all = { state: 'made', id: 'db-1', happened: ['creating', 'made'] };
    expect(states(...madeBoth, 'shop CREATE_COMPLETE db-1')).toEqual(all);
  });

  it('is not touched by the deletion of what was replaced under the same name', () => {
    const replaced = ['shop UPDATE_IN_PROGRESS db-1', 'shop UPDATE_IN_PROGRESS db-2', 'shop UPDATE_COMPLETE db-2'];
    const cleanup = ['shop DELETE_IN_PROGRESS db-1', 'shop DELETE_COMPLETE db-1'];
    const seen = states(...madeBoth, 'shop CREATE_COMPLETE db-1', ...replaced, ...cleanup);
    expect(seen).toEqual({ state: 'made', id: 'db-2', happened: ['creating', 'made', 'changing', 'made'] });
  });

  it('says why a part failed, until that part stands again', () => {
    const failed = [
      ...madeBoth,
      'shop CREATE_COMPLETE db-1',
      'shop UPDATE_IN_PROGRESS db-1',
      'shop UPDATE_FAILED db-1',
    ];
    expect(progressOf(shop, events(...failed))).toMatchObject([{ state: 'failed', why: 'reason 5' }]);
    const [after] = progressOf(shop, events(...failed, 'shop UPDATE_IN_PROGRESS db-1', 'shop UPDATE_COMPLETE db-1'));
    expect(after).toMatchObject({ state: 'made' });
    expect(after).not.toHaveProperty('why');
  });

  it('follows the order of the events where several are of the same instant', () => {
    const at = '2026-11-27T12:00:00.000Z';
    const same = events(...madeBoth, 'shop CREATE_COMPLETE db-1').map((event) => ({ ...event, at }));
    expect(progressOf(shop, same)).toMatchObject([{ state: 'made', happened: [{ is: 'creating' }, { is: 'made' }] }]);
  });

  it('is gone when all that was made of it is, also where a part was never begun', () => {
    const gone = ['shopGroup DELETE_IN_PROGRESS sg-1', 'shopGroup DELETE_COMPLETE sg-1'];
    expect(states(...madeBoth.slice(0, 2), gone[0] ?? '').state).toBe('deleting');
    expect(states(...madeBoth.slice(0, 2), ...gone).state).toBe('gone');
  });

  it('is that of its machine, and not of the group that is made before it', () => {
    const web = [
      { id: 'webGroup', type: 'AWS::EC2::SecurityGroup', node: 'web' },
      { id: 'web', type: 'AWS::EC2::Instance', node: 'web', resourceId: 'a' },
    ];
    const seen = progressOf(web, events('webGroup CREATE_COMPLETE sg-1', 'web CREATE_FAILED'));
    expect(seen).toMatchObject([{ resourceId: 'a', state: 'failed', happened: [{ is: 'failed' }] }]);
    expect(seen).toHaveLength(1);
  });

  it('is told apart for each machine of a node, and events of nothing known change nothing', () => {
    const web = ['a', 'b'].map((resourceId) => ({
      id: resourceId,
      type: 'AWS::EC2::Instance',
      node: 'web',
      resourceId,
    }));
    const seen = progressOf(
      web,
      events('a CREATE_IN_PROGRESS', 'b CREATE_FAILED', 'c CREATE_IN_PROGRESS', 'a STRANGE x'),
    );
    expect(seen).toMatchObject([
      { resourceId: 'a', state: 'creating' },
      { resourceId: 'b', state: 'failed', why: 'reason 1' },
    ]);
  });
});
