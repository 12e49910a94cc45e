/** What somebody else has changed of a stack is set back by CloudFormation: docs/decisions/0077. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { interrupted, someCuts } from './interruption.ts';
import { behind, countsOf, standingStack, thingOf, thingsOf } from './repairing-stacks.ts';
import { statesOf } from './scenario.ts';
import { stackWorlds } from './stack-world.ts';

let aws: Awaited<ReturnType<typeof stackWorlds>>;
beforeAll(async () => {
  aws = await stackWorlds();
});
afterAll(() => aws.stop());

const machine = 'AWS::EC2::Instance';
const all = { web: 'STARTED', db: 'STARTED', data: 'STARTED' };

/** A larger web, no bucket, and db stopped. */
const harmed = async () => {
  const one = await standingStack(aws);
  const counts = await countsOf(aws);
  const web = await thingOf(aws, machine, /^web/);
  await behind(aws, web.id, { properties: { InstanceType: 'm5.24xlarge' } });
  await behind(aws, (await thingOf(aws, 'AWS::S3::Bucket')).id, { gone: true });
  await behind(aws, (await thingOf(aws, machine, /^db/)).id, { stopped: true });
  aws.advance(60);
  return { one, counts, web };
};

describe('what has drifted of a stack', () => {
  it('is set back and made again, each once, and nothing is replaced', async () => {
    const { one, counts, web } = await harmed();
    await one.run(await one.repair());
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(await statesOf(one)).toEqual(all);
    expect(await countsOf(aws)).toEqual(counts);
    expect((await thingOf(aws, machine, /^web/)).id).toBe(web.id);
    await expect(one.repair()).rejects.toThrow(/nothing has drifted/);
  });

  it('has a machine made again that is gone', async () => {
    const one = await standingStack(aws);
    const web = await thingOf(aws, machine, /^web/);
    await behind(aws, web.id, { gone: true });
    aws.advance(60);
    await one.run(await one.repair());
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(await statesOf(one)).toEqual(all);
    const now = await thingOf(aws, machine, /^web/);
    expect(now.id).not.toBe(web.id);
    const resource = (await one.world.resources.all(one.deployment.id)).find((of) => of.toscaNodeName === 'web');
    expect(resource).toMatchObject({ physicalId: now.id });
  });

  it('is left whole where only a part was asked for, since CloudFormation sets back all at once', async () => {
    const { one } = await harmed();
    await one.run(await one.repair({ nodes: ['db'] }));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect((await thingsOf(aws)).filter(({ type }) => type === 'AWS::S3::Bucket')).toEqual([]);
    await expect(one.repair({ nodes: ['web'] })).rejects.toThrow(/also of data/);
  });

  it('fails, and changes nothing, when more has drifted since', async () => {
    const { one } = await harmed();
    const repair = await one.repair();
    await behind(aws, (await thingOf(aws, machine, /^db/)).id, { properties: { InstanceType: 'm5.large' } });
    await one.run(repair);
    expect(await one.now()).toMatchObject({
      status: 'UPDATE_FAILED',
      statusReason: expect.stringMatching(/more has drifted since the check/),
    });
    expect((await thingsOf(aws)).filter(({ type }) => type === 'AWS::S3::Bucket')).toEqual([]);
    // and may be repeated
    await one.run(await one.repair());
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
  });

  it('says that nothing of it can be set back, where only a new thing could have it', async () => {
    const one = await standingStack(aws);
    await behind(aws, (await thingOf(aws, machine, /^web/)).id, { properties: { ImageId: 'ami-other' } });
    await one.run(await one.repair());
    expect(await one.now()).toMatchObject({
      status: 'UPDATE_FAILED',
      statusReason: expect.stringMatching(/can set back nothing of web/),
    });
  });

  it('stays as it was where CloudFormation fails, and says why', async () => {
    const { one } = await harmed();
    const repair = await one.repair();
    aws.fail({ resource: 'fail', type: 'AWS::S3::Bucket' });
    await one.run(repair);
    expect(await one.now()).toMatchObject({
      status: 'UPDATE_FAILED',
      statusReason: expect.stringMatching(/what was there before still stands/),
    });
    aws.fail();
    await one.run(await one.repair());
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
  });
});

it('has everything once, wherever the process was cut', async () => {
  const cuts = await someCuts(async (cut) => {
    const { one, counts } = await harmed();
    const ran = await interrupted(one.world, await one.repair(), cut);
    if (!ran) return false;
    expect(await one.now(), `cut ${cut}`).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(await statesOf(one), `cut ${cut}`).toEqual(all);
    expect(await countsOf(aws), `cut ${cut}`).toEqual(counts);
    await expect(one.repair(), `cut ${cut}`).rejects.toThrow(/nothing has drifted/);
    return true;
  });
  expect(cuts).toBeGreaterThan(15);
});
