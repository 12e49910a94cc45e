import { entryOf } from '../../../foundation/entry-of.ts';
import { listOf, mapOf, numberOf, textOf } from '../../deployers/capability-values.ts';
import type { CostItem, Estimate } from '../../deployers/preview.ts';
import type { StackResource, StackResources } from '../blueprint/blueprint.ts';
import { nodeOf } from '../blueprint/stack-parts.ts';
import {
  addressPrice,
  balancerPrice,
  databasePrice,
  databaseStoragePrice,
  hoursOfMonth,
  machinePrice,
  priceRegion,
  pricesOf,
  volumePrices,
} from './prices.ts';
import { serviceCost } from './service-cost.ts';

type Cost =
  | { readonly what: string; readonly hourly: number; readonly whileRunning?: true; readonly most?: number }
  /** `isUnknown`: it costs an amount by the hour that nobody knows; else only its use costs money */
  | { readonly leftOut: string; readonly isUnknown?: true };

/** Nodes of which a part costs an hourly amount that is not known; empty text: a part of no node. */
export const unpricedIn = (resources: StackResources): ReadonlySet<string> =>
  new Set(
    Object.entries(resources).flatMap(([id, resource]) =>
      costsOf(id, resource, resources).some((cost) => 'isUnknown' in cost) ? [nodeOf(resource) ?? ''] : [],
    ),
  );

const costsOf = (id: string, resource: StackResource, all: StackResources): readonly Cost[] => {
  const { Type, Properties } = resource;
  const ofService = Type === 'AWS::ECS::Service' ? serviceCost(id, resource, all) : undefined;
  return ofService ? [ofService] : (costs[Type] ?? unknown(Type))(Properties);
};

/** What the resources of a stack cost, one by one, and everything that cannot be said. */
export const estimateOf = (resources: StackResources, region: string): Estimate => {
  const all = Object.entries(resources).map(([name, resource]) => ({
    name,
    node: nodeOf(resource),
    costs: costsOf(name, resource, resources),
  }));
  const items = all.flatMap(({ name, node, costs: own }) =>
    own.flatMap((cost): CostItem[] =>
      'leftOut' in cost ? [] : [{ name, ...(node !== undefined && { node }), ...cost }],
    ),
  );
  const hourly = items.reduce((sum, item) => sum + item.hourly, 0);
  const most = items.reduce((sum, item) => sum + (item.most ?? item.hourly), 0);
  const own = all.flatMap(({ costs: some }) => some.flatMap((cost) => ('leftOut' in cost ? [cost.leftOut] : [])));
  const elsewhere =
    region === priceRegion ? [] : [`the difference between ${priceRegion}, whose prices these are, and ${region}`];
  return {
    ...{ currency: 'USD', hourly: rounded(hourly), monthly: rounded(hourly * hoursOfMonth, 2), pricesOf },
    ...(items.some((item) => item.most !== undefined) && {
      most: { hourly: rounded(most), monthly: rounded(most * hoursOfMonth, 2) },
    }),
    ...{ region: priceRegion, items, leftOut: [...new Set([...own, ...always, ...elsewhere])] },
  };
};

const rounded = (value: number, digits = 4): number => Number(value.toFixed(digits));

const always = ['data that leaves AWS or its zone', 'taxes, discounts and free tiers'];

type Properties = StackResource['Properties'];

const free = (): readonly Cost[] => [];

const unknown = (type: string) => (): readonly Cost[] => [
  { leftOut: `${type}: its price is not in the table`, isUnknown: true },
];

const perMonth = (price: number, gibibytes: number): number => (price * gibibytes) / hoursOfMonth;

/** GiB; the disk of most images, where the template says nothing else. */
const usualDisk = 8;

