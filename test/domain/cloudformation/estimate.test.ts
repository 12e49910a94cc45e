import { describe, expect, it } from 'vitest';
import { estimateOf } from '../../../src/domain/cloudformation/offers/estimate.ts';
import {
  databasePrice,
  pricedClasses,
  priceRegion,
  volumePrices,
} from '../../../src/domain/cloudformation/offers/prices.ts';
import { stacks } from './golden-stacks.ts';
import { stackOf } from './translated.ts';

const instance = (properties: object) => ({
  Type: 'AWS::EC2::Instance',
  Properties: { InstanceType: 't3.small', ...properties },
  Metadata: { toscanini: { node: 'server' } },
});

type Priced = Parameters<typeof estimateOf>[0];

const estimate = (resources: Priced, region = priceRegion) => estimateOf(resources, region);

describe('the estimate of cost', () => {
  it('adds up machines, disks and addresses, each with its node', () => {
    const disk = [{ DeviceName: '/dev/sda1', Ebs: { VolumeSize: 73, VolumeType: 'gp3' } }];
    const { hourly, monthly, items, currency, pricesOf, region } = estimate({
      a: instance({ SubnetId: 'subnet-1', BlockDeviceMappings: disk }),
      b: { Type: 'AWS::EC2::Volume', Properties: { Size: 730, VolumeType: 'gp3' } },
      c: { Type: 'AWS::EC2::EIP', Properties: {} },
    });
    // 0.0208 + 73 × 0.08 / 730 + 730 × 0.08 / 730 + 0.005
    expect(hourly).toBe(0.1138);
    expect(monthly).toBe(83.07);
    expect(items.map(({ name, node, what }) => [name, node, what])).toEqual([
      ['a', 'server', 't3.small'],
      ['a', 'server', '73 GiB gp3'],
      ['b', undefined, '730 GiB gp3'],
      ['c', undefined, 'a public address'],
    ]);
    expect({ currency, region }).toEqual({ currency: 'USD', region: 'us-east-1' });
    expect(pricesOf).toMatch(/^20\d\d-\d\d-\d\d$/);
  });

  it.each([
    ['the default subnet', {}, 1],
    ['a subnet', { SubnetId: 'subnet-1' }, 0],
    ['a public interface', { NetworkInterfaces: [{ AssociatePublicIpAddress: true }] }, 1],
    ['a private interface', { NetworkInterfaces: [{ AssociatePublicIpAddress: false }] }, 0],
  ])('counts the public address of a machine with %s', (_, properties, count) => {
    const { items } = estimate({ a: instance(properties) });
    expect(items.filter(({ what }) => what === 'a public address')).toHaveLength(count);
  });

  it('says what is left out: sizes and types without a price, what use costs, and the region', () => {
    const { leftOut, hourly } = estimate(
      {
        a: instance({ InstanceType: 'x9.huge', SubnetId: 'subnet-1' }),
        b: { Type: 'AWS::Lambda::Function', Properties: {} },
        e: instance({ SubnetId: 'subnet-1', BlockDeviceMappings: [{ Ebs: { VolumeSize: 8, VolumeType: 'io2' } }] }),
        c: { Type: 'AWS::EC2::Volume', Properties: { SnapshotId: 'snap-1' } },
        d: { Type: 'AWS::S3::Bucket', Properties: {} },
      },
      'eu-west-1',
    );
    expect(leftOut).toEqual([
      'machines of the size x9.huge: its price is not in the table',
      'AWS::Lambda::Function: its price is not in the table',
      'volumes of type io2: its price is not in the table',
      'volumes from a snapshot, whose size only AWS knows',
      'what is kept in buckets, and requests for it',
      'data that leaves AWS or its zone',
      'taxes, discounts and free tiers',
      'the difference between us-east-1, whose prices these are, and eu-west-1',
    ]);
    expect(hourly).toBe(0.0217);
  });

  it('counts the copies of a container by their tasks, and says what the most of them cost', async () => {
    const shop = `shop:
  type: toscanini.nodes.aws.ContainerService
  properties: {image: example/shop, cpus: 0.5, memory: 1 GiB}
  capabilities: {scalable: {properties: {min_instances: 2, max_instances: 6}}}`;
    const found = async (policies?: string) =>
      estimate((await stackOf(shop, policies === undefined ? {} : { policies })).resources as Priced);
    // 2 × (0.5 × 0.04048 + 1 × 0.004445 + 0.005)
    const fixed = await found();
    expect(fixed).toMatchObject({ hourly: 0.0594, items: [{ node: 'shop', what: '2 containers of 0.5 vCPU, 1 GiB' }] });
    expect(fixed).not.toHaveProperty('most');
    const scaled = await found('- busy: {type: tosca.policies.Scaling, targets: [shop]}');
    expect(scaled).toMatchObject({ hourly: 0.0594, most: { hourly: 0.1781, monthly: 130.02 } });
    expect(scaled.leftOut).toContain('alarms with which automatic scaling measures');
  });

  it('of a service whose task nobody knows says that its price is not known', () => {
    const service = { Type: 'AWS::ECS::Service', Properties: { TaskDefinition: 'elsewhere:1', DesiredCount: 1 } };
    expect(estimate({ service }).leftOut).toContain('AWS::ECS::Service: its price is not in the table');
  });

  it('costs twice as much for a database in two zones', () => {
    const database = (MultiAZ: boolean) => ({
      db: {
        Type: 'AWS::RDS::DBInstance',
        Properties: { DBInstanceClass: 'db.t4g.micro', AllocatedStorage: '20', MultiAZ },
      },
    });
    expect(estimate(database(true)).monthly).toBeCloseTo(2 * estimate(database(false)).monthly, 1);
  });

  it.each(stacks.map(([name, nodes, more = {}]) => ({ name, nodes, more })))(
    'knows every type of the golden stack $name, or says that it does not',
    async ({ nodes, more }) => {
      const { template } = await stackOf(nodes, more);
      const resources = template['Resources'] as unknown as Parameters<typeof estimateOf>[0];
      const { items, leftOut } = estimate(resources);
      const types = new Set(Object.values(resources).map(({ Type }) => Type));
      const machines = Object.values(resources).filter(({ Type }) => Type === 'AWS::EC2::Instance');
      expect(items.filter(({ what }) => /^[a-z]\w+\.\w+$/.test(what)).length).toBeGreaterThanOrEqual(
        machines.length - leftOut.filter((one) => one.startsWith('machines of the size')).length,
      );
      for (const one of leftOut.filter((text) => text.startsWith('AWS::'))) {
        expect(types).toContain(one.split(': ')[0]);
      }
    },
  );

  // what Infracost's own tests expect of us-east-1, which asks AWS's price list
  it.each([
    ['AWS::RDS::DBInstance', { DBInstanceClass: 'db.t3.large', Engine: 'mysql', AllocatedStorage: '20' }, 99.28 + 2.3],
    ['AWS::RDS::DBInstance', { DBInstanceClass: 'db.t3.large', Engine: 'mariadb', AllocatedStorage: '0' }, 99.28],
    ['AWS::RDS::DBInstance', { DBInstanceClass: 'db.t3.large', Engine: 'postgres', AllocatedStorage: '0' }, 105.85],
    ['AWS::RDS::DBInstance', { DBInstanceClass: 'db.t3.medium', Engine: 'postgres', AllocatedStorage: '20' }, 54.86],
    ['AWS::EC2::Volume', { Size: 40, VolumeType: 'gp3' }, 3.2],
    ['AWS::EC2::Volume', { Size: 10, VolumeType: 'gp2' }, 1],
    ['AWS::EC2::Volume', { Size: 40, VolumeType: 'st1' }, 1.8],
    ['AWS::EC2::Volume', { Size: 50, VolumeType: 'sc1' }, 0.75],
    ['AWS::ElasticLoadBalancingV2::LoadBalancer', {}, 16.42],
  ])('a month of %s %o costs %d dollars, as AWS publishes it', (Type, Properties, dollars) => {
    expect(estimate({ one: { Type, Properties } }).monthly).toBeCloseTo(dollars, 1);
  });

  it('has a price above nothing for each class and kind', () => {
    const classes = pricedClasses.flatMap((size) => ['mysql', 'postgres'].map((engine) => databasePrice(size, engine)));
    for (const price of [...Object.values(volumePrices), ...classes]) expect(price).toBeGreaterThan(0);
  });
});
