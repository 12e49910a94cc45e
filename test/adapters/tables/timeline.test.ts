import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { timeline } from '../../../src/adapters/tables/timeline.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { deployment, instant, noWait, settableClock, uuid } from './samples.ts';

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

  it('takes events of a node whose name is longer than a key may be, each once', async () => {
    const ports = { client: engine.client, table: engine.tables.deployments, clock: settableClock(), backOff: noWait };
    const current = deployment(8);
    await deployments(ports).accept(current);
    const named = (node: string) =>
      ({ name: `op-change-${node}`, kind: 'CHANGE', message: 'x', at: current.createdAt, node }) as const;
    const [one, other] = [named(`${'ü'.repeat(1_100)}1`), named(`${'ü'.repeat(1_100)}2`)];
    const add = (event: ReturnType<typeof named>) => timeline(ports).add(current.id, event);
    expect([await add(one), await add(other), await add(one)]).toEqual(['added', 'added', 'there']);
    const kept = await timeline(ports).list(current.id, { page: 0, size: 9, sort: 'createdAt', direction: 'asc' });
    expect(kept.content.map(({ node }) => node).toSorted()).toEqual([one.node, other.node]);
    expect(kept.content.every(({ name }) => name.startsWith('op-change-ü') && name.length <= 300)).toBe(true);
  });

  it('is cut into pages after it was sorted, in both directions', async () => {
    const ports = { client: engine.client, table: engine.tables.deployments, clock: settableClock(), backOff: noWait };
    const current = deployment(7);
    await deployments(ports).accept(current);
    const event = (second: number, name: string) =>
      ({ name, kind: 'ACCEPTED', message: 'x', at: instant(second) }) as const;
    // the names sort in another order than the instants
    const all = [event(1, 'e'), event(2, 'c'), event(2, 'd'), event(3, 'a'), event(4, 'b')];
    for (const one of all.toReversed()) await timeline(ports).add(current.id, one);
    const page = async (number: number, direction: 'asc' | 'desc') => {
      const request = { page: number, size: 2, sort: 'createdAt', direction } as const;
      const { content, totalElements } = await timeline(ports).list(current.id, request);
      return [content.map(({ name }) => name).join(''), totalElements];
    };
    expect(await Promise.all([0, 1, 2, 3].map((one) => page(one, 'asc')))).toEqual([
      ['ec', 5],
      ['da', 5],
      ['b', 5],
      ['', 5],
    ]);
    expect(await Promise.all([0, 1, 2].map((one) => page(one, 'desc')))).toEqual([
      ['ba', 5],
      ['dc', 5],
      ['e', 5],
    ]);
  });
});
