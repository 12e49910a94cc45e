import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../../../src/adapters/tables/checks.ts';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { driftOf } from '../../../src/domain/deployments/record/drift-summary.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { deleting, deployment, instant, noWait, settableClock, uuid } from './samples.ts';

let engine: Engine;
const clock = settableClock();
const ports = () => ({ client: engine.client, table: engine.tables.deployments, clock, backOff: noWait });
const table = () => checks(ports());

beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine?.stop());

const dueAt = async (second: number) =>
  (await table().due(new Date(instant(second)), 100)).map(({ deploymentId }) => deploymentId);

describe('the state of the checks', () => {
  it('is due from its instant on, and not while nothing is planned', async () => {
    const planned = await table().replace(undefined, { deploymentId: uuid(1), findings: [], dueAt: instant(10) });
    expect(await dueAt(10)).toEqual([]);
    expect(await dueAt(11)).toEqual([uuid(1)]);
    await table().replace(planned, { deploymentId: uuid(1), findings: [] });
    expect(await dueAt(11)).toEqual([]);
    expect(await table().find(uuid(1))).toMatchObject({ version: 2 });
  });

  it('is written by one of two that have seen the same', async () => {
    const seen = await table().replace(undefined, { deploymentId: uuid(2), findings: [] });
    expect(await table().replace(undefined, { deploymentId: uuid(2), findings: [] })).toBeUndefined();
    expect(await table().replace(seen, { deploymentId: uuid(2), findings: [], dueAt: instant(1) })).toBeDefined();
    expect(await table().replace(seen, { deploymentId: uuid(2), findings: [] })).toBeUndefined();
  });

  it('goes, and stays when somebody has written it meanwhile', async () => {
    const seen = await table().replace(undefined, { deploymentId: uuid(3), findings: [] });
    const newer = seen && (await table().replace(seen, { deploymentId: uuid(3), findings: [] }));
    if (seen) await table().remove(seen);
    expect(await table().find(uuid(3))).toBeDefined();
    if (newer) await table().remove(newer);
    expect(await table().find(uuid(3))).toBeUndefined();
  });

  it('puts its line into the record that it is about, and moves that in the lists', async () => {
    const kept = deployments(ports());
    const seen = deployment(4, { status: 'CREATE_COMPLETE' });
    await kept.accept(seen);
    const before = await kept.listVersion({ of: 'all' });
    const summary = { operationId: seen.operation.id, since: instant(100), drifted: 1, of: 2 };
    clock.set(100);
    const written = await table().summarise(seen.id, { findings: [], summary });
    expect(written).toMatchObject({ updatedAt: instant(100) });
    expect(driftOf((await kept.find(seen.id)) ?? seen)).toEqual(summary);
    expect(await kept.listVersion({ of: 'all' })).not.toEqual(before);
  });

  it('leaves the record of a newer operation, or with other resources, as it is', async () => {
    const kept = deployments(ports());
    const seen = deployment(5);
    await kept.accept(seen);
    const summary = { operationId: seen.operation.id, since: instant(100), drifted: 1, of: 2 };
    expect(await table().summarise(seen.id, { findings: [], summary, changes: 7 })).toBeUndefined();
    await kept.supersede(seen, deleting(seen));
    expect(await table().summarise(seen.id, { findings: [], summary })).toBeUndefined();
    expect(await kept.find(seen.id)).not.toHaveProperty('drift');
  });
});
