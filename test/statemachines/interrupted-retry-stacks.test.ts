/** A creation that failed at CloudFormation, and whose stack was kept, is completed: docs/decisions/0075. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '../domain/deployments/world.ts';
import { first } from './aws-world.ts';
import { interrupted, someCuts } from './interruption.ts';
import { scenario, statesOf } from './scenario.ts';
import { stackWorlds } from './stack-world.ts';
import { templateOf } from './templates.ts';

let aws: Awaited<ReturnType<typeof stackWorlds>>;
beforeAll(async () => {
  aws = await stackWorlds();
});
afterAll(() => aws.stop());

const node = { type: 'tosca.nodes.Compute' };

/** One of the two machines could not be made; the stack with the other one was kept. */
const failed = async () => {
  const world = aws.make();
  const one = await scenario(world, { limits: { ...limits, keepLastAttempt: true, maxProvidersRetry: 1 } });
  const db = (await world.resources.all(one.deployment.id)).find(({ toscaNodeName }) => toscaNodeName === 'db');
  const fault = { resource: 'fail', logicalId: `db${db?.id.replaceAll('-', '')}` } as const;
  aws.fail(fault);
  await one.run();
  expect((await one.now())?.status).toBe('CREATE_FAILED');
  expect(await aws.standing()).toMatchObject([{ status: 'CREATE_FAILED', machines: ['web'] }]);
  return { one, fault };
};

it('uses the stack that was kept, and makes the rest', async () => {
  const { one } = await failed();
  aws.fail();
  const accepted = await one.retry();
  expect(accepted.operation).toMatchObject({ kind: 'CREATE', retries: 'kept' });
  await one.run(accepted);
  expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', providerId: first });
  expect(await aws.standing()).toMatchObject([{ status: 'UPDATE_COMPLETE', machines: ['db', 'web'] }]);
  expect(await statesOf(one)).toEqual({ web: 'STARTED', db: 'STARTED' });
});

it('fails again with the reason, keeps the stack, and takes another template then', async () => {
  const { one } = await failed();
  await one.run(await one.retry());
  expect(await one.now()).toMatchObject({ status: 'CREATE_FAILED', statusReason: expect.stringMatching(/db/) });
  expect(await aws.standing()).toMatchObject([{ status: 'UPDATE_FAILED', machines: ['web'] }]);
  await one.run(await one.retry({ template: templateOf({ web: node }) }));
  expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE' });
  expect(await aws.standing()).toMatchObject([{ status: 'UPDATE_COMPLETE', machines: ['web'] }]);
});

it('removes the stack first where all is to be made anew', async () => {
  const { one } = await failed();
  aws.fail();
  await one.run(await one.retry({ anew: true }));
  expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE' });
  expect(await aws.standing()).toMatchObject([{ status: 'CREATE_COMPLETE', machines: ['db', 'web'] }]);
});

it('has one stack with both machines, wherever its process was cut', async () => {
  const cuts = await someCuts(async (cut) => {
    const { one } = await failed();
    aws.fail();
    const ran = await interrupted(one.world, await one.retry(), cut);
    if (!ran) return false;
    expect(await one.now(), `cut ${cut}`).toMatchObject({ status: 'CREATE_COMPLETE' });
    expect(await aws.standing(), `cut ${cut}`).toMatchObject([{ status: 'UPDATE_COMPLETE', machines: ['db', 'web'] }]);
    return true;
  });
  expect(cuts).toBeGreaterThan(15);
});
