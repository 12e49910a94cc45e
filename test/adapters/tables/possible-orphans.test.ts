import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { possibleOrphans } from '../../../src/adapters/tables/possible-orphans.ts';
import type { PossibleOrphan } from '../../../src/domain/deployments/record/possible-orphans.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { deleting, deployment, instant, noWait, settableClock, uuid } from './samples.ts';

let engine: Engine;
const clock = settableClock();
const ports = () => ({ client: engine.client, table: engine.tables.deployments, clock, backOff: noWait });
const orphans = () => possibleOrphans(ports());

beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine?.stop());

const at = (second: number): Date => new Date(instant(second));

const orphan = (number: number, changes: Partial<PossibleOrphan> = {}): PossibleOrphan => ({
  deploymentId: uuid(number),
  number: 1,
  providerId: 'alpha',
  infrastructureId: `inf-${number}`,
  startedAt: instant(0),
  unanswered: false,
  looks: 0,
  ...changes,
});

const dueAt = async (second: number, limit = 100) =>
  (await orphans().due(at(second), limit)).map(({ infrastructureId, looks }) => `${infrastructureId} ${looks}`);

describe('possible orphans', () => {
  it('are due from their instant on, the oldest first, as many as are asked for', async () => {
    await orphans().register([orphan(2), orphan(1, { number: 2 })], at(20));
    await orphans().register([orphan(3)], at(10));
    expect(await dueAt(10)).toEqual([]);
    expect(await dueAt(11)).toEqual(['inf-3 0']);
    expect((await dueAt(21)).toSorted()).toEqual(['inf-1 0', 'inf-2 0', 'inf-3 0']);
    expect(await dueAt(21, 1)).toEqual(['inf-3 0']);
  });

  it('are due again when they are to be, with another look counted, or the same when it could not be taken', async () => {
    const one = orphan(4);
    await orphans().register([one], at(100));
    await orphans().setNextCheck(one, at(200));
    expect(await dueAt(200)).not.toContain('inf-4 1');
    expect(await dueAt(201)).toContain('inf-4 1');
    await orphans().postpone({ ...one, looks: 1 }, at(300));
    expect(await dueAt(300)).not.toContain('inf-4 1');
    expect(await dueAt(301)).toContain('inf-4 1');
    await orphans().setNextCheck({ ...one, looks: 1 }, undefined);
    expect((await dueAt(10_000)).join()).not.toContain('inf-4');
  });

  it('that are watched anew meanwhile are left as they are', async () => {
    const one = orphan(5, { looks: 3 });
    await orphans().register([one], at(100));
    await orphans().register([{ ...one, looks: 0 }], at(400));
    await orphans().setNextCheck(one, undefined);
    await orphans().setNextCheck(one, at(50_000));
    await orphans().postpone(one, at(50_000));
    expect(await dueAt(401)).toContain('inf-5 0');
  });

  it('outlive the deployment, and stand in none of its lists', async () => {
    const table = deployments(ports());
    const seen = deployment(6);
    await table.accept(seen);
    await table.supersede(seen, deleting(seen));
    await orphans().register([orphan(6)], at(500));
    await table.remove(seen.id, 'deletion');
    expect(await table.find(seen.id)).toBeUndefined();
    expect(await dueAt(501)).toContain('inf-6 0');
  });
});
