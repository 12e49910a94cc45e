import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountOf } from '../../../src/adapters/cloudformation/account.ts';
import { changesOf } from '../../../src/adapters/cloudformation/change-sets.ts';
import { cloudFormation } from '../../../src/adapters/cloudformation/cloudformation.ts';
import { planner, readOrder } from '../../../src/adapters/cloudformation/planner.ts';
import { sessionMaker } from '../../../src/adapters/cloudformation/sessions.ts';
import { updateOf } from '../../../src/adapters/cloudformation/stacks.ts';
import { stackSchema } from '../../../src/adapters/providers/stack.ts';
import type { Submission } from '../../../src/domain/deployers/planner.ts';
import { startBench, template } from '../../local/sandbox/aws/bench.ts';
import { localAws } from '../../support/engine.ts';

const name = 'toscanini-01980000-0000-7000-8000-000000000001-12';
const clock = { now: () => new Date() };

let aws: Awaited<ReturnType<typeof startBench>>;
beforeEach(async () => {
  aws = await startBench();
});
afterEach(() => aws.stop());

type Tags = { readonly [name: string]: string };

const clients = () => ({ endpoint: aws.url, credentials: localAws.credentials, maxAttempts: 1 });
const placeOf = (tags?: Tags) => {
  const configured = [{ id: 'aws', name: 'AWS', priority: 1, stack: { region: 'eu-west-1', ...(tags && { tags }) } }];
  return accountOf(configured as never, 'aws', {} as never);
};
const deployer = (tags?: Tags) => cloudFormation({ clock, clients: clients(), accountOf: () => placeOf(tags) })('aws');

const order = (...buckets: readonly string[]): Submission => labelled(undefined, ...buckets);

const labelled = (labels: Tags | undefined, ...buckets: readonly string[]): Submission => {
  const made = template(Object.fromEntries(buckets.map((bucket) => [bucket, { Type: 'AWS::S3::Bucket' }])));
  return JSON.stringify({
    name,
    template: made,
    parameters: {},
    tags: { 'toscanini:stack': name },
    labels,
  }) as Submission;
};

const tagsOf = async (id: string) => {
  const client = new CloudFormationClient({ ...clients(), region: 'eu-west-1' });
  const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: id }));
  return Object.fromEntries((stack?.Tags ?? []).map(({ Key, Value }) => [Key, Value]));
};

