/** What automatic scaling does behind the service's back, at the sandbox's AWS. */

import { expect, it } from 'vitest';
import { planner } from '../../../src/adapters/cloudformation/planner.ts';
import { translate } from '../../../src/domain/cloudformation/translate.ts';
import { translated } from '../../domain/cloudformation/translated.ts';
import { region, sandboxForTests } from './deployer-on-sandbox.ts';

const { aws, deployer } = sandboxForTests();

const scaling = '- busy: {type: tosca.policies.Scaling, targets: [shop]}';

const submitted = async (image: string, labels = {}, policies = scaling) => {
  const nodes = `shop:
  type: toscanini.nodes.aws.ContainerService
  properties: {image: ${image}}
  capabilities: {scalable: {properties: {min_instances: 2, max_instances: 6}}}`;
  const { topology } = await translated(nodes, { policies });
  const translation = translate(topology, { region });
  if (!translation.ok) throw new Error(translation.reasons.join('\n'));
  const order = { template: '', inputs: {}, edits: [], name: 'toscanini-0198-1', labels, machines: [] };
  return planner.plan({ ...order, blueprint: JSON.stringify(translation.blueprint) });
};

/** As Application Auto Scaling changes the service. */
const scale = async (StackName: string, copies: number) => {
  const asked = { StackName, LogicalResourceId: 'shop' };
  const { StackResources = [] } = await aws().of(region).cloudFormation.describeStackResources(asked);
  const answer = await fetch(
    `${aws().url}/_sandbox/aws/things/${encodeURIComponent(StackResources[0]?.PhysicalResourceId ?? '')}`,
    { method: 'PUT', body: JSON.stringify({ properties: { DesiredCount: copies } }) },
  );
  expect(answer.status).toBe(200);
};

/** Of the template of the stack. */
const copiesIn = async (id: string): Promise<unknown> => {
  const { TemplateBody = '' } = await aws().of(region).cloudFormation.getTemplate({ StackName: id });
  return JSON.parse(TemplateBody).Resources.shop.Properties.DesiredCount;
};

const standing = async (policies = scaling) => {
  const id = await deployer().create(await submitted('example/shop', {}, policies));
  aws().pass(3_600);
  expect(await deployer().status(id)).toMatchObject({ state: 'configured' });
  return id;
};

const inspected = async (id: string) => {
  const begun = await deployer().inspect?.(id, {});
  if (begun?.is !== 'comparing') throw new Error('nothing was begun');
  aws().pass(60);
  return await deployer().inspect?.(id, { comparison: begun.comparison, isDone: true });
};

it('another number of copies is no drift', async () => {
  const id = await standing();
  await scale(id, 5);
  expect(await inspected(id)).toMatchObject({
    is: 'read',
    parts: [
      { node: 'shop', is: 'changed', properties: [{ property: 'DesiredCount', ignored: 'automatic scaling sets it' }] },
    ],
  });
});

it('another number of copies is drift where nothing scales', async () => {
  const id = await standing('');
  await scale(id, 5);
  const seen = await inspected(id);
  const [part] = seen?.is === 'read' ? (seen.parts ?? []) : [];
  expect(part).toMatchObject({ properties: [{ property: 'DesiredCount', old: '2', new: '5' }] });
  expect(JSON.stringify(part)).not.toContain('ignored');
});

it.each([
  ['another image', 'example/shop:2', {}],
  ['other labels', 'example/shop', { team: 'blue' }],
])('an update to %s names no number of copies, so ECS leaves it alone', async (_, image, labels) => {
  const id = await standing();
  await deployer().update(id, await submitted(image, labels));
  aws().pass(3_600);
  expect(await deployer().status(id)).toMatchObject({ state: 'configured', change: { is: 'done' } });
  expect(await copiesIn(id)).toBe(undefined);
});

it('an update that changes nothing is none', async () => {
  const id = await standing();
  await deployer().update(id, await submitted('example/shop'));
  expect((await deployer().status(id)).change?.is).toBe(undefined);
  expect(await copiesIn(id)).toBe(2);
});
