import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { meanwhile } from './meanwhile.ts';
import { deleting, deployment, instant, noWait, settableClock } from './samples.ts';

let engine: Engine;
const table = () =>
  deployments({ client: engine.client, table: engine.tables.deployments, clock: settableClock(), backOff: noWait });

beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

describe('operations that nobody has begun', () => {
  const idsBefore = async (second: number) => (await table().notStarted(new Date(instant(second)))).map(({ id }) => id);

  it('are found once they are old enough, until they begin', async () => {
    const waiting = deployment(-500);
    await table().accept(waiting);
    expect(await idsBefore(-500)).not.toContain(waiting.id);
    expect(await idsBefore(-499)).toContain(waiting.id);
    expect(await table().markStarted(waiting.id, waiting.operation.id)).toEqual(waiting);
    expect(await table().markStarted(waiting.id, waiting.operation.id)).toEqual(waiting);
    expect(await idsBefore(-499)).not.toContain(waiting.id);
  });

  it('are found again when the next operation is accepted', async () => {
    const seen = deployment(-400);
    await table().accept(seen);
    const begun = await table().markStarted(seen.id, seen.operation.id);
    await table().supersede(begun, deleting(begun));
    expect(await idsBefore(-399)).toContain(seen.id);
    await table().remove(seen.id, 'deletion');
    expect(await idsBefore(-399)).not.toContain(seen.id);
  });

  it('are not found when nothing is to be begun, as after a reset', async () => {
    const seen = deployment(-450);
    await table().accept(seen);
    await table().supersede(seen, { ...deleting(seen, 'reset'), status: 'DELETE_FAILED' });
    expect(await idsBefore(-449)).not.toContain(seen.id);
  });

  it('are not found when they begin while they are looked for', async () => {
    const waiting = deployment(-300);
    await table().accept(waiting);
    meanwhile(engine.client, 'BatchGetCommand', () => table().markStarted(waiting.id, waiting.operation.id));
    expect(await idsBefore(-299)).not.toContain(waiting.id);
  });
});
