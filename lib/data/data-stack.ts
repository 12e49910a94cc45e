import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { Configuration } from '../configuration/configuration.ts';
import { IncomingFiles } from './file-events.ts';
import { type AnyTable, ownTables, type Tables, tablesInUse } from './tables.ts';
import { type TokenKey, tokenKey } from './token-key.ts';

export interface NamedSecret {
  readonly name: string;
  readonly arn: string;
}

/** What must outlive every deployment of the service: tables, files, secrets and the key that encrypts them. */
export class DataStack extends Stack {
  readonly key: IKey;
  /** ARNs of keys of others, under which secrets, buckets or tables are encrypted that the configuration names */
  readonly otherKeys: readonly string[];
  /** seals what users entrust to the service; undefined while no issuer lets it act for them */
  readonly tokenKey: TokenKey | undefined;
  /** those that the service works with: docs/operations.md, Restore */
  readonly tables: Tables<AnyTable>;
  readonly files: Bucket;
  /** where new files trigger schedules, and the queue that tells of them */
  readonly incoming: IncomingFiles;
  /** name of the secret with the Infrastructure Manager's own authorization line */
  readonly infrastructureManagerSecret: string;
  /** signs callbacks: `key` is known to their receivers */
  readonly callbackSecret: NamedSecret;

  constructor(scope: Construct, id: string, configuration: Configuration, props?: StackProps) {
    super(scope, id, props);
    this.key = new Key(this, 'Key', {
      description: 'Toscanini: tables, files and secrets',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const { name, kmsKeys } = configuration;
    this.otherKeys = kmsKeys;
    const entrusted = configuration.issuers.some(({ tokenExchange }) => tokenExchange);
    this.tokenKey = entrusted ? tokenKey(this, name) : undefined;
    const tables = ownTables(this, this.key);
    this.tables = tablesInUse(this, tables, configuration);
    this.files = this.bucket(configuration.retention);
    this.incoming = new IncomingFiles(this, 'Incoming', {
      installation: name,
      key: this.key,
      otherBuckets: configuration.files.buckets,
      deadLetterDays: configuration.retention.deadLetterDays,
      incomingDays: configuration.retention.incomingDays,
      producers: configuration.files.producers,
    });
    this.infrastructureManagerSecret = this.ownLine(name, configuration.infrastructureManager.secret);
    this.callbackSecret = this.generated('CallbackKey', {
      name: `${name}/callbacks`,
      description: 'Toscanini: the key that signs callbacks, to be given to their receivers',
      template: {},
      key: 'key',
    });
    this.keepExports(Object.values(tables));
  }

  /**
   * What a service of any configuration imports is exported in every configuration: the data stack is updated first, and
   * CloudFormation removes no export that the service deployed before still imports.
   */
  private keepExports(tables: readonly AnyTable[]): void {
    const { bucket, queue, deadLetters } = this.incoming;
    const kept = [
      ...tables.flatMap(({ tableArn, tableName }) => [tableArn, tableName]),
      ...[this.files, bucket].flatMap(({ bucketArn, bucketName }) => [bucketArn, bucketName]),
      ...[this.key.keyArn, this.callbackSecret.arn],
      ...[queue.queueArn, queue.queueName, queue.queueUrl],
      ...[deadLetters.queueArn, deadLetters.queueName, deadLetters.queueUrl],
    ];
    for (const value of kept) this.exportValue(value);
    // imported by services from before the key had an alias: to go when none is left to upgrade
    if (this.tokenKey !== undefined) this.exportValue(this.tokenKey.keyArn);
  }

  /**
   * Versioned, so that what was deleted or overwritten by mistake can be had back for as long as the tables' own past, and a table that is
   * restored to an instant finds its templates. Notifications expire: a callback is retried for a day, and what it held may be sensitive.
   */
  private bucket({ notificationDays, endedDays }: Configuration['retention']): Bucket {
    return new Bucket(this, 'Files', {
      encryption: BucketEncryption.KMS,
      encryptionKey: this.key,
      bucketKeyEnabled: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      versioned: true,
      lifecycleRules: [
        {
          prefix: 'notifications/',
          expiration: Duration.days(notificationDays),
          noncurrentVersionExpiration: Duration.days(1),
        },
        // also when nothing is kept any more: what was kept before goes
        {
          prefix: 'ended/',
          expiration: Duration.days(Math.max(1, endedDays)),
          noncurrentVersionExpiration: Duration.days(1),
        },
        // sealed, and revoked at their issuer: nothing to have back
        { prefix: 'tokens/', noncurrentVersionExpiration: Duration.days(1) },
        {
          abortIncompleteMultipartUploadAfter: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(daysOfThePast),
          expiredObjectDeleteMarker: true,
        },
      ],
    });
  }

  /**
   * The Infrastructure Manager takes any name and password as an identity (docs/contract/infrastructure-manager.md,
   * "Authorization"), so one can be made here.
   */
  private ownLine(installation: string, given: string | undefined): string {
    if (given !== undefined) return given;
    const { name, arn } = this.generated('InfrastructureManager', {
      name: `${installation}/infrastructure-manager`,
      description: 'Toscanini: its own authorization line for the Infrastructure Manager',
      template: { username: 'toscanini' },
      key: 'password',
    });
    this.exportValue(arn); // imported by services from before the name took its place: to go when none is left to upgrade
    return name;
  }

  /** What is generated must never change here: CloudFormation would put a new secret in the place of the one in use. */
  private generated(id: string, props: GeneratedSecret): NamedSecret {
    const secret = new Secret(this, id, {
      secretName: props.name,
      description: props.description,
      encryptionKey: this.key,
      generateSecretString: {
        secretStringTemplate: JSON.stringify(props.template),
        generateStringKey: props.key,
        excludePunctuation: true,
      },
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    return { name: props.name, arn: secret.secretArn };
  }
}

/** As long as DynamoDB's point-in-time recovery looks back. */
const daysOfThePast = 35;

interface GeneratedSecret {
  readonly name: string;
  readonly description: string;
  readonly template: Readonly<Record<string, string>>;
  /** where in it the generated text stands */
  readonly key: string;
}
