import { sweepIndex, tableDefinitions } from '../../src/adapters/tables/keys.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { DataStack } from '../data/data-stack.ts';
import { loginsOf } from '../data/logins.ts';
import type { TokenKey } from '../data/token-key.ts';
import { trustedIssuers } from '../data/user-pool.ts';
import { busArn, busName } from '../events/event-bus.ts';
import type { Statement } from '../rights/statement.ts';
import { identifying } from './caller-grants.ts';
import { doctorGrants } from './doctor-grants.ts';
import { type Grant, type Granting, usingKey, type World } from './grant.ts';
import { letterGrants } from './letter-grants.ts';
import { providerVariables } from './providers-in.ts';
import { scheduleGrants } from './schedule-grants.ts';
import { externalIds, readingSecrets } from './secret-grants.ts';
import { previewingStacks, readingKeys, revertingStacks } from './stack-grants.ts';
import { workflowGrants } from './workflow-grants.ts';

/**
 * The IAM actions of each permission, with the environment variables that a function needs to use it (docs/decisions/0001).
 */
export const grants = {
  'deployments:read': ({ data }) => deployments(data, ['dynamodb:GetItem', 'dynamodb:Query']),
  'deployments:list': ({ data }) => deploymentsBy(data, (index) => index !== sweepIndex),
  // what one user has, by its creation
  'deployments:own': ({ data }) => deploymentsBy(data, (index) => index === 'byOwner' || index === 'byOwnerInGroup'),
  // operations and actions that have not started, or whose workflow must be checked
  'deployments:waiting': ({ data }) => deploymentsBy(data, (index) => index === sweepIndex),
  'deployments:write': ({ data }) =>
    deployments(data, ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:ConditionCheckItem']),
  'deployments:remove': ({ data }) => deployments(data, ['dynamodb:DeleteItem']),
  'resources:read': ({ data }) => resources(data, ['dynamodb:GetItem', 'dynamodb:Query']),
  // each write also updates a counter in the record of the deployment
  'resources:write': ({ data }) =>
    both(
      resources(data, ['dynamodb:BatchWriteItem', 'dynamodb:PutItem', 'dynamodb:Query']),
      deployments(data, ['dynamodb:UpdateItem']),
    ),
  'requests:keep': ({ data }) => keptRequests(data),
  'templates:read': ({ data }) => files(data, 'templates', ['s3:GetObject']),
  'templates:write': ({ data }) => files(data, 'templates', ['s3:PutObject']),
  'rankings:find': ({ data }) => files(data, 'templates', ['s3:GetObject']),
  'types:read': ({ data }) => files(data, 'types', ['s3:GetObject']),
  'catalog:read': ({ data }) => files(data, 'catalog', ['s3:GetObject']),
  'log:read': ({ data }) => files(data, 'logs', ['s3:GetObject']),
  'log:append': ({ data }) => files(data, 'logs', ['s3:PutObject']),
  'files:remove': ({ data }) => ({
    environment: { FILES_BUCKET: data.files.bucketName },
    statements: [
      {
        actions: ['s3:ListBucket'],
        resources: [data.files.bucketArn],
        conditions: { StringLike: { 's3:prefix': ofDeployments.map((folder) => `${folder}/*`) } },
      },
      {
        actions: ['s3:DeleteObject'],
        resources: ofDeployments.map((folder) => data.files.arnForObjects(`${folder}/*`)),
      },
    ],
  }),
  'ended:keep': ({ configuration, data }) => {
    const { environment, ...grant } = files(data, 'ended', ['s3:PutObject']);
    return { ...grant, environment: { ...environment, ENDED_DAYS: `${configuration.retention.endedDays}` } };
  },
  'ended:read': ({ data }) => files(data, 'ended', ['s3:GetObject']),
  'notifications:read': ({ data }) => files(data, 'notifications', ['s3:GetObject']),
  'notifications:write': ({ data }) => files(data, 'notifications', ['s3:PutObject']),
  'callbacks:sign': ({ data }) => ({
    environment: { CALLBACK_SECRET: data.callbackSecret.name },
    statements: [
      { actions: ['secretsmanager:GetSecretValue'], resources: [data.callbackSecret.arn] },
      usingKey(data, 'secretsmanager'),
    ],
  }),
  'providers:read': ({ stack, configuration }) => ({
    environment: {
      ...providerVariables(stack, configuration),
      RANKING: configuration.ranking,
      ...serviceAddresses(configuration),
    },
  }),
  'infrastructure:use': (world) => infrastructure(world),
  // the same, to look only
  'infrastructure:inspect': (world) => inspecting(world),
  'policies:read': ({ configuration }) => ({
    ...(configuration.policies.length > 0 && {
      environment: {
        POLICIES: JSON.stringify(configuration.policies),
        APPROVALS: JSON.stringify(configuration.approvals),
      },
    }),
  }),
  'quotas:read': ({ configuration: { quotas } }) =>
    Object.keys(quotas).length > 0 ? { environment: { QUOTAS: JSON.stringify(quotas) } } : {},
  'checks:plan': ({ configuration }) => ({
    ...(!configuration.dailyChecks && { environment: { DAILY_CHECKS: 'false' } }),
  }),
  'repairs:judge': ({ configuration: { drift } }) => ({
    ...(drift.repair !== 'none' && { environment: { DRIFT_REPAIR: drift.repair } }),
  }),
  'moves:judge': ({ configuration: { move } }) => (move ? { environment: { MOVES: JSON.stringify(move) } } : {}),
  'events:publish': ({ stack, configuration: { name, events } }) => ({
    environment: {
      ...(events.bus && { EVENT_BUS: busName(name) }),
      ...(events.webhooks.length > 0 && { EVENT_WEBHOOKS: JSON.stringify(events.webhooks) }),
    },
    ...(events.bus && { statements: [{ actions: ['events:PutEvents'], resources: [busArn(stack, name)] }] }),
  }),
  'subscriptions:know': ({ configuration: { events } }) =>
    events.groupWebhooks ? { environment: { GROUP_WEBHOOKS: 'true' } } : {},
  'updates:judge': ({ configuration }) => ({
    ...(configuration.failedUpdates !== 'keep' && { environment: { FAILED_UPDATES: configuration.failedUpdates } }),
  }),
  // credentials of machines, for outputs
  'keys:read': (world) => ({ statements: readingKeys(world) }),
  // what an update of a stack would do; nothing is changed
  'updates:preview': (world) => previews(world),
  // what drifted of a stack is set back
  'stacks:revert': (world) => ({ statements: revertingStacks(world) }),
  // with the installation's own credentials; a provider's are not needed
  'dependencies:ask': (world) => askingManager(world),
  'adoptions:ask': (world) => ({ environment: infrastructureManager(world), policies: world.shared.adopted }),
  'tokens:use': (world) => tokens(world),
  'callers:identify': (world) => identifying(world),
  'callers:count': ({ data }) => countedCallers(data),
  'services:tell': ({ configuration }) => ({
    environment: serviceAddresses(configuration),
  }),
  'logins:tell': ({ stack, configuration, pageLogin }) => ({
    environment: { LOGINS: loginsOf(stack, configuration, pageLogin) },
  }),
  ...workflowGrants,
  ...scheduleGrants,
  ...doctorGrants,
  ...letterGrants,
  'links:make': ({ configuration }) => ({
    environment: {
      ...(configuration.publicBaseUrl && { PUBLIC_BASE_URL: configuration.publicBaseUrl }),
      ...(configuration.cors && { CORS_ORIGIN: configuration.cors.origin }),
      ...(configuration.createdByEverywhere && { CREATED_BY_EVERYWHERE: 'true' }),
    },
  }),
} satisfies Readonly<Record<string, Granting>>;

export type Permission = keyof typeof grants;

const serviceAddresses = ({ services, infrastructureManager }: Configuration) => ({
  SERVICE_ADDRESSES: JSON.stringify({ ...services, im_url: infrastructureManager?.url ?? '' }),
});

/** Grants nothing unless an issuer has a token exchange. */
const tokens = ({ stack, configuration, data, pageLogin }: World): Grant => {
  const exchanges = configuration.issuers.flatMap(({ tokenExchange }) => tokenExchange ?? []);
  const { environment = {}, statements = [] } = files(data, 'tokens', ['s3:GetObject', 's3:PutObject']);
  const { tokenKey } = data;
  const secrets = exchanges.map(({ secret }) => secret);
  return {
    environment: {
      ...environment,
      TRUSTED_ISSUERS: trustedIssuers(stack, configuration, pageLogin),
      ...(tokenKey && { TOKEN_KEY: tokenKey.aliasArn }),
    },
    statements:
      exchanges.length === 0
        ? []
        : [
            ...readingSecrets({ stack, configuration, data }, secrets, 'issuers'),
            ...statements,
            ...(tokenKey ? [sealing(tokenKey)] : []),
          ],
  };
};

/** Encrypts and decrypts for one named deployment, and nothing else (docs/decisions/0010). */
const sealing = ({ alias, anyKeyArn }: TokenKey): Statement => ({
  actions: ['kms:GenerateDataKey', 'kms:Decrypt'],
  resources: [anyKeyArn],
  conditions: {
    'ForAnyValue:StringEquals': { 'kms:ResourceAliases': alias },
    'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['deploymentId'] },
  },
});

/** Whether a function reads something that the team's own keys may encrypt. */
export const mayDecrypt = (given: readonly Grant[]): boolean =>
  given.some(({ statements = [] }) => statements.some(({ actions }) => actions.includes('kms:Decrypt')));

const deployments = (data: DataStack, actions: readonly string[]): Grant => ({
  environment: { DEPLOYMENTS_TABLE: data.tables.deployments.tableName },
  statements: [{ actions, resources: [data.tables.deployments.tableArn] }, usingKey(data, 'dynamodb')],
});

const resources = (data: DataStack, actions: readonly string[]): Grant => ({
  environment: { RESOURCES_TABLE: data.tables.resources.tableName },
  statements: [{ actions, resources: [data.tables.resources.tableArn] }, usingKey(data, 'dynamodb')],
});

const both = (one: Grant, other: Grant): Grant => ({
  environment: { ...one.environment, ...other.environment },
  statements: [...(one.statements ?? []), ...(other.statements ?? [])],
});

/** Access to the outcomes of requests with an idempotency key, and to nothing else of that table. */
const keptRequests = (data: DataStack): Grant => ({
  environment: { DEPLOYMENTS_TABLE: data.tables.deployments.tableName },
  statements: [
    {
      actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      resources: [data.tables.deployments.tableArn],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['request#*'] } },
    },
    usingKey(data, 'dynamodb'),
  ],
});

