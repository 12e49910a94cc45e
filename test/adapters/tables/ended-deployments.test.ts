import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { endedDeployments } from '../../../src/adapters/tables/ended-deployments.ts';
import type { EndedDeployment } from '../../../src/domain/deployments/record/ended-records.ts';
import type { PageRequest } from '../../../src/foundation/page.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { deployment, instant, noWait, settableClock, someone, uuid } from './samples.ts';

let engine: Engine;
const clock = settableClock();
const ports = () => ({ client: engine.client, table: engine.tables.deployments, clock, backOff: noWait });
const kept = () => endedDeployments(ports(), 2);
const day = 24 * 60 * 60;

beforeAll(async () => {
  engine = await startEngine();
  for (let number = 1; number <= 5; number += 1) await kept().keep(ended(number));
  await deployments(ports()).accept(deployment(6));
});
afterAll(() => engine?.stop());

const ended = (number: number): EndedDeployment => {
  const at = instant(number * 100);
  return { ...deployment(number, { status: 'DELETE_COMPLETE', updatedAt: at, parameters: {} }), ended: { at } };
};

const newest: PageRequest = { page: 0, size: 2, sort: 'createdAt', direction: 'desc' };
const owner = { of: 'owner', owner: someone } as const;

describe('ended deployments', () => {
  it('are given back as they were kept, also when they were kept twice', async () => {
    await kept().keep(ended(1));
    expect(await kept().find(uuid(1))).toEqual(ended(1));
    expect(await kept().find(uuid(6))).toBeUndefined();
    expect(await deployments(ports()).find(uuid(1))).toBeUndefined();
  });

  it.each([
    owner,
    { of: 'group', group: 'biology', issuer: someone.issuer },
    { of: 'owner-in-group', owner: someone, group: 'biology' },
    { of: 'all' },
  ] as const)('are walked page by page in the list %o, apart from those that there are', async (scope) => {
    const seen: string[] = [];
    let request: PageRequest | undefined = newest;
    while (request) {
      const page = await kept().list(scope, request);
      expect([page.totalElements, page.isTotalAtMost]).toEqual([5, true]);
      seen.push(...page.content.map(({ id }) => id));
      request = page.cursor === undefined ? undefined : { ...newest, cursor: page.cursor };
    }
    expect(seen).toEqual([5, 4, 3, 2, 1].map(uuid));
    const others = await deployments(ports()).list(scope, { ...newest, size: 10 });
    expect([others.content.map(({ id }) => id), others.totalElements]).toEqual([[uuid(6)], 1]);
  });

  it('are also found by the number of their page, and in the order in which they ended', async () => {
    const page = await kept().list(owner, { ...newest, page: 1, sort: 'updatedAt', direction: 'asc' });
    expect(page.content.map(({ id }) => id)).toEqual([3, 4].map(uuid));
  });

  it('of somebody else are not there', async () => {
    const other = { of: 'owner', owner: { ...someone, subject: 'other' } } as const;
    expect(await kept().list(other, newest)).toMatchObject({ content: [], totalElements: 0 });
  });

  it('are over when their days are, though the table has them still', async () => {
    clock.set(2 * day + 300);
    expect(await kept().find(uuid(3))).toBeUndefined();
    expect(await kept().find(uuid(4))).toEqual(ended(4));
    const page = await kept().list(owner, { ...newest, size: 10 });
    expect(page.content.map(({ id }) => id)).toEqual([5, 4].map(uuid));
    clock.set(0);
  });
});
