/**
 * Environment -> ports (docs/decisions/0001). One lazy factory for each port, so that a function bundles, builds and
 * reads from the environment only what it uses.
 */

import * as v from 'valibot';
import { s3Client, stepFunctionsClient } from './adapters/aws/clients.ts';
import { callbacks as callbackSender } from './adapters/callbacks/callback.ts';
import { creationPreviews, updatePreviews } from './adapters/cloudformation/previews.ts';
import * as bounds from './adapters/configuration/bounds.ts';
import { deployersFor, plannersFor } from './adapters/deployers/deployers.ts';
import * as answering from './adapters/environment/answering.ts';
import { jsonVariable, optionalVariable, variable } from './adapters/environment/environment.ts';
import { systemClock, systemIds, systemPasswords } from './adapters/environment/system.ts';
import { isFederated } from './adapters/federation/addresses.ts';
import type { Access } from './adapters/federation/derived-authorization.ts';
import { vault } from './adapters/federation/vault.ts';
import { endedFiles as s3EndedFiles } from './adapters/files/ended-files.ts';
import { files as s3Files } from './adapters/files/files.ts';
import { imports as httpsImports } from './adapters/files/imports.ts';
import { storedTypes } from './adapters/files/operator-types.ts';
import { copyingClients, replicas as s3Replicas } from './adapters/files/replicas.ts';
import { configuredFiles } from './adapters/files/storage-elements.ts';
import { typesIn } from './adapters/files/types-folder.ts';
import { callers as tokenCallers } from './adapters/identity/identity.ts';
import { trustedIssuersSchema } from './adapters/identity/issuers.ts';
import { clusterCredentials as clusterKeys } from './adapters/infrastructure-manager/cluster-credentials.ts';
import { configuredProviders } from './adapters/providers/configured.ts';
import { providersInEnvironment } from './adapters/providers/from-environment.ts';
import { rankingSchema } from './adapters/providers/offer.ts';
import { secretMember } from './adapters/secrets/secrets.ts';
import { storedSecrets } from './adapters/secrets/stored-secrets.ts';
import { attempts as attemptTable } from './adapters/tables/attempts.ts';
import { dynamoDbClient } from './adapters/tables/client.ts';
import { countedLog } from './adapters/tables/counted-log.ts';
import { deployments as deploymentTable } from './adapters/tables/deployments.ts';
import { deploymentsById as deploymentsByKey } from './adapters/tables/deployments-by-id.ts';
import { endedDeployments } from './adapters/tables/ended-deployments.ts';
import { idempotentRequests as requestTable } from './adapters/tables/idempotent-requests.ts';
import { providerRecord } from './adapters/tables/provider-record.ts';
import { resources as resourceTable } from './adapters/tables/resources.ts';
import { scheduleEvents as eventTable } from './adapters/tables/schedule-events.ts';
import { scheduleIndex as watchIndex } from './adapters/tables/schedule-index.ts';
import { schedules as scheduleTable } from './adapters/tables/schedules.ts';
import * as sweepQueue from './adapters/tables/sweep-queues.ts';
import { timeline as timelineTable } from './adapters/tables/timeline.ts';
import { lazyDelegations } from './adapters/tokens/lazy-delegations.ts';
import { tokenStore } from './adapters/tokens/store.ts';
import { ownersToken } from './adapters/tokens/use.ts';
import { eventWorkflows as sfnEventWorkflows } from './adapters/workflows/event-workflows.ts';
import { executions as sfnExecutions } from './adapters/workflows/executions.ts';
import { workflows as sfnWorkflows } from './adapters/workflows/workflows.ts';
import { currentDeployment } from './domain/credentials/current-deployment.ts';
import type { Providers } from './domain/providers/ports.ts';
import { conform } from './foundation/shape/examine.ts';
import { recordOf } from './foundation/shape/schemas.ts';
import { describeDeployment } from './http/deployments/views.ts';
import { countedAttempts, countedDeployments, countedEvents, countedTimeline } from './observability/counted.ts';
import { countedSweeps } from './observability/counted-sweeps.ts';
import { reportFailingProviders } from './observability/failing-providers.ts';
import { emit } from './observability/metrics.ts';
import { withOperatorTypes } from './tosca/operator-types.ts';

// @__NO_SIDE_EFFECTS__
export const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    // a failed load is retried at the next call
    if (made.value instanceof Promise) made.value.catch(() => (made = undefined));
    return made.value;
  };
};

const dynamoDb = once(() => dynamoDbClient());

export const clock = once(() => systemClock);
export const ids = once(() => systemIds);
export const passwords = once(() => systemPasswords);
export const describe = once(() => describeDeployment);

const tableIn = (name: string, of: string) => ({
  client: dynamoDb(),
  table: variable(name, `the name of the table of ${of}`),
  clock: clock(),
});
export const deploymentsTable = () => tableIn('DEPLOYMENTS_TABLE', 'deployments');

