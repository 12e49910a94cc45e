import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeployment } from '../../src/domain/deployments/accepting/create.ts';
import { updateDeployment } from '../../src/domain/deployments/accepting/update.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import { beginUpdate } from '../../src/domain/deployments/updating/begin-update.ts';
import { changeInfrastructure } from '../../src/domain/deployments/updating/change-infrastructure.ts';
import { limits } from '../domain/deployments/world.ts';
import { first, second } from './aws-world.ts';
import { inputOf, scenario, scenarioOf } from './scenario.ts';
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
      statusReason: expect.stringMatching(`node files: .*not empty.*delete all objects of bucket ${bucket}`),
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

const tier = readFileSync('examples/aws-web-tier.yaml', 'utf8');
const deployed = async (template: string) => {
  const world = aws.make();
  const owner = { issuer: 'https://issuer.example', subject: 'user' };
  const one = scenarioOf(world, await createDeployment(world, { template, parameters: {}, limits, owner }));
  await one.run();
  expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE' });
  return one;
};

describe('the deletion of a stack whose update takes long', () => {
  it('waits for the end of the update, since CloudFormation deletes no stack before that', async () => {
    const one = await deployed(tier);
    aws.fail({ resource: 'slow', type: 'AWS::RDS::DBInstance' });
    const input = inputOf(await one.update(tier.replace('default: 20 GB', 'default: 200 GB')));
    await beginUpdate(one.world)(input);
    await changeInfrastructure(one.world)(input);
    await one.delete();
    expect(await one.now()).toBeUndefined();
    expect(one.world.events.map(({ message }) => message).join()).not.toContain('did not destroy');
    expect(await aws.standing()).toEqual([]);
  });
});

describe('the deletion of a stack whose provider got another region since', () => {
  it('deletes the stack where it is, instead of finding none where new ones are made', async () => {
    const one = await scenario(aws.make());
    await one.run();
    const { deployerOf } = one.world;
    const world = { ...one.world, deployerOf: (id: string) => deployerOf(id === first ? second : id) };
    await scenarioOf(world, one.deployment).delete();
    expect(await one.now()).toBeUndefined();
    expect(await aws.standing()).toEqual([]);
  });
});

describe('an update that would lose data', () => {
  const withoutDatabase = tier
    .replace(/\n {6}requirements:\n {8}- dependency: database/, '')
    .replace(/\n {4}database:\n(?: {6}.*\n)+/, '\n')
    .replace(/\n {4}database_address:\n(?: {6}.*\n)+/, '\n');

  it.each([
    ['leaves the database out', withoutDatabase],
    ['gives the database another name inside', tier.replace('name: shop', 'name: store')],
  ])('is refused when it %s, says what to write, and is carried out with that', async (_, template) => {
    const one = await deployed(tier);
    await expect(one.update(template)).rejects.toThrow('with "replace": ["database"] in the request');
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE' });
    await one.run(await one.update(template, { replace: ['database'] }));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
  });

  it('refuses a name that is no node with data', async () => {
    const one = await deployed(withBucket);
    await expect(one.update(withBucket, { replace: ['file'] })).rejects.toThrow('of which there are web, files');
  });
});
