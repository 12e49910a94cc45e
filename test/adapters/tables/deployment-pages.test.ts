import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { recordKey } from '../../../src/adapters/tables/keys.ts';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import { InvalidError } from '../../../src/foundation/errors.ts';
import type { Page, PageRequest } from '../../../src/foundation/page.ts';
import type { Scope } from '../../../src/foundation/scope.ts';
import { directEngine, type Engine } from '../../support/engine.ts';
import { meanwhile } from './meanwhile.ts';
import { deployment, instant, noWait, settableClock, someone, uuid } from './samples.ts';

const total = 23;
const all: Scope = { of: 'all' };
const newest: PageRequest = { page: 0, size: 5, sort: 'createdAt', direction: 'desc' };
const clock = settableClock();

let engine: Engine;
const table = () => deployments({ client: engine.client, table: engine.tables.deployments, clock, backOff: noWait });

/** Who made the n-th: three in four are mine, and of those every second is the group's. */
const made = (number: number): Deployment => {
  const { userGroup: _, ...rest } = deployment(number);
  const mine = number % 4 !== 0;
  return {
    ...rest,
    createdBy: mine ? someone : { ...someone, subject: 'another' },
    ...(mine && number % 2 === 0 && { userGroup: 'biology' }),
  };
};

beforeAll(async () => {
  engine = await directEngine();
  for (let number = 0; number < total; number++) await table().accept(made(number));
});
afterAll(() => engine.stop());

const numbers = (page: Page<Deployment>): number[] =>
  page.content.map(({ createdAt }) => (Date.parse(createdAt) - Date.parse(instant(0))) / 1_000);
const descending = Array.from({ length: total }, (_, index) => total - 1 - index);

describe('a list of deployments', () => {
  for (const direction of ['asc', 'desc'] as const) {
    const expected = direction === 'desc' ? descending : descending.toReversed();

    it(`is walked to its end by cursor, ${direction}`, async () => {
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await table().list(all, { ...newest, direction, ...(cursor && { cursor }) });
        expect(page.totalElements).toBe(total);
        seen.push(...numbers(page));
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(seen).toEqual(expected);
    });

    for (const size of [1, 4, 5, 22, 23, 24, 2000]) {
      it(`gives every page of ${size} by its number, ${direction}, from whichever end it is read`, async () => {
        for (let page = 0; page * size < total; page++) {
          const found = await table().list(all, { ...newest, page, size, direction });
          expect(numbers(found)).toEqual(expected.slice(page * size, (page + 1) * size));
          expect(found.cursor !== undefined).toBe((page + 1) * size < total);
        }
      });
    }
  }

  it('goes on by cursor where a page that was read from the end stopped', async () => {
    const late = await table().list(all, { ...newest, page: 3 });
    const { cursor = '' } = late;
    expect(numbers(await table().list(all, { ...newest, page: 4, cursor }))).toEqual([2, 1, 0]);
  });

  it('is empty behind its end, with the total', async () => {
    const page = await table().list(all, { ...newest, page: 5 });
    expect(page).toEqual({ content: [], totalElements: total });
  });

  it('shows an owner what is theirs', async () => {
    const page = await table().list({ of: 'owner', owner: someone }, { ...newest, size: 100 });
    expect(numbers(page)).toEqual(descending.filter((number) => number % 4 !== 0));
    expect(page.totalElements).toBe(page.content.length);
  });

  it('shows a group what is the group’s', async () => {
    const page = await table().list(
      { of: 'group', group: 'biology', issuer: someone.issuer },
      { ...newest, size: 100 },
    );
    expect(numbers(page)).toEqual(descending.filter((number) => number % 4 === 2));
    expect(page.totalElements).toBe(page.content.length);
  });

  it('keeps groups of the same name at different issuers apart', async () => {
    const elsewhere: Scope = { of: 'group', group: 'biology', issuer: 'https://other.example.org/' };
    expect(await table().list(elsewhere, newest)).toEqual({ content: [], totalElements: 0 });
  });

  it('is empty for whoever has none', async () => {
    const nobody: Scope = { of: 'owner', owner: { ...someone, subject: 'nobody' } };
    expect(await table().list(nobody, newest)).toEqual({ content: [], totalElements: 0 });
  });

  it('sorts by the last change', async () => {
    clock.set(1_000);
    await table().record(uuid(3), 'operation-3', { task: 'BROKERING' });
    const latest = await table().list(all, { ...newest, sort: 'updatedAt', size: 2 });
    expect(numbers(latest)).toEqual([3, 22]);
    const { cursor = '' } = latest;
    expect(numbers(await table().list(all, { ...newest, sort: 'updatedAt', size: 2, cursor }))).toEqual([21, 20]);
    const earliest = await table().list(all, { ...newest, sort: 'updatedAt', direction: 'asc', size: 23 });
    expect(numbers(earliest).slice(-2)).toEqual([22, 3]);
  });

  it('keeps a cursor to the list it is used on', async () => {
    const { cursor = '' } = await table().list(all, { ...newest, size: 3 });
    const other = await table().list(
      { of: 'group', group: 'biology', issuer: someone.issuer },
      { ...newest, size: 100, cursor },
    );
    expect(numbers(other)).toEqual([18, 14, 10, 6, 2]);
  });

  for (const cursor of [
    '',
    'x',
    'bm8gY3Vyc29y',
    Buffer.from(`${instant(0)}#${'x'.repeat(36)}`).toString('base64url'),
  ]) {
    it(`refuses ${JSON.stringify(cursor)} as a cursor`, async () => {
      await expect(table().list(all, { ...newest, cursor })).rejects.toThrow(InvalidError);
    });
  }
});

