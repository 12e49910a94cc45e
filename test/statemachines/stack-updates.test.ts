import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scenario } from './scenario.ts';
import { stackWorlds } from './stack-world.ts';
import { templateOf } from './templates.ts';

let aws: Awaited<ReturnType<typeof stackWorlds>>;
beforeAll(async () => {
  aws = await stackWorlds();
});
afterAll(() => aws.stop());

const node = { type: 'tosca.nodes.Compute' };

describe('an update after one whose rollback has failed', () => {
  /** The machine `web` can be changed by nobody, so CloudFormation cannot undo a failed change of it either. */
  const stuck = async () => {
    const one = await scenario(aws.make());
    await one.run();
    const web = (await one.world.resources.all(one.deployment.id)).find(({ toscaNodeName }) => toscaNodeName === 'web');
    const fault = { resource: 'fail', logicalId: `web${web?.id.replaceAll('-', '')}` } as const;
    aws.fail(fault);
    await one.run(await one.update(larger));
    expect(await aws.standing()).toMatchObject([{ status: 'UPDATE_ROLLBACK_FAILED' }]);
    return one;
  };
  const larger = templateOf({ web: { ...node, host: 'num_cpus: 4' }, db: node });

  it('fails when the rollback fails again, and says why, instead of trying that for days', async () => {
    const one = await stuck();
    const before = one.world.clock.now().getTime();
    await one.run(await one.update(larger));
    expect((one.world.clock.now().getTime() - before) / 1_000).toBeLessThan(600);
    expect(await one.now()).toMatchObject({
      status: 'UPDATE_FAILED',
      statusReason: expect.stringMatching(
        /^an earlier update has to be rolled back first, and that failed again: node web: .* is UPDATE_FAILED: .*; repair/,
      ),
    });
  });

  it('is carried out once the rollback can be finished', async () => {
    const one = await stuck();
    aws.fail();
    await one.run(await one.update(larger));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
  });
});
