import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchGet, batchWrite, type Key } from '../../../src/adapters/tables/batch.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { noWait, settableClock } from './samples.ts';

let engine: Engine;
const ports = (client = engine.client) => ({
  ...{ client, table: engine.tables.resources },
  ...{ clock: settableClock(), backOff: noWait },
});
const key = (number: number): Key => ({ pk: 'batch', sk: `${number}` });
const item = (number: number) => ({ ...key(number), text: `text ${number}`, more: { number } });
const all = Array.from({ length: 130 }, (_, number) => number);

beforeAll(async () => {
  engine = await startEngine();
  await batchWrite(
    ports(),
    all.map((number) => ({ PutRequest: { Item: item(number) } })),
  );
});
afterAll(() => engine.stop());

describe('a read of many items', () => {
  it('gives them in the order of the keys, also more than one request takes, without those that are not there', async () => {
    const keys = [...all.toReversed(), 9_999].map(key);
    expect(await batchGet(ports(), keys)).toEqual(all.toReversed().map(item));
    expect(await batchGet(ports(), [])).toEqual([]);
  });

  it('gives only the attributes that are asked for, with the key', async () => {
    const [one] = await batchGet(ports(), [key(7)], { attributes: ['text'] });
    expect(one).toEqual({ ...key(7), text: 'text 7' });
  });

  it('includes all finished writes where that is asked for, which costs twice as much', async () => {
    const asked: unknown[] = [];
    const client = {
      send: async ({ input }: { readonly input: { readonly RequestItems: Readonly<Record<string, object>> } }) => {
        asked.push(...Object.values(input.RequestItems));
        return {};
      },
    } as never;
    expect(await batchGet(ports(client), [key(1)])).toEqual([]);
    await batchGet(ports(client), [key(1)], { consistent: true });
    expect(asked).toMatchObject([{ ConsistentRead: false }, { ConsistentRead: true }]);
  });
});