const machine = (properties: Properties): readonly Cost[] => {
  const size = textOf(properties['InstanceType']) ?? '';
  const price = machinePrice(size);
  const disk = mapOf(mapOf(listOf(properties['BlockDeviceMappings'])[0])['Ebs']);
  const [gibibytes, kind] = [numberOf(disk['VolumeSize']) ?? usualDisk, textOf(disk['VolumeType']) ?? 'gp3'];
  return [
    price === undefined
      ? { leftOut: `machines of the size ${size}: its price is not in the table`, isUnknown: true }
      : { what: size, hourly: price, whileRunning: true },
    diskCost(gibibytes, kind),
    ...(hasPublicAddress(properties)
      ? [{ what: 'a public address', hourly: addressPrice, whileRunning: true as const }]
      : []),
  ];
};

/** Default subnets give one; any other interface says it. */
export const hasPublicAddress = (properties: Properties): boolean => {
  const interfaces = listOf(properties['NetworkInterfaces']);
  if (interfaces.length === 0) return properties['SubnetId'] === undefined;
  return interfaces.some((one) => mapOf(one)['AssociatePublicIpAddress'] === true);
};

const diskCost = (gibibytes: number, kind: string): Cost => {
  const price = entryOf(volumePrices, kind);
  return price === undefined
    ? { leftOut: `volumes of type ${kind}: its price is not in the table`, isUnknown: true }
    : { what: `${gibibytes} GiB ${kind}`, hourly: perMonth(price, gibibytes) };
};

const volume = (properties: Properties): readonly Cost[] => {
  const size = numberOf(properties['Size']);
  if (size === undefined) return [{ leftOut: 'volumes from a snapshot, whose size only AWS knows', isUnknown: true }];
  return [diskCost(size, textOf(properties['VolumeType']) ?? 'gp3')];
};

const database = (properties: Properties): readonly Cost[] => {
  const size = textOf(properties['DBInstanceClass']) ?? '';
  const copies = properties['MultiAZ'] === true ? 2 : 1;
  const price = databasePrice(size, textOf(properties['Engine']));
  const storage = Number(textOf(properties['AllocatedStorage']) ?? 0);
  return [
    price === undefined
      ? { leftOut: `databases of the size ${size}: its price is not in the table`, isUnknown: true }
      : { what: size, hourly: price * copies },
    { what: `${storage} GiB of the database`, hourly: perMonth(databaseStoragePrice, storage) * copies },
    { leftOut: 'backups and snapshots of databases' },
  ];
};

/** By type. What costs nothing by itself is here too: a type that is missing is told. */
const costs: { readonly [type: string]: (properties: Properties) => readonly Cost[] } = {
  'AWS::EC2::Instance': machine,
  'AWS::EC2::Volume': volume,
  'AWS::EC2::EIP': () => [{ what: 'a public address', hourly: addressPrice }],
  'AWS::RDS::DBInstance': database,
  'AWS::ElasticLoadBalancingV2::LoadBalancer': () => [
    { what: 'a load balancer', hourly: balancerPrice },
    { leftOut: 'what goes through load balancers' },
  ],
  'AWS::Logs::LogGroup': () => [{ leftOut: 'what containers write into their logs' }],
  'AWS::S3::Bucket': () => [{ leftOut: 'what is kept in buckets, and requests for it' }],
  'AWS::EC2::SecurityGroup': free,
  'AWS::EC2::SecurityGroupIngress': free,
  'AWS::EC2::SecurityGroupEgress': free,
  'AWS::EC2::Subnet': free,
  'AWS::EC2::VolumeAttachment': free,
  'AWS::EC2::EIPAssociation': free,
  'AWS::EC2::NetworkInterface': free,
  'AWS::EC2::LaunchTemplate': free,
  'AWS::EC2::KeyPair': free,
  'AWS::ElasticLoadBalancingV2::Listener': free,
  'AWS::ElasticLoadBalancingV2::TargetGroup': free,
  'AWS::RDS::DBSubnetGroup': free,
  'AWS::ECS::Cluster': free,
  'AWS::ECS::TaskDefinition': free,
  'AWS::ApplicationAutoScaling::ScalableTarget': free,
  'AWS::ApplicationAutoScaling::ScalingPolicy': () => [{ leftOut: 'alarms with which automatic scaling measures' }],
};
