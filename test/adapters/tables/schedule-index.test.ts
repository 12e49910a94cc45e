import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { scheduleIndex } from '../../../src/adapters/tables/schedule-index.ts';
import { schedules } from '../../../src/adapters/tables/schedules.ts';
import type { Schedule } from '../../../src/domain/schedules/schedule.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { instant, noWait, settableClock } from './samples.ts';

let engine: Engine;
const ports = () => ({
  client: engine.client,
  table: engine.tables.schedules,
  deployments: engine.tables.deployments,
  clock: settableClock(),
  backOff: noWait,
});

beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

const schedule = (id: string, fileExpression = `incoming:${id}/.*`): Schedule => ({
  id,
  createdAt: instant(0),
  updatedAt: instant(0),
  createdBy: { issuer: 'https://issuer.example.org/', subject: 'olga' },
  reader: { groups: ['physics'], isAdministrator: false },
  status: 'RUNNING',
  fileExpression,
  replicationExpression: '*',
  numberOfReplicas: 1,
  parameters: {},
  limits: { providerTimeoutMins: 60, keepLastAttempt: false },
});

const file = async (filing: readonly string[], ...all: readonly Schedule[]): Promise<void> => {
  for (const one of all) await schedules(ports()).create(one, filing);
};

/** The ids found under the fragments, and how many queries that took. */
const found = async (...fragments: string[]): Promise<{ ids: readonly string[]; queries: number }> => {
  const send = vi.spyOn(engine.client, 'send');
  try {
    const watches = await scheduleIndex(ports()).candidates(fragments);
    const queries = send.mock.calls.filter(([command]) => command instanceof QueryCommand).length;
    return { ids: watches.map(({ id }) => id).sort(), queries };
  } finally {
    send.mockRestore();
  }
};

const named = (name: string, size: number) =>
  Array.from({ length: size }, (_, number) => schedule(`${name}-${number}`));
const idsOf = (all: readonly Schedule[]) => all.map(({ id }) => id);

describe('watches under a fragment', () => {
  it('counts the watches of each fragment, and knows none of an empty one', async () => {
    await file(['counted', 'counted too'], schedule('counted-1'));
    await file(['counted'], schedule('counted-2'));
    const counts = await scheduleIndex(ports()).counts(['counted', 'counted too', 'nobody watches']);
    expect(Object.fromEntries(counts)).toEqual({ counted: 2, 'counted too': 1 });
  });

  it('are told by its count while they are few, and by a query from then on', async () => {
    const all = named('few', 5);
    await file(['fragment'], ...all.slice(0, 3));
    expect(await found('fragment')).toEqual({ ids: idsOf(all.slice(0, 3)), queries: 0 });
    await file(['fragment'], ...all.slice(3));
    expect(await found('fragment')).toEqual({ ids: idsOf(all), queries: 1 });
  });

  it('are all found in whatever order schedules go and come back', async () => {
    const all = named('many', 5);
    await file(['changing'], ...all);
    const left = new Map(all.map((one) => [one.id, one]));
    for (const id of ['many-0', 'many-4', 'many-2']) {
      const suspended = await schedules(ports()).setStatus(left.get(id) as Schedule, 'SUSPENDED', []);
      left.delete(id);
      expect((await found('changing')).ids).toEqual([...left.keys()]);
      if (id === 'many-0') await schedules(ports()).setStatus(suspended, 'RUNNING', ['elsewhere']);
    }
    expect((await found('changing', 'elsewhere')).ids).toEqual(['many-0', 'many-1', 'many-3']);
    for (const id of ['many-1', 'many-3']) await schedules(ports()).remove(left.get(id) as Schedule);
    expect(await found('changing')).toEqual({ ids: [], queries: 0 });
  });

  it('are read by a query where one is too long to be kept', async () => {
    const long = schedule('long', `incoming:${'x'.repeat(1_000)}.*`);
    await file(['long one'], long, schedule('short'));
    expect(await found('long one')).toEqual({ ids: ['long', 'short'], queries: 1 });
  });

  it('are all found when they are filed at the same moment', async () => {
    const all = named('at-once', 8);
    await Promise.all(all.map((one) => file(['at once!'], one)));
    expect((await found('at once!')).ids).toEqual(idsOf(all));
  });

  it('are found whole', async () => {
    const { id, fileExpression, reader } = schedule('whole');
    await file(['whole one'], schedule('whole'));
    expect(await scheduleIndex(ports()).candidates(['whole one'])).toEqual([{ id, fileExpression, reader }]);
  });

  it('are always compared when they are filed under none', async () => {
    await file([], schedule('everywhere', '.*'));
    expect((await found('anything')).ids).toEqual(['everywhere']);
  });
});