describe('the tags of the configuration', () => {
  it('are on every stack that is made, beside our own', async () => {
    const id = await deployer({ 'cost-center': 'physics', 'toscanini:stack': 'other' }).create(order('One'));
    expect(await tagsOf(id)).toEqual({ 'cost-center': 'physics', 'toscanini:stack': name });
  });

  it('and labels are as many as AWS takes on the resource that has the most tags of its own', async () => {
    const many = (count: number, start: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${start}${at}`, 'x']));
    const Tags = Object.keys({ ...many(30, 'own'), 'label-0': 'x' }).map((Key) => ({ Key, Value: 'x' }));
    const made = template({ One: { Type: 'AWS::S3::Bucket', Properties: { Tags } }, Two: { Type: 'AWS::S3::Bucket' } });
    const given = {
      name,
      template: made,
      parameters: {},
      tags: { 'toscanini:stack': name },
      labels: many(40, 'label-'),
    };
    const found = Object.keys(
      await tagsOf(await deployer(many(5, 'place-')).create(JSON.stringify(given) as Submission)),
    );
    // 31 of the bucket, 5 of the configuration, ours, and 13 of 40 labels
    expect(found).toHaveLength(50 - 31);
    expect(found.filter((one) => one.startsWith('label-'))).toHaveLength(13);
    expect(found).toContain('toscanini:stack');
    expect(found).toContain('place-4');
  });

  it('come to a stack of before with its next update, and go with one', async () => {
    const id = await deployer().create(order('One'));
    aws.pass(600);
    await deployer({ team: 'grid' }).update(id, order('One', 'Two'));
    aws.pass(600);
    expect(await tagsOf(id)).toEqual({ team: 'grid', 'toscanini:stack': name });
    await deployer().update(id, order('One'));
    aws.pass(600);
    expect(await tagsOf(id)).toEqual({ 'toscanini:stack': name });
  });

  it('come before labels, whatever the case of their names, and labels change with the next update', async () => {
    const configured = deployer({ Team: 'grid' });
    const id = await configured.create(labelled({ team: 'physics', stage: 'test' }, 'One'));
    expect(await tagsOf(id)).toEqual({ Team: 'grid', stage: 'test', 'toscanini:stack': name });
    aws.pass(600);
    await configured.update(id, labelled({ stage: 'production' }, 'One'));
    aws.pass(600);
    expect(await tagsOf(id)).toEqual({ Team: 'grid', stage: 'production', 'toscanini:stack': name });
  });

  it('stay as they are where another one would replace a resource', async () => {
    const made = JSON.parse(labelled({ stage: 'test' }, 'One'));
    made.template.Resources.Near = { Type: 'AWS::EC2::PlacementGroup', Properties: { Strategy: 'cluster' } };
    const sent: { readonly Tags?: unknown }[] = [];
    const session = {
      ...(await sessionMaker(clock, clients())('aws', placeOf({ team: 'grid' }) ?? never())),
      stacks: { send: async () => ({ TemplateBody: JSON.stringify(made.template) }) },
    };
    const stack = { StackId: 'x', Tags: [{ Key: 'stage', Value: 'test' }] } as never;
    // of the second only some changes of tags make another one
    for (const type of ['AWS::EC2::PlacementGroup', 'AWS::Route53RecoveryControl::SafetyRule', 'AWS::EC2::KeyPair']) {
      made.template.Resources.Near.Type = type;
      sent.push((await updateOf(session as never, stack, { ...made, labels: { stage: 'production' } })).stack);
    }
    expect(sent.map(({ Tags }) => Tags)).toEqual([
      [{ Key: 'stage', Value: 'test' }],
      [{ Key: 'stage', Value: 'test' }],
      expect.arrayContaining([{ Key: 'stage', Value: 'production' }]),
    ]);
  });

  it('are no change that a dry run shows', async () => {
    const id = await deployer().create(order('One'));
    aws.pass(600);
    const session = await sessionMaker(clock, clients())('aws', placeOf({ team: 'grid' }) ?? never());
    const pause = async () => aws.pass(5);
    expect(await changesOf(session, id, readOrder(order('One')), { clock, pause })).toEqual([]);
  });

  it.each([
    ['a name of AWS', { 'aws:x': 'y' }],
    ['a name of ours', { 'Toscanini:stack': 'y' }],
    ['the name of a machine', { Name: 'y' }],
    ['a sign that AWS does not take', { team: 'a|b' }],
    ['no value', { team: '' }],
    ['too many', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`t${n}`, 'x']))],
  ])('may not have %s', (_, tags) => {
    expect(v.safeParse(stackSchema, { region: 'eu-west-1', tags }).success).toBe(false);
  });

  it('may have what AWS takes', () => {
    const tags = { 'cost-center': 'Müon 3/4', 'a:b': 'x@y' };
    expect(v.safeParse(stackSchema, { region: 'eu-west-1', tags }).success).toBe(true);
  });
});

it('of owner and group are on a stack, in the signs that AWS takes', () => {
  const whose = { owner: 'olga|1', group: 'physics/higgs' };
  const blueprint = JSON.stringify({ description: '', machines: {}, shared: {}, outputs: [], parameters: {} });
  const wanted = { template: '', inputs: {}, name, edits: [], machines: [], blueprint };
  expect(readOrder(planner.plan({ ...wanted, whose })).tags).toMatchObject({
    'toscanini:owner': 'olga=7c;1',
    'toscanini:group': 'physics/higgs',
  });
  expect(Object.keys(readOrder(planner.plan(wanted)).tags)).toEqual(['toscanini:stack', 'toscanini:deployment']);
});

const never = (): never => {
  throw new Error('the provider is configured');
};
