import { describe, expect, it } from 'vitest';
import { deploymentId, proposals, shortId } from '../../cli/deployment-id.ts';
import { scheduleId } from '../../cli/schedule-id.ts';
import type { DeploymentFilter, DeploymentItem, Schedule } from '../../client/index.ts';

const ids = [
  '01980000-0000-7000-8000-0000f7d1a2b3',
  '01980000-0000-7000-8000-0000aaaaa2b3',
  '01980000-0000-7000-8000-0000bbbbcccc',
  '01980000-0000-7000-8000-0000ddddeeee',
  '01980000-0000-7000-8000-0000ddddffff',
];

/** Their names. The last one looks like the end of an id, and is that of the third. */
const names = ['web', 'lab', 'lab', 'cafe', 'cccc'];

/** `known` are the caller's own; those of the group have the id of its last one. */
const listing = (known: readonly string[], groups: readonly string[] = []) => ({
  me: async () => ({ subject: 'mia', issuer: 'https://iam.example', groups: [...groups], administrator: false }),
  async *deployments({ name, q, userGroup }: DeploymentFilter = {}) {
    if (userGroup !== undefined) {
      const uuid = ids.at(-1) ?? '';
      if (name === 'theirs' || (q !== undefined && uuid.includes(q))) yield { uuid } as DeploymentItem;
      return;
    }
    for (const [at, uuid] of known.entries())
      if ((name ?? names[at]) === names[at] && uuid.includes(q ?? '')) yield { uuid } as DeploymentItem;
  },
});

describe('a deployment', () => {
  it.each([
    [ids[1], ids[1]],
    [ids[0]?.toUpperCase(), ids[0]],
    ['f7d1a2b3', ids[0]],
    ['…bbbbcccc', ids[2]],
    ['bcccc', ids[2]],
    ['cafe', ids[3]],
    ['@last', ids[0]],
    ['web', ids[0]],
  ])('can be named %s', async (given, id) => expect(await deploymentId(listing(ids), given ?? '')).toBe(id));

  it.each([
    ['a2b3', `2 deployments are called a2b3, or end with it: ${ids[0]}, ${ids[1]}`],
    ['lab', `2 deployments are called lab, or end with it: ${ids[1]}, ${ids[2]}`],
    ['cccc', `2 deployments are called cccc, or end with it: ${ids[4]}, ${ids[2]}`],
    ['fffff', 'there is no deployment fffff: give its name, its uuid, at least the last four digits of it, or @last'],
    ['nothing', 'there is no deployment nothing'],
  ])('is not found by %s', async (given, message) => {
    await expect(deploymentId(listing(ids), given)).rejects.toThrow(message);
  });

  it.each(['theirs', 'ddddffff'])('of another member of a group can be named %s', async (given) => {
    const own = ids.slice(0, 4);
    expect(await deploymentId(listing(own, ['physics', 'maths']), given)).toBe(ids[4]);
    await expect(deploymentId(listing(own), given)).rejects.toThrow(`there is no deployment ${given}`);
    // one's own comes first
    expect(await deploymentId(listing(own, ['physics']), 'web')).toBe(ids[0]);
  });

  it('of another member is not found by a name or an end where nobody is asked, as with --yes', async () => {
    const listed = listing(ids.slice(0, 4), ['physics']);
    for (const given of ['theirs', 'ddddffff'])
      await expect(deploymentId(listed, given, { yes: true })).rejects.toThrow(`you have no deployment ${given}: give`);
    expect(await deploymentId(listed, ids[4] ?? '', { yes: true })).toBe(ids[4]);
    expect(await deploymentId(listed, 'web', { yes: true })).toBe(ids[0]);
  });

  it('is none when the caller has made none', async () => {
    await expect(deploymentId(listing([]), '@last')).rejects.toThrow('you have no deployment yet');
  });

  it('is proposed to a shell by a name that is its own, is one word and is no flag', () => {
    const called = (name: string, at: number) => ({ uuid: ids[at] ?? '', name });
    const found = ['lab', 'lab', 'my web', '-x', 'web-1.0'].map(called);
    expect(proposals(found)).toEqual([...ids.slice(0, 4).map((id) => id.slice(-8)), 'web-1.0']);
  });

  it('is shown by the end of its id', () => expect(shortId(ids[0] ?? '')).toBe('…f7d1a2b3'));
});

describe('a schedule', () => {
  const schedules = {
    async *schedules() {
      for (const [at, uuid] of ids.entries()) yield { uuid, name: names[at] } as Schedule;
    },
  };

  it.each([
    [ids[1], ids[1]],
    ['f7d1a2b3', ids[0]],
    ['…BCCCC', ids[2]],
    ['web', ids[0]],
  ])('can be named %s', async (given, id) => expect(await scheduleId(schedules, given ?? '')).toBe(id));

  it.each([
    ['', 'the ID is empty', 'calledWrongly'],
    ['a2b3', '2 schedules are called a2b3, or end with it: ', 'calledWrongly'],
    ['lab', '2 schedules are called lab, or end with it: ', 'calledWrongly'],
    ['fff', 'there is no schedule fff', 'notFound'],
    ['nothing', 'there is no schedule nothing: toscanini schedules list has names and ids', 'notFound'],
  ])('is an error as %j', async (given, message, outcome) => {
    await expect(scheduleId(schedules, given)).rejects.toMatchObject({
      message: expect.stringContaining(message),
      outcome,
    });
  });
});