/** Counts the requests of callers, and reaches nothing else of that table. */
const countedCallers = (data: DataStack): Grant => ({
  environment: { DEPLOYMENTS_TABLE: data.tables.deployments.tableName },
  statements: [
    {
      actions: ['dynamodb:UpdateItem'],
      resources: [data.tables.deployments.tableArn],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['rate#*'] } },
    },
    usingKey(data, 'dynamodb'),
  ],
});

/** Folders of the bucket whose files are removed together with a deployment. */
const ofDeployments = ['templates', 'logs', 'tokens'];

/** Names each index, so that no grant ends in a wildcard. */
const deploymentsBy = (data: DataStack, isWanted: (index: string) => boolean): Grant => {
  const { tableArn } = data.tables.deployments;
  const indexes = tableDefinitions.deployments.indexes.filter(({ name }) => isWanted(name));
  return {
    statements: [
      { actions: ['dynamodb:BatchGetItem'], resources: [tableArn] },
      { actions: ['dynamodb:Query'], resources: indexes.map(({ name }) => `${tableArn}/index/${name}`) },
      usingKey(data, 'dynamodb'),
    ],
  };
};

/**
 * Each file that is read may be missing: it expired, or its deployment was deleted meanwhile. S3 answers "not found" only to
 * callers who may list the bucket. That check has no prefix, so the grant must not have a condition on it.
 */
