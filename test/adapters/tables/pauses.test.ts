import { afterAll, beforeAll, expect, it } from 'vitest';
import { moveStates } from '../../../src/adapters/tables/move-states.ts';
import { pauses } from '../../../src/adapters/tables/pauses.ts';
import { switches } from '../../../src/adapters/tables/switches.ts';
import { directEngine, type Engine } from '../../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await directEngine();
});
afterAll(() => engine?.stop());

it('a pause begins, has its reason changed and ends, and is no other switch', async () => {
  const table = { client: engine.client, table: engine.tables.deployments, clock: { now: () => new Date(0) } };
  const by = { issuer: 'https://issuer.example', subject: 'ada' };
  const pause = { since: '2026-11-29T00:00:00.000Z', by, reason: 'the network is mended' };
  const kept = pauses(table);
  expect(await kept.current()).toBeUndefined();
  expect(await kept.replace(undefined, pause)).toBe(true);
  const later = { ...pause, reason: 'until six' };
  expect(await kept.replace(pause, later)).toBe(true);
  expect(await kept.current()).toEqual(later);
  expect((await switches(table).draining()).size).toBe(0);
  expect(await moveStates(table).stopped()).toBeUndefined();
  expect(await Promise.all([kept.replace(pause, undefined), kept.replace(undefined, pause)])).toEqual([false, false]);
  expect(await kept.current()).toEqual(later);
  // a repeat changes nothing
  expect([await kept.replace(later, undefined), await kept.replace(later, undefined)]).toEqual([true, true]);
  expect(await kept.current()).toBeUndefined();
});
