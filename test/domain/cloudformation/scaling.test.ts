import { describe, expect, it } from 'vitest';
import { bindBlueprint } from '../../../src/domain/cloudformation/bind.ts';
import { translate } from '../../../src/domain/cloudformation/translate.ts';
import { mapOf } from '../../../src/domain/deployers/capability-values.ts';
import type { Json } from '../../../src/tosca/topology.ts';
import { twoZones } from './golden-stacks.ts';
import { reasonsOf, stackOf, translated } from './translated.ts';

const shop = (scalable = '{min_instances: 2, max_instances: 6, default_instances: 3}') => `shop:
  type: toscanini.nodes.aws.ContainerService
  properties: {image: example/shop}
  capabilities: {scalable: {properties: ${scalable}}}`;

const policy = (properties = '', more = 'targets: [shop]', type = 'toscanini.policies.aws.Scaling') =>
  `- busy: {type: ${type}, ${more}, properties: {${properties}}}`;

const plain = policy('', 'targets: [shop]', 'tosca.policies.Scaling');

const trackingOf = (properties: { readonly [name: string]: Json } | undefined) =>
  mapOf(properties?.['TargetTrackingScalingPolicyConfiguration']);

describe('a policy of scaling', () => {
  it('keeps the copies of a container between its bounds, so that they use 75 % of their processors', async () => {
    const { resources, warnings } = await stackOf(shop(), { policies: plain });
    expect(resources['shop']?.Properties['DesiredCount']).toBe(3);
    expect(resources['shopScaling']).toMatchObject({
      Type: 'AWS::ApplicationAutoScaling::ScalableTarget',
      Properties: {
        ServiceNamespace: 'ecs',
        ScalableDimension: 'ecs:service:DesiredCount',
        ResourceId: { 'Fn::Join': ['/', ['service', { Ref: 'Containers' }, { 'Fn::GetAtt': ['shop', 'Name'] }]] },
        MinCapacity: 2,
        MaxCapacity: 6,
      },
    });
    expect(resources['shopScalingcpu']?.Properties).toEqual({
      PolicyName: 'cpu',
      PolicyType: 'TargetTrackingScaling',
      ScalingTargetId: { Ref: 'shopScaling' },
      TargetTrackingScalingPolicyConfiguration: {
        PredefinedMetricSpecification: { PredefinedMetricType: 'ECSServiceAverageCPUUtilization' },
        TargetValue: 75,
      },
    });
    expect(warnings).toEqual([
      'node shop (toscanini.nodes.aws.ContainerService) starts with 3 copies, and busy keeps 2 to 6 of them: an update leaves their number alone',
    ]);
  });

  it('says itself what is measured, within which bounds, how fast, and whether copies go', async () => {
    const asked = policy(
      'metric: memory, target: 60.5, min_instances: 1, max_instances: 9, scale_in: false, scale_in_cooldown: 5 m, scale_out_cooldown: 30 s',
    );
    const { resources } = await stackOf(shop(), { policies: asked });
    expect(resources['shopScaling']?.Properties).toMatchObject({ MinCapacity: 1, MaxCapacity: 9 });
    expect(trackingOf(resources['shopScalingmemory']?.Properties)).toEqual({
      PredefinedMetricSpecification: { PredefinedMetricType: 'ECSServiceAverageMemoryUtilization' },
      ...{ TargetValue: 60.5, DisableScaleIn: true, ScaleInCooldown: 300, ScaleOutCooldown: 30 },
    });
  });

  it('counts the requests that a load balancer of HTTP passes on to each copy', async () => {
    const balanced = `${shop()}
lb:
  type: toscanini.nodes.aws.LoadBalancer
  capabilities: {client: {properties: {protocol: http, port: 80}}}
  requirements: [{application: shop}]`.replace(
      'capabilities: {',
      'capabilities: {endpoint: {properties: {protocol: http, port: 8080}}, ',
    );
    const { resources } = await stackOf(balanced, {
      policies: policy('metric: requests, target: 500.0'),
      offer: twoZones,
    });
    const [[id, own] = [], ...others] = Object.entries(resources).filter(([, { Type }]) =>
      Type.endsWith('::ScalingPolicy'),
    );
    expect(others).toEqual([]);
    expect(id).toMatch(/^shopScalingrequestslb/);
    const tracking = trackingOf(own?.Properties);
    expect(tracking['TargetValue']).toBe(500);
    const { PredefinedMetricType, ResourceLabel } = mapOf(tracking['PredefinedMetricSpecification']);
    expect(PredefinedMetricType).toBe('ALBRequestCountPerTarget');
    expect(JSON.stringify(ResourceLabel)).toMatch(/\["lb","LoadBalancerFullName"\].*TargetGroupFullName/);
  });

  it.each([
    ['the runtime that it runs on', '- busy: {type: tosca.policies.Scaling, targets: [runtime]}'],
    ['nobody, which is everybody', '- busy: {type: tosca.policies.Scaling}'],
  ])('is about a container too where it names %s', async (_, policies) => {
    const nodes = `app:
  type: tosca.nodes.indigo.Container.Application.Docker
  artifacts: {image: {file: example/app, type: tosca.artifacts.Deployment.Image.Container.Docker}}
  requirements: [{host: runtime}]
runtime:
  type: tosca.nodes.indigo.Container.Runtime.Docker
  capabilities: {scalable: {properties: {max_instances: 4}}}`;
    const { resources } = await stackOf(nodes, { policies });
    expect(resources['appScaling']?.Properties).toMatchObject({ MinCapacity: 1, MaxCapacity: 4 });
  });

  it('is about the nodes of a group, and of the groups in it', async () => {
    const { resources } = await stackOf(shop(), {
      groups: `outer: {type: tosca.groups.Root, members: [inner]}
inner: {type: tosca.groups.Root, members: [shop, outer]}`,
      policies: policy('', 'targets: [outer]'),
    });
    expect(resources).toHaveProperty('shopScalingcpu');
  });

  it('is about no node where its groups have none, and a note says so', async () => {
    const { resources, warnings } = await stackOf(shop(), {
      groups: 'empty: {type: tosca.groups.Root}',
      policies: policy('', 'targets: [empty]'),
    });
    expect(resources).not.toHaveProperty('shopScaling');
    expect(warnings.join()).toContain('is not carried out: the groups that it is about have no nodes');
  });

  it.each([
    ['as many as there are at least, where nothing says another number', '{}', 'min_instances: 2, max_instances: 9', 2],
    ['the number that the capability says', '{default_instances: 3, max_instances: 9}', 'min_instances: 2', 3],
    ['no less than the capability says', '{min_instances: 4, max_instances: 9}', 'min_instances: 2', 4],
  ])('starts with %s', async (_, scalable, properties, starts) => {
    const { resources } = await stackOf(shop(scalable), { policies: policy(properties) });
    expect(resources['shop']?.Properties['DesiredCount']).toBe(starts);
  });

  it('has the bounds of another one where it says none itself', async () => {
    const both = `${policy('max_instances: 9')}\n${policy('metric: memory').replace('busy', 'full')}`;
    const { resources } = await stackOf(shop('{}'), { policies: both });
    expect(resources['shopScaling']?.Properties).toMatchObject({ MinCapacity: 1, MaxCapacity: 9 });
    expect(resources).toHaveProperty('shopScalingmemory');
  });

  it('and another one may measure something else', async () => {
    const both = `${policy()}\n${policy('metric: memory').replace('busy', 'full')}`;
    const { resources } = await stackOf(shop(), { policies: both });
    expect(Object.keys(resources)).toEqual(expect.arrayContaining(['shopScalingcpu', 'shopScalingmemory']));
  });

  it.each([
    [
      'machines',
      'server: {type: tosca.nodes.Compute}',
      'for server: each machine is a resource of its own, which an update adds or removes',
    ],
    [
      'a bucket',
      'server: {type: tosca.nodes.ObjectStorage, properties: {name: f}}',
      ': only containers that no machine of the template hosts scale here',
    ],
  ])('for %s is not carried out, and a note says why', async (_, nodes, why) => {
    const { warnings, resources } = await stackOf(nodes, {
      policies: policy('', 'targets: [server]', 'tosca.policies.Scaling'),
    });
    expect(warnings.join('\n')).toContain(
      `policy busy (tosca.policies.Scaling) is not carried out${why.startsWith(':') ? '' : ' '}${why}`,
    );
    expect(JSON.stringify(resources)).not.toContain('ApplicationAutoScaling');
  });

  it('without room to scale is not carried out, and a note says what to do', async () => {
    const { warnings, resources } = await stackOf(shop('{min_instances: 1}'), { policies: plain });
    expect(warnings.join()).toContain(
      'is not scaled by policy busy (tosca.policies.Scaling): min_instances and max_instances are both 1',
    );
    expect(resources).not.toHaveProperty('shopScaling');
  });

  it('of a type of others says which of its properties and triggers mean nothing', async () => {
    const { topology } = await translated(shop(), { policies: plain });
    const [own] = topology.policies;
    if (own === undefined) throw new Error('the template has a policy');
    const more = { ...own, properties: { increment: 2, cooldown: 60 }, triggers: ['full'] };
    const made = translate({ ...topology, policies: [more] }, twoZones);
    const said = made.ok ? made.warnings.join('\n') : made.reasons.join('\n');
    expect(said).toContain('its property increment means nothing here');
    expect(said).toContain('its trigger full is not carried out');
    expect(said).not.toContain('cooldown');
  });

  it.each([
    [
      'requests, and nobody counts them',
      'metric: requests, target: 5.0',
      'counts requests, and no load balancer of HTTP routes to it',
    ],
    ['requests without a number', 'metric: requests', 'has no target: say how many requests'],
    ['more than all', 'target: 101.0', 'has the target 101, and a percentage is at most 100'],
    [
      'bounds around another number',
      'min_instances: 4',
      'allows 4 to 6 copies, and it starts with 3: set default_instances',
    ],
    ['bounds the wrong way round', 'min_instances: 8', 'allows at least 8 copies and at most 6'],
  ])('that asks for %s is refused', async (_, properties, why) => {
    expect((await reasonsOf(shop(), { policies: policy(properties) })).join('\n')).toContain(why);
  });

  describe('of a type of others, which a deployment that stands may have,', () => {
    const types = [
      'tosca.policies.tacker.Scaling',
      'tosca.policies.Scaling',
      'tosca.policies.Root',
      'tosca.entity.Root',
    ];
    const made = async (...all: readonly { readonly [name: string]: Json }[]) => {
      const { topology } = await translated(shop('{max_instances: 6}'), { policies: plain });
      const [own] = topology.policies;
      if (own === undefined) throw new Error('the template has a policy');
      const policies = all.map((properties, index) => ({
        ...own,
        ...{ name: `p${index}`, type: types[0] ?? '', types },
        properties,
      }));
      const translation = translate({ ...topology, policies }, twoZones);
      if (!translation.ok) throw new Error(translation.reasons.join());
      const { template } = bindBlueprint(translation.blueprint, []);
      return { resources: mapOf(template['Resources'] as Json), warnings: translation.warnings.join('\n') };
    };

    it('is carried out once where one is for more copies and one for fewer', async () => {
      const bounds = { min_instances: 2, max_instances: 5, default_instances: 3, cooldown: 60 };
      const { resources, warnings } = await made({ ...bounds, increment: 1 }, { ...bounds, increment: -1 });
      expect(Object.keys(resources).filter((id) => id.startsWith('shopScaling'))).toEqual([
        'shopScaling',
        'shopScalingcpu',
      ]);
      expect(mapOf(mapOf(resources['shop'])['Properties'])['DesiredCount']).toBe(3);
      expect(warnings).toContain('starts with 3 copies, and p0 and p1 keep 2 to 5 of them');
    });

    it.each([
      ['no copies', [{ min_instances: 0, max_instances: 5 }], 'allows 0 copies'],
      ['different bounds', [{ max_instances: 5 }, { max_instances: 4 }], 'with different bounds'],
      ['another metric', [{ metric: 'sessions' }], 'has the metric sessions'],
    ])('is not carried out with %s, and a note says why', async (_, all, why) => {
      const { resources, warnings } = await made(...(all as { readonly [name: string]: Json }[]));
      expect(resources).not.toHaveProperty('shopScaling');
      expect(warnings).toMatch(/shop \(.*\) is not scaled, since it has the scaling polic/);
      expect(warnings).toContain(why);
    });
  });

  it('of others with its name, which is none of the standard, is said to mean nothing', async () => {
    const { topology } = await translated(shop(), { policies: plain });
    const policies = topology.policies.map((one) => ({
      ...one,
      type: 'x.policies.Scaling',
      types: ['x.policies.Scaling'],
    }));
    const translation = translate({ ...topology, policies }, twoZones);
    expect(translation.ok && translation.warnings).toEqual(['policy busy (x.policies.Scaling) is not carried out']);
  });

  it('is refused with another one for the same metric, or with other bounds', async () => {
    const twice = `${policy()}\n${policy().replace('busy', 'full')}`;
    expect((await reasonsOf(shop(), { policies: twice })).join()).toContain(
      'has the metric cpu like another one, and AWS takes one policy for each',
    );
    const apart = `${policy('max_instances: 5')}\n${policy('metric: memory, max_instances: 7').replace('busy', 'full')}`;
    expect((await reasonsOf(shop(), { policies: apart })).join()).toContain(
      'has the scaling policies busy and full with different bounds',
    );
  });
});
