import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { timeline } from '../../../src/adapters/tables/timeline.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { deployment, noWait, settableClock, uuid } from './samples.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

describe('the timeline', () => {
  it('says whether an event was added, was there, or has no deployment any more', async () => {
    const ports = {
      client: engine.client,
      table: engine.tables.deployments,
      clock: settableClock(),
      backOff: noWait,
    };
    const current = deployment(0);
    await deployments(ports).accept(current);
    const event = { name: 'one', kind: 'ACCEPTED', message: 'it was accepted', at: current.createdAt } as const;
    expect(await timeline(ports).add(current.id, event)).toBe('added');
    expect(await timeline(ports).add(current.id, { ...event, message: 'again' })).toBe('there');
    expect(await timeline(ports).add(uuid(99), event)).toBe('gone');
    const kept = await timeline(ports).list(current.id, { page: 0, size: 9, sort: 'createdAt', direction: 'asc' });
    expect(kept).toEqual({ content: [event], totalElements: 1 });
  });
});
