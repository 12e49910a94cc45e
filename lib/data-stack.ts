import { ArnFormat, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { NagSuppressions } from 'cdk-nag';
import type { Construct } from 'constructs';
import { type TableDefinition, tableDefinitions } from '../src/adapters/tables/keys.ts';
import type { Configuration } from './configuration.ts';
import { IncomingFiles } from './file-events.ts';

export interface NamedSecret {
  readonly name: string;
  readonly arn: string;
}

/** What must outlive every deployment of the service: tables, files, secrets and the key that encrypts them. */
export class DataStack extends Stack {
  readonly key: IKey;
  /** seals what users entrust to the service; undefined while no issuer lets it act for them */
  readonly tokenKey: IKey | undefined;
  readonly tables: { readonly [T in keyof typeof tableDefinitions]: Table };
  readonly files: Bucket;
  /** where new files trigger schedules, and the queue that tells of them */
  readonly incoming: IncomingFiles;
  /** name and ARN of the Infrastructure Manager's own authorization line */
  readonly infrastructureManagerSecret: NamedSecret;
  /** signs callbacks: `key` is known to their receivers */
  readonly callbackSecret: NamedSecret;

  constructor(scope: Construct, id: string, configuration: Configuration, props?: StackProps) {
    super(scope, id, props);
    this.key = new Key(this, 'Key', {
      description: 'Toscanini: tables, files and secrets',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.tokenKey = configuration.issuers.some(({ tokenExchange }) => tokenExchange) ? tokenKey(this) : undefined;
    this.tables = {
      deployments: this.table('Deployments', tableDefinitions.deployments),
      resources: this.table('Resources', tableDefinitions.resources),
      schedules: this.table('Schedules', tableDefinitions.schedules),
      scheduleEvents: this.table('ScheduleEvents', tableDefinitions.scheduleEvents),
    };
    this.files = this.bucket(configuration.retention.notificationDays);
    this.incoming = new IncomingFiles(this, 'Incoming', {
      key: this.key,
      otherBuckets: configuration.files.buckets,
      deadLetterDays: configuration.retention.deadLetterDays,
    });
    this.infrastructureManagerSecret = this.ownLine(configuration.infrastructureManager.secret);
    this.callbackSecret = this.generated('CallbackKey', {
      name: 'toscanini/callbacks',
      description: 'Toscanini: the key that signs callbacks, to be given to their receivers',
      template: {},
      key: 'key',
      kept: 'receivers must learn a new key at the same time: docs/operations.md says how',
    });
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
  private bucket(notificationDays: number): Bucket {
    const bucket = new Bucket(this, 'Files', {
      encryption: BucketEncryption.KMS,
      encryptionKey: this.key,
      bucketKeyEnabled: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
      lifecycleRules: [
        { prefix: 'notifications/', expiration: Duration.days(notificationDays) },
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
  private ownLine(given: string | undefined): NamedSecret {
    if (given !== undefined) return { name: given, arn: secretArn(this, given) };
    return this.generated('InfrastructureManager', {
      name: 'toscanini/infrastructure-manager',
      description: 'Toscanini: its own authorization line for the Infrastructure Manager',
      template: { username: 'toscanini' },
      key: 'password',
      kept: 'the password is the owner of every infrastructure: another one would lose them all',
    });
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
      removalPolicy: RemovalPolicy.RETAIN,
    });
    NagSuppressions.addResourceSuppressions(secret, [{ id: 'AwsSolutions-SMG4', reason: props.kept }]);
    return { name: props.name, arn: secret.secretArn };
  }
}

/** A key of its own, so that what may read tables and files cannot open a token; not even the account may without naming a deployment. */
const tokenKey = (stack: Stack): Key => {
  const key = new Key(stack, 'TokenKey', {
    description: 'Toscanini: what users entrust to the service, each sealed for one deployment',
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
      resources: ['*'],
      conditions: { Null: { 'kms:EncryptionContext:deploymentId': 'true' } },
    }),
  );
  return key;
};

interface GeneratedSecret {
  readonly name: string;
  readonly description: string;
  readonly template: Readonly<Record<string, string>>;
  /** where in it the generated text stands */
  readonly key: string;
  /** why it does not rotate by itself */
  readonly kept: string;
}

/** The ARN of a secret that somebody else made: Secrets Manager ends it in six characters of its own. */
export const secretArn = (stack: Stack, name: string): string =>
  stack.formatArn({
    service: 'secretsmanager',
    resource: 'secret',
    resourceName: `${name}-??????`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