describe('the version of a list', () => {
  const versionOf = (group: string) => table().listVersion({ of: 'group', group, issuer: someone.issuer });

  it('has no change where the list is empty', async () => {
    expect(await versionOf('nobody')).toEqual({ totalElements: 0 });
  });

  it('names the latest change of its list only', async () => {
    for (const [number, second] of [
      [70, 7],
      [71, 9],
      [72, 8],
    ] as const)
      await table().accept({ ...deployment(number), userGroup: 'astronomy', updatedAt: instant(second) });
    await table().accept({ ...deployment(73), userGroup: 'geology', updatedAt: instant(99) });
    expect(await versionOf('astronomy')).toEqual({ totalElements: 3, changed: `${instant(9)}#${uuid(71)}` });
  });
});

describe('a page of an index that has yet to follow the total', () => {
  it('is empty, not the first one again', async () => {
    const group = 'chemistry';
    for (const number of [60, 61, 62, 63]) await table().accept({ ...deployment(number), userGroup: group });
    for (const number of [61, 62, 63]) {
      await engine.client.send(
        new DeleteCommand({ TableName: engine.tables.deployments, Key: recordKey(uuid(number)) }),
      );
    }
    const list = (page: number) =>
      table().list({ of: 'group', group, issuer: someone.issuer }, { ...newest, page, size: 2 });
    expect(numbers(await list(0))).toEqual([60]);
    expect(await list(1)).toEqual({ content: [], totalElements: 4 });
  });
});

describe('a page of which an item is deleted while it is read', () => {
  it('leaves it out', async () => {
    const group = 'physics';
    const listed = [50, 51, 52].map((number) => ({ ...deployment(number), userGroup: group }));
    for (const one of listed) await table().accept(one);
    const list = () => table().list({ of: 'group', group, issuer: someone.issuer }, newest);
    const Key = recordKey(uuid(51));
    meanwhile(engine.client, 'BatchGetCommand', () =>
      engine.client.send(new DeleteCommand({ TableName: engine.tables.deployments, Key })),
    );
    expect(numbers(await list())).toEqual([52, 50]);
  });
});
