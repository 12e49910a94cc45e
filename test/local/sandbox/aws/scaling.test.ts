import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stackOf } from '../../../domain/cloudformation/translated.ts';
import { type Bench, startBench, template } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
beforeEach(async () => void (await bench.control('DELETE')));
afterAll(() => bench.stop());

const nodes = `shop:
  type: toscanini.nodes.aws.ContainerService
  properties: {image: example/shop}
  capabilities: {scalable: {properties: {min_instances: 2, max_instances: 6}}}`;

type Properties = { readonly [name: string]: unknown };

/** The stack of a container that scales, with other properties of one resource. */
const changed = async (id: string, change: (properties: Properties) => Properties) => {
  const made = await stackOf(nodes, { policies: '- busy: {type: tosca.policies.Scaling, targets: [shop]}' });
  const own = made.resources[id];
  if (own === undefined) throw new Error(`the stack has no ${id}`);
  const parameters = made.template as { readonly Parameters?: object };
  const subnets = (await bench.ec2.describeSubnets({})).Subnets ?? [];
  const text = JSON.stringify({
    ...template({ ...made.resources, [id]: { ...own, Properties: change(own.Properties) } }),
    ...(parameters.Parameters && { Parameters: parameters.Parameters }),
  });
  return { text, subnets: subnets.map(({ SubnetId = '' }) => SubnetId) };
};

const reasonFor = async (id: string, change: (properties: Properties) => Properties): Promise<string> => {
  const { text, subnets } = await changed(id, change);
  const declared = Object.keys(JSON.parse(text).Parameters ?? {});
  const Parameters = declared.map((ParameterKey) => ({ ParameterKey, ParameterValue: subnets.join(',') }));
  const { StackId = '' } = await bench.cloudFormation.createStack({ StackName: 'one', TemplateBody: text, Parameters });
  bench.pass(3_600);
  const events = await bench.events(StackId);
  const failed = events.find(
    ({ ResourceStatus, LogicalResourceId }) => ResourceStatus === 'CREATE_FAILED' && LogicalResourceId === id,
  );
  return failed?.ResourceStatusReason ?? (await bench.stack(StackId)).StackStatus ?? '';
};

describe('Application Auto Scaling', () => {
  it('takes what the translation writes', async () => {
    expect(await reasonFor('shopScaling', (all) => all)).toBe('CREATE_COMPLETE');
  });

  it.each([
    [
      'more at least than at most',
      'shopScaling',
      { MinCapacity: 7 },
      'Maximum capacity cannot be less than minimum capacity',
    ],
    [
      'a service that is not there',
      'shopScaling',
      { ResourceId: 'service/one/two' },
      "ECS service doesn't exist: service/one/two",
    ],
    ['another kind of thing', 'shopScaling', { ServiceNamespace: 'rds' }, 'The sandbox scales services of ECS only'],
    ['a target of nothing', 'shopScalingcpu', { ScalingTargetId: 'service/one/two' }, 'No scalable target found for'],
    [
      'requests without a load balancer',
      'shopScalingcpu',
      {
        TargetTrackingScalingPolicyConfiguration: {
          PredefinedMetricSpecification: { PredefinedMetricType: 'ALBRequestCountPerTarget' },
          TargetValue: 5,
        },
      },
      'Invalid ResourceLabel',
    ],
  ])('refuses %s', async (_, id, more, words) => {
    expect(await reasonFor(id, (all) => ({ ...all, ...more }))).toContain(words);
  });
});
