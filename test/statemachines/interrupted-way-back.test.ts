/** A way back that is cut anywhere ends as one that is not: docs/decisions/0065. */

import { expect, it } from 'vitest';
import { interrupted, someCuts } from './interruption.ts';
import { complete, failing, machines, mended, rest } from './reverting.ts';
import { statesOf } from './scenario.ts';

const cuts = [
  ['of the update', false],
  ['of the way back', true],
] as const;
it.each(cuts)('has the machines of the version in force, wherever the process was cut: %s', async (_, inWayBack) => {
  const tried = await someCuts(async (cut) => {
    const one = await complete();
    const update = await failing(one);
    if (inWayBack) await one.run(update);
    if (inWayBack) mended(one);
    const [cutOne = update] = inWayBack ? await one.world.deployments.notStarted(new Date('2099-01-01')) : [];
    const ran = await interrupted(one.world, cutOne, cut);
    if (!ran) return false;
    expect(ran, `cut ${cut}`).toMatchObject({ status: 'SUCCEEDED' });
    mended(one);
    await rest(one);
    const done = await one.now();
    expect(done, `cut ${cut}`).toMatchObject({ status: 'UPDATE_FAILED', inForce: 1 });
    expect(done?.statusReason, `cut ${cut}`).toMatch(/cache is unconfigured[\s\S]*it went back to version 1/);
    expect(machines(one), `cut ${cut}`).toEqual(['db', 'web']);
    expect(await statesOf(one), `cut ${cut}`).toEqual({ web: 'STARTED', db: 'STARTED' });
    expect(
      one.world.notified.filter((id) => id.endsWith('-failed')),
      `cut ${cut}`,
    ).toHaveLength(1);
    return true;
  });
  expect(tried).toBeGreaterThan(20);
});
