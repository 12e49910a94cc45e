/** A way back of a stack that is cut anywhere ends as one that is not: docs/decisions/0065. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import { interrupted, someCuts } from './interruption.ts';
import { next, stuck } from './reverting-stacks.ts';
import { statesOf } from './scenario.ts';
import { stackWorlds } from './stack-world.ts';

let aws: Awaited<ReturnType<typeof stackWorlds>>;
beforeAll(async () => {
  aws = await stackWorlds();
});
afterAll(() => aws.stop());

it('goes back once the rollback can be finished, wherever its process was cut', async () => {
  const cuts = await someCuts(async (cut) => {
    const one = await stuck(aws);
    aws.fail();
    const ran = await interrupted(one.world, (await next(one)) as Deployment, cut);
    if (!ran) return false;
    const done = await one.now();
    expect(done, `cut ${cut}`).toMatchObject({ status: 'UPDATE_FAILED', inForce: 1, parameters: { size: 1 } });
    expect(done?.statusReason, `cut ${cut}`).toMatch(/\nit went back to version 1, which is in force$/);
    expect(await aws.standing(), `cut ${cut}`).toMatchObject([{ machines: ['db', 'web'] }]);
    expect(await statesOf(one), `cut ${cut}`).toEqual({ web: 'STARTED', db: 'STARTED' });
    return true;
  });
  expect(cuts).toBeGreaterThan(10);
});
