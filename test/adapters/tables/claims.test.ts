import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claims } from '../../../src/adapters/tables/claims.ts';
import { claimKey } from '../../../src/adapters/tables/keys.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { instant, noWait, settableClock, uuid } from './samples.ts';

let engine: Engine;
const clock = settableClock();
const table = () => claims({ client: engine.client, table: engine.tables.deployments, clock, backOff: noWait });

beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine?.stop());

const item = async (thing: string) => {
  const command = new GetCommand({ TableName: engine.tables.deployments, Key: claimKey(thing) });
  return (await engine.client.send(command)).Item;
};

it('is written by one of two that have seen the same', async () => {
  const [one, other] = [{ holder: uuid(1) }, { holder: uuid(2) }];
  const written = await Promise.all([one, other].map((next) => table().replace('machine a', undefined, next)));
  expect(written.filter(Boolean)).toHaveLength(1);
  expect([one, other]).toContainEqual(await table().find('machine a'));
});

it('is replaced only as it was seen, its instant too', async () => {
  const short = { holder: 'orphans', until: instant(10) };
  expect(await table().replace('machine b', undefined, short)).toBe(true);
  // nobody ever releases it
  expect(await item('machine b')).toMatchObject({ expiresAt: Date.parse(instant(10)) / 1_000 + 86_400 });
  expect(await table().replace('machine b', { holder: 'orphans' }, { holder: uuid(1) })).toBe(false);
  expect(await table().replace('machine b', short, { holder: uuid(1) })).toBe(true);
  expect(await table().find('machine b')).toEqual({ holder: uuid(1) });
  expect(await item('machine b')).not.toHaveProperty('expiresAt');
});

it('expires once it is released, and can be taken again until then', async () => {
  const mine = { holder: uuid(1) };
  await table().replace('machine c', undefined, mine);
  expect(await item('machine c')).not.toHaveProperty('expiresAt');
  expect(await table().replace('machine c', mine, undefined)).toBe(true);
  expect(await table().find('machine c')).toBeUndefined();
  expect(await item('machine c')).toHaveProperty('expiresAt', expect.any(Number));
  expect(await table().replace('machine c', undefined, { holder: uuid(2) })).toBe(true);
  expect(await item('machine c')).not.toHaveProperty('expiresAt');
});
