/** A failed update of a stack goes back to the version in force: docs/decisions/0065. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import { interrupted, someCuts } from './interruption.ts';
import { type Scenario, scenario, statesOf } from './scenario.ts';
import { stackWorlds } from './stack-world.ts';
import { templateOf } from './templates.ts';

let aws: Awaited<ReturnType<typeof stackWorlds>>;
beforeAll(async () => {
  aws = await stackWorlds();
});
afterAll(() => aws.stop());

const node = { type: 'tosca.nodes.Compute' };
const both = templateOf({ web: node, db: node });
const larger = templateOf({ web: { ...node, host: 'num_cpus: 4' }, db: node });
const rollback = { onFailure: 'rollback', parameters: { size: 2 } } as const;

/** Version 1 is in force. */
const complete = async () => {
  const one = await scenario(aws.make(), { parameters: { size: 1 } });
  await one.run();
  await one.run(await one.update(both));
  expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE', inForce: 1 });
  one.world.clock.advance(60);
  return one;
};

const next = async ({ world }: Scenario): Promise<Deployment | undefined> =>
  (await world.deployments.notStarted(new Date('2099-01-01')))[0];

/** The machine `web` can be changed by nobody, so CloudFormation cannot undo a failed change of it either. */
const stuck = async () => {
  const one = await complete();
  const web = (await one.world.resources.all(one.deployment.id)).find(({ toscaNodeName }) => toscaNodeName === 'web');
  aws.fail({ resource: 'fail', logicalId: `web${web?.id.replaceAll('-', '')}` });
  await one.run(await one.update(larger, rollback));
  expect(await aws.standing()).toMatchObject([{ status: 'UPDATE_ROLLBACK_FAILED' }]);
  expect(await one.now()).toMatchObject({ status: 'UPDATE_IN_PROGRESS', operation: { restores: 1 } });
  return one;
};

it('asks for nothing more where CloudFormation has undone the update', async () => {
  const one = await complete();
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
  const one = await stuck();
  await one.run(await next(one));
  aws.fail();
  const done = await one.now();
  expect(done).toMatchObject({ status: 'UPDATE_FAILED', inForce: 1 });
  expect(done?.statusReason).toMatch(/going back to version 1 failed too: [\s\S]*what stands:\n1 of web: /);
});

it('goes back once the rollback can be finished, wherever its process was cut', async () => {
  const cuts = await someCuts(async (cut) => {
    const one = await stuck();
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