const files = (data: DataStack, folder: string, actions: readonly string[]): Grant => ({
  environment: { FILES_BUCKET: data.files.bucketName },
  statements: [
    { actions, resources: [data.files.arnForObjects(`${folder}/*`)] },
    ...(actions.includes('s3:GetObject') ? [{ actions: ['s3:ListBucket'], resources: [data.files.bucketArn] }] : []),
    usingKey(data, 's3'),
  ],
});

const ownLine = ({ data: { infrastructureManagerSecret: secret } }: World): readonly string[] =>
  secret === undefined ? [] : [secret];

const infrastructureManager = ({ configuration, data }: World) => {
  const { infrastructureManager: manager } = configuration;
  const { infrastructureManagerSecret: secret } = data;
  return {
    ...(manager && { IM_URL: manager.url }),
    ...(secret !== undefined && { IM_SECRET: secret }),
    ...(manager?.authorization === 'lines' && { IM_AUTHORIZATION: 'lines' }),
    ...serviceAddresses(configuration),
  };
};

const previews = (world: World): Grant => ({ statements: [...externalIds(world), ...previewingStacks(world)] });

const infrastructure = (world: World): Grant => reaching(world, world.shared.deployers);

/** Jobs do not stand, so nobody looks at them. */
const inspecting = (world: World): Grant => reaching(world, world.shared.inspected);

const askingManager = (world: World): Grant => ({
  environment: infrastructureManager(world),
  statements: readingSecrets(world, ownLine(world), 'providers'),
});

/** What asks providers is in policies that functions share. */
const reaching = (world: World, policies: Grant['policies']): Grant => {
  const { stack, configuration, data } = world;
  return {
    environment: {
      ...infrastructureManager(world),
      ...providerVariables(stack, configuration),
      ...(configuration.vaultRole && { VAULT_ROLE: configuration.vaultRole }),
      FILES_BUCKET: data.files.bucketName,
    },
    policies: policies ?? [],
  };
};
