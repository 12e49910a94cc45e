import { Duration, Stack } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import {
  AccountPrincipal,
  AnyPrincipal,
  ArnPrincipal,
  Effect,
  PolicyStatement,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { type Bucket, type CfnBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { viaService } from '../rights/opening-services.ts';
import { encryptedBucket } from './encrypted-bucket.ts';

export interface IncomingFilesProps {
  /** name of the installation */
  readonly installation: string;
  readonly key: IKey;
  /** existing buckets that send their events to EventBridge */
  readonly otherBuckets: readonly string[];
  readonly deadLetterDays: number;
  /** days; absent: files stay */
  readonly incomingDays: number | undefined;
  /** accounts, roles and users of other accounts that may put files into the bucket */
  readonly producers: readonly string[];
}

/**
 * The bucket for new files, and the queue of their notifications. Stateful: waiting notifications must survive a new
 * version.
 */
export class IncomingFiles extends Construct {
  readonly bucket: Bucket;
  readonly queue: Queue;
  readonly deadLetters: Queue;
  /** names of the rules for buckets outside of this stack. They are not exported, so that rules can be added and removed */
  readonly followers: readonly string[];

  constructor(scope: Construct, id: string, props: IncomingFilesProps) {
    super(scope, id);
    const { installation, key, otherBuckets, deadLetterDays, incomingDays, producers } = props;
    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...queueProps,
      retentionPeriod: Duration.days(deadLetterDays),
    });
    this.queue = new Queue(this, 'Queue', {
      ...queueProps,
      retentionPeriod: Duration.days(14),
      visibilityTimeout: Duration.minutes(6), // six times the function's timeout, as Lambda's guide advises
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 10 },
    });
    this.bucket = this.incomingBucket(key, incomingDays);
    if (producers.length > 0) letIn(producers, this.bucket, key);
    this.notify();
    this.followers = this.follow(otherBuckets, `${installation}-other-buckets`);
  }

  private incomingBucket(key: IKey, incomingDays: number | undefined): Bucket {
    return encryptedBucket(this, 'Bucket', key, {
      // the bucket's owner owns every object, so that the service can read files of other accounts
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      lifecycleRules: [
        { abortIncompleteMultipartUploadAfter: Duration.days(7) },
        ...(incomingDays === undefined ? [] : [{ expiration: Duration.days(incomingDays) }]),
      ],
    });
  }

  /**
   * Sets the notification on the bucket itself, not through the custom resource that the CDK would add. The policy names
   * only the account: the bucket's ARN there would make a circular dependency.
   */
  private notify(): void {
    const policy = this.queue.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('s3.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [this.queue.queueArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    const bucket = this.bucket.node.defaultChild as CfnBucket;
    bucket.notificationConfiguration = {
      queueConfigurations: [{ event: 's3:ObjectCreated:*', queue: this.queue.queueArn }],
    };
    if (policy.policyDependable) this.bucket.node.addDependency(policy.policyDependable);
  }

  /** Makes as many rules as the patterns need. Returns their names. */
  private follow(buckets: readonly string[], name: string): readonly string[] {
    const count = Math.ceil(buckets.length / bucketsInOne);
    return Array.from({ length: count }, (_, n) => {
      const [id, ruleName] = n === 0 ? ['OtherBuckets', name] : [`OtherBuckets${n + 1}`, `${name}-${n + 1}`];
      new Rule(this, id, {
        ruleName,
        description: 'new files in buckets that are not of this stack',
        eventPattern: {
          source: ['aws.s3'],
          detailType: ['Object Created'],
          detail: { bucket: { name: buckets.slice(n * bucketsInOne, (n + 1) * bucketsInOne) } },
        },
        targets: [new SqsQueue(this.queue, { deadLetterQueue: this.deadLetters })],
      });
      return ruleName;
    });
  }
}

/**
 * Allows principals of other accounts to put files, but not into the folder of replicas. Their own account must allow it
 * too. The key lets them encrypt, and decrypt what S3 needs during a multipart upload. They cannot read any bucket of the
 * installation.
 */
const letIn = (producers: readonly string[], bucket: Bucket, key: IKey): void => {
  const principals = producers.map((one) => (/^\d+$/.test(one) ? new AccountPrincipal(one) : new ArnPrincipal(one)));
  bucket.addToResourcePolicy(
    new PolicyStatement({
      principals,
      actions: ['s3:PutObject', 's3:PutObjectTagging', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
      resources: [bucket.arnForObjects('*')],
    }),
  );
  bucket.addToResourcePolicy(
    new PolicyStatement({
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ['s3:PutObject'],
      resources: [bucket.arnForObjects('toscanini-replicas/*')],
      conditions: { StringNotEquals: { 'aws:PrincipalAccount': Stack.of(bucket).account } },
    }),
  );
  key.addToResourcePolicy(
    new PolicyStatement({
      principals,
      actions: ['kms:GenerateDataKey', 'kms:Decrypt'],
      resources: ['*'],
      conditions: { StringLike: { 'kms:ViaService': viaService('s3') } },
    }),
  );
};

/** An event pattern may have 2,048 characters, and a bucket's name up to 63. */
const bucketsInOne = 25;

const queueProps = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true } as const;

export interface Matching {
  readonly maxConcurrency: number;
  /** true: files stay in the queue */
  readonly paused: boolean;
}

/** Ten messages at a time; only the failed ones come again. */
export const matchFiles = (matcher: LambdaFunction, queue: Queue, { maxConcurrency, paused }: Matching): void =>
  matcher.addEventSource(
    new SqsEventSource(queue, { batchSize: 10, reportBatchItemFailures: true, maxConcurrency, enabled: !paused }),
  );
