import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { Configuration } from '../configuration/configuration.ts';
import { encryptedBucket } from './encrypted-bucket.ts';
import { IncomingFiles } from './file-events.ts';
import { addMachineRole } from './machine-role.ts';
import { addServiceRole, passedRoles } from './service-role.ts';
import { type AnyTable, ownTables, type Tables, tablesInUse } from './tables.ts';
import { addTaskRole } from './task-role.ts';
import { type TokenKey, tokenKey } from './token-key.ts';
import { Users } from './user-pool.ts';

export interface NamedSecret {
  readonly name: string;
  readonly arn: string;
}

/** Everything that must outlive each deployment of the service: tables, files, secrets and the key that encrypts them. */
export class DataStack extends Stack {
  readonly key: IKey;
  /** ARNs of the team's own keys, which encrypt secrets, buckets or tables of the configuration */
  readonly otherKeys: readonly string[];
  /** encrypts the tokens of users; undefined when no issuer lets the service act for its users */
  readonly tokenKey: TokenKey | undefined;
  /** the tables that the service works with: docs/operations.md, Restore */
  readonly tables: Tables<AnyTable>;
  readonly files: Bucket;
  /** the bucket whose new files trigger schedules, and the queue of their notifications */
  readonly incoming: IncomingFiles;
  /** name of the secret with the service's own authorization line for the Infrastructure Manager, if there is one */
  readonly infrastructureManagerSecret: string | undefined;
  /** signs callbacks: receivers of callbacks know its `key` */
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
    const keepsTokens = configuration.issuers.some(({ tokenExchange }) => tokenExchange);
    this.tokenKey = keepsTokens ? tokenKey(this, name) : undefined;
    if (configuration.issuers.length === 0) new Users(this, 'Users', name);
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
    const { infrastructureManager: manager } = configuration;
    this.infrastructureManagerSecret = manager && this.ownLine(name, manager.secret);
    this.callbackSecret = this.generated('CallbackKey', {
      name: `${name}/callbacks`,
      description: 'Toscanini: the key that signs callbacks; give it to their receivers',
      template: {},
      key: 'key',
    });
    // containers and machines must keep running, and restart, while the service is not installed
    if (configuration.providers.some(({ stack }) => stack !== undefined && stack.roleArn === undefined)) {
      addTaskRole(this, configuration);
      addMachineRole(this, configuration);
      addServiceRole(this, configuration, passedRoles(this, configuration));
    }
    this.keepExports(Object.values(tables));
  }

  /**
   * Exports everything that a service of any configuration imports, in every configuration. The data stack is updated
   * first, and CloudFormation removes no export that the deployed service still imports.
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
  }

  /**
   * Versioned, so that operators can get back deleted or overwritten files for as long as DynamoDB's point-in-time recovery
   * looks back. So a table that is restored to an instant finds its templates. Notifications expire: a callback is retried
   * for one day, and its content may be sensitive.
   */
  private bucket({ notificationDays, endedDays }: Configuration['retention']): Bucket {
    return encryptedBucket(this, 'Files', this.key, {
      versioned: true,
      lifecycleRules: [
        {
          prefix: 'notifications/',
          expiration: Duration.days(notificationDays),
          noncurrentVersionExpiration: Duration.days(1),
        },
        // also needed when endedDays is 0: it removes what was kept before
        {
          prefix: 'ended/',
          expiration: Duration.days(Math.max(1, endedDays)),
          noncurrentVersionExpiration: Duration.days(1),
        },
        // encrypted, and revoked at their issuer: nobody needs them back
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
   * The service's own authorization line. The Infrastructure Manager accepts any name and password as an identity
   * (docs/contract/infrastructure-manager.md, "Authorization"), so the stack can make one.
   */
  private ownLine(installation: string, given: string | undefined): string {
    if (given !== undefined) return given;
    return this.generated('InfrastructureManager', {
      name: `${installation}/infrastructure-manager`,
      description: 'Toscanini: its own authorization line for the Infrastructure Manager',
      template: { username: 'toscanini' },
      key: 'password',
    }).name;
  }

  /** Do not change how a secret is generated: CloudFormation would replace the secret that is in use. */
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

/** DynamoDB's point-in-time recovery looks back this many days. */
const daysOfThePast = 35;

interface GeneratedSecret {
  readonly name: string;
  readonly description: string;
  readonly template: Readonly<Record<string, string>>;
  /** the member of the JSON that gets the generated text */
  readonly key: string;
}