export const deployments = once(() => countedDeployments(deploymentTable(deploymentsTable()), emit, clock()));
export const attempts = once(() =>
  countedAttempts(attemptTable(deploymentsTable()), emit, reportFailingProviders(providerRecord(deploymentsTable()))),
);
export const timeline = once(() => countedTimeline(timelineTable(deploymentsTable()), emit));
export const idempotentRequests = once(() => requestTable(deploymentsTable()));
export const resources = once(() =>
  resourceTable({
    ...deploymentsTable(),
    deployments: deploymentsTable().table,
    table: variable('RESOURCES_TABLE', 'the name of the table of resources'),
  }),
);

export const filesBucket = () => ({
  client: s3Client(),
  bucket: variable('FILES_BUCKET', 'the name of the bucket of files'),
});
export const files = once(() => countedLog(s3Files(filesBucket()), deploymentsTable));
export const ended = once(() => endedDeployments(deploymentsTable(), bounds.endedDaysSet()));
export const repeatPorts = { ended, idempotentRequests };
export const endedFiles = once(() => s3EndedFiles(filesBucket()));

const stateMachines = {
  CREATE: 'CREATE_DEPLOYMENT_WORKFLOW',
  UPDATE: 'UPDATE_DEPLOYMENT_WORKFLOW',
  DELETE: 'DELETE_DEPLOYMENT_WORKFLOW',
  ACTION: 'ACT_ON_RESOURCE_WORKFLOW',
  NOTIFY: 'NOTIFY_CALLBACK_WORKFLOW',
  EVENT: 'FIRE_SCHEDULE_WORKFLOW',
} as const;

const stateMachine = (workflow: keyof typeof stateMachines): string =>
  variable(stateMachines[workflow], 'the ARN of a state machine');

export const workflows = once(() => sfnWorkflows({ client: stepFunctionsClient(), stateMachine }));
export const executions = once(() => sfnExecutions({ client: stepFunctionsClient(), stateMachine }));

export const operationSweepQueue = once(() => sweepQueue.operationSweepQueue(deploymentsTable()));
export const actionSweepQueue = once(() => sweepQueue.actionSweepQueue(deploymentsTable()));
export const callbackSweepQueue = once(() => sweepQueue.callbackSweepQueue(deploymentsTable()));
export const eventSweepQueue = once(() => sweepQueue.eventSweepQueue(scheduleEventsTable()));
/** The ports for queueing a callback. */
export const notifyPorts = { callbackSweepQueue, describe, files, workflows };
export const sweeps = once(() => countedSweeps(emit));
export const resumptions = once(bounds.resumptionsSet);
export const checksEarly = once(bounds.checksEarlySet);

export const secrets = once(() => storedSecrets(optionalVariable('SECRETS_FILE'), clock()));

const providerList = once(providersInEnvironment);

const ranking = () => conform(rankingSchema, variable('RANKING', 'the name of a ranking strategy'));

/** Addresses of other services: the answer of GET /configuration. */
export const serviceAddresses = once(() =>
  jsonVariable('SERVICE_ADDRESSES', '{"im_url": ..., "<service>_url": ...}', recordOf(v.string(), v.string())),
);

/** Ranked by a federation if its services are configured, else the configured list. */
export const providers = once((): Providers => {
  const list = providerList();
  const services = serviceAddresses();
  if (!isFederated(services)) return configuredProviders(list, ranking());
  const made = once(async () => {
    const { federatedProviders, federationAt } = await federation();
    return federatedProviders(federationAt(services), list, {
      organisation: organisationOf,
      token: ownersToken(delegations()),
      services: await federatedServices(),
    });
  });
  return { get: async (id) => (await made()).get(id), rank: async (request) => (await made()).rank(request) };
});

/** Most installations have no federation: its adapters are loaded when first used (docs/decisions/0009). */
const federation = once(() => import('./adapters/federation/federation.ts'));

const federatedServices = once(async () => {
  const { cmdbServices } = await federation();
  return cmdbServices({ url: serviceAddresses()['cmdb_url'] ?? '', clock: clock() });
});

/** Access for the owner of the deployment that is worked on; undefined without a federation. */
const derivedAccessOf = async (providerId: string): Promise<Access | undefined> => {
  const deploymentId = currentDeployment();
  if (!isFederated(serviceAddresses()) || deploymentId === undefined) return undefined;
  const services = await federatedServices();
  const [service, deployment] = await Promise.all([services.find(providerId), deployments().find(deploymentId)]);
  if (!service || !deployment) return undefined;
  const { issuer } = deployment.createdBy;
  const { derivedAccess } = await federation();
  return derivedAccess(service, { issuer, customer: deployment.userGroup ?? organisationOf(issuer) });
};

/** Functions that only look up a provider have no issuers. */
const organisationOf = (issuer: string): string | undefined =>
  trustedIssuers().find((one) => one.issuer === issuer)?.organisation;

