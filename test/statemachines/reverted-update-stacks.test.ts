/** A failed update of a stack goes back to the version in force: docs/decisions/0065. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { complete, next, node, rollback, stuck } from './reverting-stacks.ts';
import { statesOf } from './scenario.ts';
import { stackWorlds } from './stack-world.ts';
import { templateOf } from './templates.ts';

let aws: Awaited<ReturnType<typeof stackWorlds>>;
beforeAll(async () => {
  aws = await stackWorlds();
});
afterAll(() => aws.stop());

it('asks for nothing more where CloudFormation has undone the update', async () => {
  const one = await complete(aws);
  aws.fail({ resource: 'no-capacity', type: 'AWS::EC2::Instance' });
  await one.run(await one.update(templateOf({ web: node, cache: node }), rollback));
  aws.fail();
  expect(await next(one)).toBeUndefined();
  expect(await one.now()).toMatchObject({ status: 'UPDATE_FAILED', inForce: 1, parameters: { size: 1 } });
  expect((await one.now())?.statusReason).toMatch(/version 1 is in force$/);
  expect(await aws.standing()).toMatchObject([{ status: 'UPDATE_ROLLBACK_COMPLETE', machines: ['db', 'web'] }]);
  expect(await statesOf(one)).toEqual({ web: 'STARTED', db: 'STARTED' });
});

it('says what stands where the rollback fails again', async () => {
  const one = await stuck(aws);
  await one.run(await next(one));
  aws.fail();
  const done = await one.now();
  expect(done).toMatchObject({ status: 'UPDATE_FAILED', inForce: 1 });
  expect(done?.statusReason).toMatch(/going back to version 1 failed too: [\s\S]*what stands:\n1 of web: /);
});

/** A bucket may hold objects, also one that only the failed update has made. */
it.each([
  ['says so', undefined, /going back to version 1 failed too: [\s\S]*"replace": \["files"\]/],
  ['goes back where it was named', ['files'], /it went back to version 1/],
] as const)('removes no data that the failed update has made, unless it was named: %s', async (_, replace, reason) => {
  const one = await stuck(aws, {
    nodes: { files: { type: 'tosca.nodes.ObjectStorage\n      properties: { name: files }' } },
    ...(replace && { replace }),
  });
  expect(await aws.buckets()).toHaveLength(1);
  aws.fail();
  await one.run(await next(one));
  expect((await one.now())?.statusReason).toMatch(reason);
  expect(await aws.buckets()).toHaveLength(replace ? 0 : 1);
});
