/** Queues and topics. */

import { textOf, textsOf } from '../protocol/json.ts';
import { findThing, type Place } from '../world/place.ts';
import { type Failure, generatedName, newId, type Order, ownId, type Row, snsFailure, sqsFailure } from './row.ts';

const isOrdered = ({ properties }: Pick<Order, 'properties'>): boolean => String(properties['FifoQueue']) === 'true';

const urlOf = ({ account, region }: Place, name: string): string =>
  `https://sqs.${region}.amazonaws.com/${account}/${name}`;

const nameOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

const rangeFits = ({ properties }: Order): Failure | undefined => {
  const kept = properties['MessageRetentionPeriod'];
  return kept === undefined || (Number(kept) >= 60 && Number(kept) <= 1_209_600)
    ? undefined
    : sqsFailure('Invalid value for the parameter MessageRetentionPeriod.');
};

const queuesExist = ({ place, properties: { Queues } }: Order): Failure | undefined =>
  textsOf(Queues).every((url) => findThing(place, url, 'AWS::SQS::Queue'))
    ? undefined
    : sqsFailure('The specified queue does not exist.', 'NotFound');

const topicExists = ({ place, properties: { TopicArn: id } }: Order): Failure | undefined =>
  findThing(place, id, 'AWS::SNS::Topic') ? undefined : snsFailure('Topic does not exist', 'NotFound');

export const messageRows: { readonly [type: string]: Row } = {
  'AWS::SQS::Queue': {
    seconds: 60,
    deleteSeconds: 60,
    identify: (order) =>
      urlOf(
        order.place,
        textOf(order.properties['QueueName']) ?? `${generatedName(order)}${isOrdered(order) ? '.fifo' : ''}`,
      ),
    attributes: {
      Arn: ({ id }, { account, region }) => `arn:aws:sqs:${region}:${account}:${nameOf(id)}`,
      QueueName: ({ id }) => nameOf(id),
      QueueUrl: ownId,
    },
    checks: [rangeFits],
  },
  'AWS::SQS::QueuePolicy': {
    seconds: 3,
    identify: newId('queuepolicy'),
    attributes: { Id: ownId },
    checks: [queuesExist],
  },
  'AWS::SNS::Topic': {
    seconds: 5,
    identify: (order) =>
      `arn:aws:sns:${order.place.region}:${order.place.account}:${textOf(order.properties['TopicName']) ?? generatedName(order)}`,
    attributes: { TopicArn: ownId, TopicName: ({ id }) => id.slice(id.lastIndexOf(':') + 1) },
  },
  'AWS::SNS::Subscription': {
    seconds: 5,
    identify: (order) => `${order.properties['TopicArn']}:${generatedName(order)}`,
    attributes: { Arn: ownId },
    checks: [topicExists],
  },
};
