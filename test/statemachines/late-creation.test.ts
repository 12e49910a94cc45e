import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, engineWorld, startEngine } from './engine-world.ts';
import { scenario, statesOf } from './scenario.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

/** The service stood still, or the file of a schedule took so long to be replicated. */
describe('a creation whose workflow begins long after it was accepted', () => {
  const startedAfter = async (hours: number) => {
    const one = await scenario(engineWorld(engine));
    const planned = await one.world.resources.all(one.deployment.id);
    one.world.clock.advance(hours * 3_600);
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE' });
    expect(one.world.clouds.standing[0]?.machines.map(({ node }) => node).toSorted()).toEqual(['db', 'web']);
    return { one, ids: planned.map(({ id }) => id) };
  };
  const idsOf = async ({ one }: Awaited<ReturnType<typeof startedAfter>>) =>
    (await one.world.resources.all(one.deployment.id)).map(({ id }) => id);

  it('a day later, makes all machines, although the planned resources have expired', async () => {
    const late = await startedAfter(25);
    expect(await statesOf(late.one)).toEqual({ web: 'STARTED', db: 'STARTED' });
    const [web] = await late.one.world.resources.all(late.one.deployment.id);
    expect(web).toMatchObject({
      toscaTypes: expect.arrayContaining(['tosca.nodes.Compute']),
      physicalId: expect.anything(),
    });
  });

  it('some hours later, keeps the planned resources, also after the day in which they would have expired', async () => {
    const late = await startedAfter(23);
    expect(await idsOf(late)).toEqual(late.ids);
    late.one.world.clock.advance(3 * 3_600);
    expect(await idsOf(late)).toEqual(late.ids);
  });
});
