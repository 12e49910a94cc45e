import type { FileQueue } from './cloud.ts';
import { identityOf } from './names.ts';
import { type Resolve, text } from './resolver.ts';
import { type Resource, resourcesOf, type Stack } from './stacks.ts';

interface QueueConfiguration {
  readonly Event: string;
  readonly Queue: unknown;
}

/** Queues that get notifications of new objects in buckets, with the function that reads them. */
export const readFileQueues = (stacks: readonly Stack[], resolve: Resolve): readonly FileQueue[] => {
  const mappings = resourcesOf(stacks, 'AWS::Lambda::EventSourceMapping');
  return resourcesOf(stacks, 'AWS::SQS::Queue').flatMap((queue) => {
    const { attributes } = identityOf(queue);
    const arn = text(attributes['Arn']);
    const buckets = notifyingBuckets(stacks, resolve, arn);
    const mapping = mappings.find(({ Properties, stack }) => resolve(Properties['EventSourceArn'], stack) === arn);
    if (buckets.length === 0 || mapping === undefined) return [];
    return [
      { buckets, ...readMapping(mapping, stacks, resolve), visibilitySeconds: visibilityOf(queue), ...bounds(queue) },
    ];
  });
};

const notifyingBuckets = (stacks: readonly Stack[], resolve: Resolve, queueArn: string): readonly string[] =>
  resourcesOf(stacks, 'AWS::S3::Bucket')
    .filter(({ Properties, stack }) => {
      const { QueueConfigurations = [] } = (Properties['NotificationConfiguration'] ?? {}) as {
        readonly QueueConfigurations?: readonly QueueConfiguration[];
      };
      return QueueConfigurations.some(
        ({ Event, Queue }) => Event.startsWith('s3:ObjectCreated:') && resolve(Queue, stack) === queueArn,
      );
    })
    .map((bucket) => identityOf(bucket).ref);

const readMapping = ({ Properties, stack }: Resource, stacks: readonly Stack[], resolve: Resolve) => {
  const name = text(resolve(Properties['FunctionName'], stack));
  const reader = resourcesOf(stacks, 'AWS::Lambda::Function')
    .map(identityOf)
    .find(({ ref }) => ref === name);
  if (reader === undefined) throw new Error(`an event source mapping names the function ${name}, which does not exist`);
  return { functionArn: text(reader.attributes['Arn']), batchSize: Number(Properties['BatchSize'] ?? 10) };
};

/** SQS hides a message for 30 seconds by default. */
const visibilityOf = ({ Properties }: Resource): number => Number(Properties['VisibilityTimeout'] ?? 30);

/** Without a dead-letter queue a message comes until it expires, which takes too long for a laptop. */
const bounds = ({ Properties }: Resource) => {
  const { maxReceiveCount } = (Properties['RedrivePolicy'] ?? {}) as { readonly maxReceiveCount?: number | string };
  return { mostReceives: maxReceiveCount === undefined ? Number.POSITIVE_INFINITY : Number(maxReceiveCount) };
};
