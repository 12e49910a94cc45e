import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveStates } from '../../../src/adapters/tables/move-states.ts';
import { switches } from '../../../src/adapters/tables/switches.ts';
import { directEngine, type Engine } from '../../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await directEngine();
});
afterAll(() => engine?.stop());

const table = () => ({ client: engine.client, table: engine.tables.deployments, clock: { now: () => new Date(0) } });
const slot = (number: number) => ({
  deploymentId: `d${number}`,
  operationId: `o${number}`,
  at: '2026-11-29T00:00:00.000Z',
});

describe('the moves of an installation', () => {
  it('are replaced by whoever has read them last, and by nobody else', async () => {
    const states = moveStates(table());
    expect(await states.inProgress()).toEqual({ version: 0, moves: [] });
    expect(await states.replace(0, [slot(1)])).toBe(true);
    expect(await states.replace(0, [slot(2)])).toBe(false);
    expect(await states.inProgress()).toEqual({ version: 1, moves: [slot(1)] });
    expect(await states.replace(1, [slot(1), slot(2)])).toBe(true);
    expect((await states.inProgress()).moves).toEqual([slot(1), slot(2)]);
  });

  it('are stopped and go on, which no ranking sees', async () => {
    const states = moveStates(table());
    const by = { issuer: 'https://issuer.example', subject: 'ada' };
    expect(await states.stopped()).toBeUndefined();
    const stopped = { since: '2026-11-29T00:00:00.000Z', by, reason: 'the network is mended' };
    expect(await states.replaceStopped(undefined, stopped)).toBe(true);
    expect(await states.stopped()).toMatchObject({ by, reason: 'the network is mended' });
    expect((await switches(table()).draining()).size).toBe(0);
    for (const _ of [1, 2]) expect(await states.replaceStopped(stopped, undefined)).toBe(true);
    expect(await states.stopped()).toBeUndefined();
  });
});
