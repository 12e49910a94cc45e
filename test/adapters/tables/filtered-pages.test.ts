import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCursor } from '../../../src/adapters/tables/cursor.ts';
import { fromItem } from '../../../src/adapters/tables/deployment-item.ts';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { listFiltered } from '../../../src/adapters/tables/filtered-pages.ts';
import { countKey, recordKey, scopeKeys, sortValue } from '../../../src/adapters/tables/keys.ts';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import type { Page, PageRequest } from '../../../src/foundation/page.ts';
import type { Scope } from '../../../src/foundation/scope.ts';
import { directEngine, type Engine } from '../../support/engine.ts';
import { deployment, instant, noWait, settableClock, someone, uuid } from './samples.ts';

const total = 60;
const clock = settableClock();
let engine: Engine;
const ports = () => ({ client: engine.client, table: engine.tables.deployments, clock, backOff: noWait });
const table = () => deployments(ports());

/** One in three is kept, but for a long stretch where none is. */
const isKept = (number: number): boolean => number % 3 === 0 && (number < 20 || number > 45);
const made = (number: number): Deployment =>
  deployment(number, {
    status: isKept(number) ? 'CREATE_COMPLETE' : 'CREATE_FAILED',
    ...(number % 2 === 0 && { userGroup: 'even' }),
    updatedAt: instant(1_000 - number),
  });

beforeAll(async () => {
  engine = await directEngine();
  for (let number = 0; number < total; number++) await table().accept(made(number));
});
afterAll(() => engine.stop());

const numbers = ({ content }: Page<Deployment>): number[] =>
  content.map(({ createdAt }) => (Date.parse(createdAt) - Date.parse(instant(0))) / 1_000);
const newest: PageRequest = { page: 0, size: 4, sort: 'createdAt', direction: 'desc' };
const kept = Array.from({ length: total }, (_, number) => number).filter(isKept);
const orders = [
  ['createdAt', 'desc', kept.toReversed()],
  ['createdAt', 'asc', kept],
  ['updatedAt', 'desc', kept],
  ['updatedAt', 'asc', kept.toReversed()],
] as const;

const list = (request: Partial<PageRequest>, limits = { exactUpTo: total, looks: 15 }) => {
  const scope: Scope = { of: 'all' };
  const listed = { ...scopeKeys(scope), counters: countKey(scope) };
  const keep = ({ status }: Deployment) => status !== 'CREATE_FAILED';
  return listFiltered(
    ports(),
    { key: recordKey, attributes: ['deployment'], read: fromItem },
    listed,
    { ...newest, ...request },
    keep,
    limits,
  );
};
const long = { exactUpTo: total - 1, looks: 15 };

const walk = async (request: Partial<PageRequest>, limits?: typeof long) => {
  const pages: Page<Deployment>[] = [];
  for (let cursor: string | undefined; pages.length === 0 || cursor !== undefined; ) {
    const page = await list({ ...request, page: pages.length, ...(cursor !== undefined && { cursor }) }, limits);
    pages.push(page);
    cursor = page.cursor;
  }
  return pages;
};

describe('a short list with a filter', () => {
  it.each(orders)('by %s %s has full pages by number, with the exact total', async (sort, direction, expected) => {
    for (let page = 0; page * 4 < expected.length + 4; page++) {
      const found = await list({ sort, direction, page });
      expect(numbers(found)).toEqual(expected.slice(page * 4, page * 4 + 4));
      expect(found.totalElements).toBe(expected.length);
      expect(found.cursor !== undefined).toBe((page + 1) * 4 < expected.length);
      expect(found.isTotalAtMost).toBeUndefined();
    }
  });

  it('has no next page where its last one is full', async () => {
    const page = await list({ size: kept.length });
    expect(numbers(page)).toEqual(kept.toReversed());
    expect(page.cursor).toBeUndefined();
  });

  it.each(orders)('by %s %s is walked by cursor', async (sort, direction, expected) => {
    const pages = await walk({ sort, direction });
    expect(pages.flatMap(numbers)).toEqual(expected);
    expect(pages).toHaveLength(Math.ceil(expected.length / 4));
  });
});

describe('a short list with a filter, read on from a cursor', () => {
  it('is empty behind its last element', async () => {
    const whole = await list({ size: 100 });
    const last = whole.content.at(-1);
    const cursor = writeCursor(sortValue(last?.createdAt ?? '', last?.id ?? ''));
    const behind = await list({ cursor, page: 1 });
    expect([behind.content, behind.totalElements, behind.cursor]).toEqual([[], kept.length, undefined]);
  });

  it('has what comes behind the cursor, whatever its number is', async () => {
    const { cursor = '' } = await list({});
    for (const page of [0, 1, 9]) expect(numbers(await list({ cursor, page }))).toEqual(kept.toReversed().slice(4, 8));
  });
});

