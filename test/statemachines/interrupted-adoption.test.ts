/** An adoption that is cut anywhere ends as one that is not, and asks the provider for nothing: docs/decisions/0083. */

import { expect, it } from 'vitest';
import { adopting, adoptingIn, heldBy } from './adopting.ts';
import { everyCut, interrupted } from './interruption.ts';
import { statesOf } from './scenario.ts';

it('is complete, wherever the process was cut', async () => {
  const cuts = await everyCut(async (cut) => {
    const one = await adopting();
    if (!(await interrupted(one.world, one.deployment, cut))) return false;
    expect(await one.now(), `cut ${cut}`).toMatchObject({
      ...{ status: 'CREATE_COMPLETE', infrastructureId: one.infrastructureId },
    });
    expect(await statesOf(one), `cut ${cut}`).toEqual({ web: 'STARTED', db: 'STARTED' });
    expect(heldBy(one), `cut ${cut}`).toEqual([`infrastructure ${one.infrastructureId}: ${one.deployment.id}`]);
    const told = one.world.events.filter(({ message }) =>
      message.includes('is adopted, and nothing of it was changed'),
    );
    expect(told, `cut ${cut}`).toHaveLength(1);
    const { made, updates, destroyed } = one.world.clouds;
    expect([made.length, updates, destroyed], `cut ${cut}`).toEqual([1, [], []]);
    return true;
  });
  expect(cuts).toBeGreaterThan(10);
});

it('that is refused holds nothing and destroys nothing, wherever the process was cut', async () => {
  await everyCut(async (cut) => {
    const first = await adopting();
    await first.run();
    const one = await adoptingIn(first.world, first.infrastructureId);
    if (!(await interrupted(one.world, one.deployment, cut))) return false;
    expect(await one.now(), `cut ${cut}`).toMatchObject({ status: 'CREATE_FAILED' });
    expect(heldBy(one), `cut ${cut}`).toEqual([`infrastructure ${first.infrastructureId}: ${first.deployment.id}`]);
    await one.delete();
    expect(one.world.clouds.destroyed, `cut ${cut}`).toEqual([]);
    return true;
  });
});
