import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateDeployment } from '../../src/domain/deployments/accepting/update.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import { limits } from '../domain/deployments/world.ts';
import { scenario } from './scenario.ts';
import { stackWorlds } from './stack-world.ts';

let aws: Awaited<ReturnType<typeof stackWorlds>>;
beforeAll(async () => {
  aws = await stackWorlds();
});
afterAll(() => aws.stop());

const withBucket = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    web: { type: tosca.nodes.Compute }
    files: { type: tosca.nodes.ObjectStorage, properties: { name: files } }
`;

/** A deployment with a bucket that somebody has filled. */
const filled = async () => {
  const one = await scenario(aws.make());
  await one.run();
  const seen = (await one.now()) as Deployment;
  await updateDeployment(one.world, seen, { template: withBucket, parameters: {}, limits });
  await one.run(one.world.started.at(-1));
  expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
  await aws.fill(3);
  return one;
};

describe('the deletion of a stack whose bucket is not empty', () => {
  it('fails, names the bucket, and says what to do; once it is empty, a repeat completes', async () => {
    const one = await filled();
    const [bucket] = await aws.buckets();
    await one.delete();
    expect(await one.now()).toMatchObject({
      status: 'DELETE_FAILED',
      statusReason: expect.stringContaining(`delete all objects of bucket ${bucket}`),
    });
    await aws.fill(0);
    await one.delete();
    expect(await one.now()).toBeUndefined();
    expect(await aws.standing()).toEqual([]);
    expect(await aws.buckets()).toEqual([]);
  });

  it('that is forced removes all but the bucket', async () => {
    const one = await filled();
    await one.delete({ force: true });
    expect(await one.now()).toBeUndefined();
    expect(await aws.standing()).toEqual([]);
    expect(await aws.buckets()).toHaveLength(1);
    expect(one.world.events.map(({ message }) => message).join()).toContain('delete all objects of bucket');
  });
});