describe('a long list with a filter', () => {
  it.each(orders)(
    'by %s %s is walked by cursor, each once, and its total says that it is a bound',
    async (...order) => {
      const [sort, direction, expected] = order;
      const pages = await walk({ sort, direction }, long);
      expect(pages.flatMap(numbers)).toEqual(expected);
      for (const { totalElements, isTotalAtMost } of pages) {
        expect([totalElements, isTotalAtMost]).toEqual([total, true]);
      }
    },
  );

  it('has full pages, but where it would have to look too far', async () => {
    const sizes = (await walk({}, long)).map(({ content }) => content.length);
    expect(sizes.slice(0, -1).filter((size) => size < 4).length).toBeLessThanOrEqual(2);
    expect(Math.max(...sizes)).toBe(4);
  });

  it('has pages by number as far as it looks, and says what to do beyond', async () => {
    expect(numbers(await list({ page: 1, size: 2 }, long))).toEqual(kept.toReversed().slice(2, 4));
    await expect(list({ page: 6 }, long)).rejects.toMatchObject({
      name: 'InvalidError',
      message: expect.stringContaining('follow the next link'),
    });
  });

  it('begins at its beginning where one page could hold all of it, and leads on from where it had to stop', async () => {
    const first = await list({ size: total }, long);
    expect(numbers(first)).toEqual(kept.toReversed().filter((number) => number >= total - 15));
    expect(first.cursor).toBeDefined();
  });

  it('has behind a cursor what comes there, even under the number of its last page', async () => {
    const far = { exactUpTo: total - 1, looks: 50 };
    const { cursor = '' } = await list({}, far);
    expect(numbers(await list({ page: 14, cursor }, far))).toEqual(kept.toReversed().slice(4, 8));
  });

  it('has a cursor exactly where more may follow', async () => {
    const every = { exactUpTo: total - 1, looks: 1_000 };
    expect((await list({ size: kept.length }, every)).cursor).toBeUndefined();
    const { cursor } = await list({ size: kept.length - 1 }, every);
    expect(numbers(await list({ size: 4, page: 1, cursor: cursor ?? '' }, every))).toEqual([kept[0]]);
  });

  it('reads ahead as many as the share that passed so far calls for, and no more than it may', async () => {
    const askedFor = async (size: number, looks: number) => {
      const asked: number[] = [];
      const { client } = engine;
      const send = client.send.bind(client) as (command: unknown) => Promise<unknown>;
      const counting = (command: { readonly input: { readonly Limit?: number } }) => {
        if (command.input.Limit !== undefined) asked.push(command.input.Limit - 1); // one more shows whether more follow
        return send(command);
      };
      Object.assign(client, { send: counting });
      try {
        await list({ size }, { exactUpTo: total - 1, looks });
      } finally {
        Reflect.deleteProperty(client, 'send');
      }
      return asked;
    };
    // ten are wanted: 3 of the first 10 pass, then 1 of 20
    expect(await askedFor(9, 1_000)).toEqual([10, Math.ceil((7 * 11) / 4), Math.ceil((6 * 31) / 5)]);
    expect(await askedFor(9, 15)).toEqual([10, 5]);
    expect(await askedFor(3, 1_000)).toEqual([10, 10]);
    expect(await askedFor(40, 1_000)).toEqual([41, Math.ceil((37 * 42) / 5)]);
    expect(await askedFor(999, 1_000)).toEqual([500]);
  });

  it('has a last page, read from the other end', async () => {
    const last = await list({ page: 14 }, long);
    expect(numbers(last)).toEqual([9, 6, 3, 0]);
    expect(last.cursor).toBeUndefined();
  });
});

describe('what one person made for one group', () => {
  const mine: Scope = { of: 'owner-in-group', owner: someone, group: 'even' };

  it('has a list and a total of its own', async () => {
    const page = await table().list(mine, { ...newest, size: 100 });
    expect(numbers(page)).toEqual(Array.from({ length: total / 2 }, (_, index) => total - 2 - 2 * index));
    expect(page.totalElements).toBe(total / 2);
  });

  it('is nobody else’s and no other group’s', async () => {
    const others: readonly Scope[] = [
      { ...mine, owner: { ...someone, subject: 'another' } },
      { ...mine, group: 'odd' },
    ];
    for (const scope of others) expect((await table().list(scope, newest)).totalElements).toBe(0);
  });

  it('leaves statuses out, and forgets what is removed', async () => {
    const one = deployment(70, { userGroup: 'even' });
    await table().accept(one);
    expect((await table().list(mine, newest)).totalElements).toBe(total / 2 + 1);
    await table().remove(uuid(70), one.operation.id);
    const excluded = new Set<string>(['CREATE_FAILED']);
    const page = await table().list(mine, { ...newest, size: 100 }, ({ status }) => !excluded.has(status));
    expect(numbers(page)).toEqual(kept.toReversed().filter((number) => number % 2 === 0));
    expect(page.totalElements).toBe(page.content.length);
  });
});
