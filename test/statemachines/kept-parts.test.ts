/** What a deployment keeps when it ends, or when an update leaves it out: docs/decisions/0085. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { interrupted, someCuts } from './interruption.ts';
import { thingsOf } from './repairing-stacks.ts';
import { type Scenario, scenario } from './scenario.ts';
import { stackWorlds } from './stack-world.ts';
import { templateOf } from './templates.ts';

let aws: Awaited<ReturnType<typeof stackWorlds>>;
beforeAll(async () => {
  aws = await stackWorlds();
});
afterAll(() => aws.stop());

const web = { web: { type: 'tosca.nodes.Compute' }, db: { type: 'tosca.nodes.Compute' } };
const extra = `
    files: {type: toscanini.nodes.aws.Bucket, properties: {name: files, on_deletion: retain}}
    shop: {type: toscanini.nodes.aws.Database, properties: {name: shop, engine: postgres, on_deletion: retain}}`;
const types = '\n  - toscanini-aws-types.yaml\n';
const holding = (nodes = extra): string =>
  templateOf(web)
    .replace('\ntopology_template', `${types}topology_template`)
    .replace('\n  outputs:', `${nodes}\n  outputs:`);

const standing = async (): Promise<Scenario> => {
  const one = await scenario(aws.make());
  await one.run();
  await one.run(await one.update(holding()));
  expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
  return one;
};

const itself = { region: 'eu-central-1', as: 'itself', id: expect.any(String) };
const group = { ...itself, type: 'AWS::EC2::SecurityGroup' };
const kept = expect.arrayContaining([
  { ...itself, node: 'files', type: 'AWS::S3::Bucket' },
  { ...itself, node: 'shop', type: 'AWS::RDS::DBInstance' },
  { ...group, node: 'shop' },
  group,
]);

it('stays with what it goes on using, and the end says what and where', async () => {
  const one = await standing();
  await one.delete();
  expect(await one.now()).toBeUndefined();
  const ended = await one.world.ended.find(one.deployment.id);
  expect(ended?.ended.kept).toEqual(kept);
  const left = await thingsOf(aws);
  expect(left.map(({ id }) => id).toSorted()).toEqual(ended?.ended.kept?.map(({ id }) => id).toSorted());
});

it('stays when an update leaves it out, without a name in replace, and the end still says so', async () => {
  const one = await standing();
  await one.run(await one.update(holding('')));
  expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
  expect((await thingsOf(aws)).map(({ type }) => type)).toEqual(
    expect.arrayContaining(['AWS::S3::Bucket', 'AWS::RDS::DBInstance']),
  );
  await one.delete();
  const ended = await one.world.ended.find(one.deployment.id);
  expect(ended?.ended.kept?.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['AWS::S3::Bucket', 'AWS::RDS::DBInstance']),
  );
});

it('is told wherever the process was cut', async () => {
  const cuts = await someCuts(async (cut) => {
    const one = await standing();
    const before = one.world.started.length;
    const { deleteDeployment } = await import('../../src/domain/deployments/accepting/delete.ts');
    await deleteDeployment(one.world, (await one.now()) as never, { force: false });
    const ran = await interrupted(one.world, one.world.started[before] as never, cut);
    if (!ran) return false;
    expect((await one.world.ended.find(one.deployment.id))?.ended.kept, `cut ${cut}`).toEqual(kept);
    return true;
  });
  expect(cuts).toBeGreaterThan(5);
});