export const deployerOf = once(() =>
  deployersFor({
    clock: clock(),
    federated: isFederated(serviceAddresses()),
    files: filesBucket,
    configured: providerList(),
    derived: derivedAccessOf,
    secrets: secrets(),
    token: ownersToken(delegations()),
    vault: storedCredentials(),
  }),
);
export const plannerOf = once(() => plannersFor(providerList()));
export const creationPreviewOf = once(() => creationPreviews(providerList()));
export const updatePreviewOf = once(() =>
  updatePreviews(providerList(), { clock: clock(), secrets: secrets(), files: filesBucket }),
);
/** The ports for ranking a template, and for telling what it becomes. */
export const creationDryRunPorts = { creationPreviewOf, providers };
export const updateDryRunPorts = { providers, updatePreviewOf };
/** The ports for sending a template to a provider. */
export const sendingPorts = { deployerOf, plannerOf };

/** The credentials that users stored for providers; undefined without a Vault. */
const storedCredentials = once(() => {
  const { vault_url: url } = serviceAddresses();
  return url ? vault({ url, role: optionalVariable('VAULT_ROLE') }) : undefined;
});

export const delegations = once(() =>
  lazyDelegations(
    () => trustedIssuers().some(({ tokenExchange }) => tokenExchange),
    async () => {
      const { encryptedDelegations } = await import('./adapters/tokens/encrypted-delegations.ts');
      const store = tokenStore(filesBucket());
      return encryptedDelegations(tokenKey(), { issuers: trustedIssuers(), secrets: secrets(), store, clock: clock() });
    },
  ),
);

export const clusterCredentials = once(() =>
  clusterKeys({ issuers: trustedIssuers(), secrets: secrets(), token: ownersToken(delegations()) }),
);

/** Undefined on a laptop, where the key that encrypts tokens is in the file of secrets. */
const tokenKey = (): string | undefined =>
  optionalVariable('SECRETS_FILE') === undefined ? optionalVariable('TOKEN_KEY') : undefined;

export const trustedIssuers = once(() =>
  jsonVariable(
    'TRUSTED_ISSUERS',
    '[{"issuer", "audience"?, "clientIds"?, "groupsClaim"?, "adminGroup"?, "jwksUri"?, "organisation"?}]',
    trustedIssuersSchema,
  ),
);

export const callers = once(() => tokenCallers({ issuers: trustedIssuers(), clock: clock() }));

/** True only on a laptop, where receivers of callbacks are on loopback too. */
export const callbacksToPrivateAddresses = once(bounds.privateCallbacks);

export const tolerance = once(bounds.toleratedOutages);
/** The limits of a request for a deployment. */
export const creationLimits = once(bounds.creationLimitsSet);
/** The ports for reading and judging such a request. */
export const creationPorts = { callbacksToPrivateAddresses, clusterCredentials, creationLimits, passwords };

/** Undefined: callbacks are not signed. */
const callbackKey = once(() => {
  const name = optionalVariable('CALLBACK_SECRET');
  return name === undefined ? undefined : () => secretMember(secrets(), name, 'key');
});

export const callbacks = once(() =>
  callbackSender({ allowPrivate: callbacksToPrivateAddresses(), secret: callbackKey() }),
);

/** The operator's types first, then the network. */
export const imports = once(() => withOperatorTypes(typeFiles(), httpsImports(bounds.importBounds())));

const typeFiles = () => {
  const folder = optionalVariable('TYPES_FOLDER');
  if (folder !== undefined) return typesIn(folder);
  return storedTypes({ client: s3Client(), bucket: variable('FILES_BUCKET', 'the name of the bucket of files') });
};

export const publicBaseUrl = once(answering.publicBaseUrl);
export const corsOrigin = once(answering.corsOrigin);
export const createdByEverywhere = once(answering.createdByEverywhere);
/** The ports of every route. */
export const linkPorts = { corsOrigin, publicBaseUrl };

const schedulesTable = () => tableIn('SCHEDULES_TABLE', 'schedules');

export const schedules = once(() => scheduleTable(schedulesTable()));
export const scheduleIndex = once(() => watchIndex(schedulesTable()));
export const scheduleEventsTable = () => tableIn('SCHEDULE_EVENTS_TABLE', 'events of schedules');

export const scheduleEvents = once(() => countedEvents(eventTable(scheduleEventsTable()), emit));
export const deploymentsById = once(() => deploymentsByKey(deploymentsTable()));

export const eventWorkflows = once(() =>
  sfnEventWorkflows(stepFunctionsClient(), variable('FIRE_SCHEDULE_WORKFLOW', 'the ARN of a state machine')),
);

export const fileConfiguration = once(configuredFiles);

export const replicas = once(() => s3Replicas({ clientFor: copyingClients(fileConfiguration().elements) }));
