/** Scalable targets and policies of Application Auto Scaling, for services of ECS. */

import { type Bag, isBag, textOf } from '../protocol/json.ts';
import { findThing, liveThings, type Place, type Thing } from '../world/place.ts';
import { type Failure, type Order, ownId, type Row, scalingFailure } from './row.ts';

const bagOf = (value: unknown): Bag => (isBag(value as Bag) ? (value as Bag) : {});

const targetType = 'AWS::ApplicationAutoScaling::ScalableTarget';
const policyType = 'AWS::ApplicationAutoScaling::ScalingPolicy';

/** `service/cluster/service`, as the ARN of a service ends. */
const serviceOf = (place: Place, resource: string): Thing | undefined =>
  liveThings(place, 'AWS::ECS::Service').find(({ id }) => id.endsWith(`:${resource}`));

const resourceOf = ({ properties }: Pick<Order, 'properties'>): string => textOf(properties['ResourceId']) ?? '';

const isOfEcs = ({ properties }: Order): Failure | undefined =>
  properties['ServiceNamespace'] === 'ecs' && properties['ScalableDimension'] === 'ecs:service:DesiredCount'
    ? undefined
    : scalingFailure('The sandbox scales services of ECS only: ecs, ecs:service:DesiredCount');

const serviceExists = (order: Order): Failure | undefined =>
  serviceOf(order.place, resourceOf(order))
    ? undefined
    : scalingFailure(`ECS service doesn't exist: ${resourceOf(order)}`);

const capacityFits = ({ properties: { MinCapacity, MaxCapacity } }: Order): Failure | undefined => {
  const [least, most] = [Number(MinCapacity), Number(MaxCapacity)];
  if (![least, most].every((one) => Number.isInteger(one) && one >= 0))
    return scalingFailure('MinCapacity and MaxCapacity must be whole numbers of 0 or more');
  return least > most ? scalingFailure('Maximum capacity cannot be less than minimum capacity') : undefined;
};

const isFree = ({ place, properties, thing }: Order): Failure | undefined =>
  liveThings(place, targetType).some(
    (one) => one !== thing && one.properties['ResourceId'] === properties['ResourceId'],
  )
    ? scalingFailure(`Scalable Target with ${String(properties['ResourceId'])} already exists`, 'AlreadyExists')
    : undefined;

const targetExists = ({ place, properties: { ScalingTargetId: id } }: Order): Failure | undefined =>
  findThing(place, id, targetType) ? undefined : scalingFailure(`No scalable target found for ${String(id)}`);

const trackingOf = ({ properties }: Pick<Order, 'properties'>): Bag =>
  bagOf(properties['TargetTrackingScalingPolicyConfiguration']);

const metricOf = (order: Pick<Order, 'properties'>): Bag => bagOf(trackingOf(order)['PredefinedMetricSpecification']);

const predefined = [
  'ECSServiceAverageCPUUtilization',
  'ECSServiceAverageMemoryUtilization',
  'ALBRequestCountPerTarget',
];

const tracksSomething = (order: Order): Failure | undefined => {
  if (order.properties['PolicyType'] !== 'TargetTrackingScaling')
    return scalingFailure('The sandbox knows policies of TargetTrackingScaling only');
  const { TargetValue: value } = trackingOf(order);
  const { PredefinedMetricType: metric, ResourceLabel: label } = metricOf(order);
  if (!(Number(value) > 0)) return scalingFailure(`TargetValue ${String(value)} is not allowed`);
  if (!predefined.includes(String(metric))) return scalingFailure(`Unsupported metric type ${String(metric)}`);
  if (metric !== 'ALBRequestCountPerTarget')
    return label === undefined ? undefined : scalingFailure(`ResourceLabel must not be set for ${String(metric)}`);
  return /^app\/[^/]+\/[^/]+\/targetgroup\/[^/]+\/[^/]+$/.test(String(label))
    ? undefined
    : scalingFailure(`Invalid ResourceLabel ${String(label)}`);
};

/** A metric has one policy, whatever the names are. */
const isOnlyOne = (order: Order): Failure | undefined => {
  const own = JSON.stringify(metricOf(order));
  const others = liveThings(order.place, policyType).filter(
    (one) => one !== order.thing && one.properties['ScalingTargetId'] === order.properties['ScalingTargetId'],
  );
  return others.some((one) => JSON.stringify(metricOf(one)) === own)
    ? scalingFailure('Only one TargetTrackingScaling policy for a given metric specification is allowed.')
    : undefined;
};

export const scalingRows: { readonly [type: string]: Row } = {
  [targetType]: {
    seconds: 5,
    identify: (order) => `${resourceOf(order)}|ecs:service:DesiredCount|ecs`,
    attributes: { Id: ownId },
    checks: [isOfEcs, serviceExists, capacityFits, isFree],
  },
  [policyType]: {
    seconds: 5,
    identify: ({ place: { region, account }, properties }) =>
      `arn:aws:autoscaling:${region}:${account}:scalingPolicy:${String(properties['ScalingTargetId'])}:policyName/${String(properties['PolicyName'])}`,
    attributes: { Arn: ownId },
    checks: [targetExists, tracksSomething, isOnlyOne],
  },
};
