import { ArnFormat, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { NagSuppressions } from 'cdk-nag';
import type { Construct } from 'constructs';
import { type TableDefinition, tableDefinitions } from '../src/adapters/tables/keys.ts';
import type { Configuration } from './configuration.ts';
import { IncomingFiles } from './file-events.ts';

/** What must outlive every deployment of the service: tables, files, secrets and the key that encrypts them. */
export class DataStack extends Stack {
  readonly key: IKey;
  readonly tables: { readonly [T in keyof typeof tableDefinitions]: Table };
  readonly files: Bucket;
  /** where new files trigger schedules, and the queue that tells of them */
  readonly incoming: IncomingFiles;
  /** name and ARN of the Infrastructure Manager's own authorization line */
  readonly infrastructureManagerSecret: { readonly name: string; readonly arn: string };

  constructor(scope: Construct, id: string, configuration: Configuration, props?: StackProps) {
    super(scope, id, props);
    this.key = new Key(this, 'Key', {
      description: 'Toscanini: tables, files and secrets',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.tables = {
      deployments: this.table('Deployments', tableDefinitions.deployments),
      resources: this.table('Resources', tableDefinitions.resources),
      schedules: this.table('Schedules', tableDefinitions.schedules),
      scheduleEvents: this.table('ScheduleEvents', tableDefinitions.scheduleEvents),
    };
    this.files = this.bucket();
    this.incoming = new IncomingFiles(this, 'Incoming', { key: this.key, otherBuckets: configuration.files.buckets });
    this.infrastructureManagerSecret = this.ownLine(configuration.infrastructureManager.secret);
  }

  private table(id: string, definition: TableDefinition): Table {
    const table = new Table(this, id, {
      partitionKey: { name: definition.partitionKey, type: AttributeType.STRING },
      sortKey: { name: definition.sortKey, type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: this.key,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
      ...(definition.timeToLive && { timeToLiveAttribute: definition.timeToLive }),
    });
    for (const index of definition.indexes) {
      table.addGlobalSecondaryIndex({
        indexName: index.name,
        partitionKey: { name: index.partitionKey, type: AttributeType.STRING },
        sortKey: { name: index.sortKey, type: AttributeType.STRING },
        projectionType: ProjectionType.KEYS_ONLY,
      });
    }
    return table;
  }

  /** Notifications expire: a callback is retried for a day, and what it held may be sensitive. */
  private bucket(): Bucket {
    const bucket = new Bucket(this, 'Files', {
      encryption: BucketEncryption.KMS,
      encryptionKey: this.key,
      bucketKeyEnabled: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
      lifecycleRules: [
        { prefix: 'notifications/', expiration: Duration.days(2) },
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    });
    NagSuppressions.addResourceSuppressions(bucket, [
      {
        id: 'AwsSolutions-S1',
        reason: 'only the service reaches the bucket; CloudTrail data events serve an audit without a second bucket',
      },
    ]);
    return bucket;
  }

  /** The Infrastructure Manager takes any name and password as an identity (im-api.md section 3), so one can be made here. */
  private ownLine(given: string | undefined): DataStack['infrastructureManagerSecret'] {
    if (given !== undefined) return { name: given, arn: secretArn(this, given) };
    const name = 'toscanini/infrastructure-manager';
    const secret = new Secret(this, 'InfrastructureManager', {
      secretName: name,
      description: 'Toscanini: its own authorization line for the Infrastructure Manager',
      encryptionKey: this.key,
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ username: 'toscanini' }),
        generateStringKey: 'password',
        excludePunctuation: true,
      },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    NagSuppressions.addResourceSuppressions(secret, [
      {
        id: 'AwsSolutions-SMG4',
        reason: 'the password is the owner of every infrastructure: another one would lose them all',
      },
    ]);
    return { name, arn: secret.secretArn };
  }
}

/** The ARN of a secret that somebody else made: Secrets Manager ends it in six characters of its own. */
export const secretArn = (stack: Stack, name: string): string =>
  stack.formatArn({
    service: 'secretsmanager',
    resource: 'secret',
    resourceName: `${name}-??????`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
