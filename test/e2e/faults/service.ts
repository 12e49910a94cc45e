/** The service out of its real adapters, over the wire. Made anew for each cell: nothing is remembered from one to the next. */

import { directFiles } from '../../../local/direct/files.ts';
import { directTables } from '../../../local/direct/tables.ts';
import { s3Client } from '../../../src/adapters/aws/s3.ts';
import { stepFunctionsClient } from '../../../src/adapters/aws/step-functions.ts';
import { batchAccountOf } from '../../../src/adapters/batch/account.ts';
import { awsBatch } from '../../../src/adapters/batch/batch.ts';
import { planner as jobsPlanner } from '../../../src/adapters/batch/planner.ts';
import { outsideRequest } from '../../../src/adapters/callbacks/address-guard.ts';
import { callbacks } from '../../../src/adapters/callbacks/callback.ts';
import { accountOf } from '../../../src/adapters/cloudformation/account.ts';
import { cloudFormation } from '../../../src/adapters/cloudformation/cloudformation.ts';
import { planner as stackPlanner } from '../../../src/adapters/cloudformation/planner.ts';
import { systemClock, systemIds, systemPasswords } from '../../../src/adapters/environment/system.ts';
import { isFederated } from '../../../src/adapters/federation/addresses.ts';
import { federatedProviders, federationAt } from '../../../src/adapters/federation/providers.ts';
import { vault } from '../../../src/adapters/federation/vault.ts';
import { endedFiles } from '../../../src/adapters/files/ended-files.ts';
import { files } from '../../../src/adapters/files/files.ts';
import { imports } from '../../../src/adapters/files/imports.ts';
import { storedTypes } from '../../../src/adapters/files/operator-types.ts';
import { callers } from '../../../src/adapters/identity/identity.ts';
import { infrastructureManager } from '../../../src/adapters/infrastructure-manager/infrastructure-manager.ts';
import { planner } from '../../../src/adapters/infrastructure-manager/planner.ts';
import { authorizationLines } from '../../../src/adapters/infrastructure-manager/provider-authorization.ts';
import { configuredProviders, providersSchema } from '../../../src/adapters/providers/configured.ts';
import { secretsManager, secretsManagerClient } from '../../../src/adapters/secrets/secrets-manager.ts';
import { attempts } from '../../../src/adapters/tables/attempts.ts';
import { claims } from '../../../src/adapters/tables/claims.ts';
import { dynamoDbClient } from '../../../src/adapters/tables/client.ts';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { endedDeployments } from '../../../src/adapters/tables/ended-deployments.ts';
import { idempotentRequests } from '../../../src/adapters/tables/idempotent-requests.ts';
import { possibleOrphans } from '../../../src/adapters/tables/possible-orphans.ts';
import { resources } from '../../../src/adapters/tables/resources.ts';
import { actionSweepQueue, callbackSweepQueue } from '../../../src/adapters/tables/sweep-queues.ts';
import { timeline } from '../../../src/adapters/tables/timeline.ts';
import { versions } from '../../../src/adapters/tables/versions.ts';
import { delegations } from '../../../src/adapters/tokens/delegations.ts';
import { tokenStore } from '../../../src/adapters/tokens/store.ts';
import { ownersToken } from '../../../src/adapters/tokens/use.ts';
import { workflows } from '../../../src/adapters/workflows/workflows.ts';
import { byKind, type DeployerKind } from '../../../src/domain/deployers/kinds.ts';
import type { Planner } from '../../../src/domain/deployers/planner.ts';
import { conform } from '../../../src/foundation/shape/examine.ts';
import { describeDeployment } from '../../../src/http/deployments/views.ts';
import { withOperatorTypes } from '../../../src/tosca/operator-types.ts';
import { localAws } from '../../support/engine.ts';
import { noClusterCredentials } from '../../support/no-clusters.ts';
import { noPreviews } from '../../support/no-previews.ts';
import { adoptionIn } from './adoption.ts';
import { detourOver, handledOverWire, overWire } from './aws-wire.ts';
import type { House } from './house.ts';

export type Service = ReturnType<typeof serviceIn>;

export interface ServiceOptions {
  /** where `https://types.example/…` is fetched from */
  readonly typesAt: string;
  /** of calls that no order can be given to: callbacks and imports */
  readonly deadlineMs: number;
  /** how often the SDK tries a call; default once */
  readonly tries?: number;
  /** of every provider; default: the Infrastructure Manager */
  readonly deployer?: DeployerKind;
}

export const serviceIn = (house: House, { typesAt, deadlineMs, tries, deployer }: ServiceOptions) => {
  const { clock, sandbox } = house;
  const store = clientsIn(house, tries);
  const table = { client: store.dynamoDb, table: house.engine.tables.deployments, clock };
  const secrets = secretsManager(store.secrets, clock);
  const issuers = sandbox.trustedIssuers;
  const { bucket } = house.engine;
  const entrusted = delegations({
    issuers,
    secrets,
    store: tokenStore({ client: store.s3, bucket }),
    clock,
    pause: async () => {},
  });
  const token = ownersToken(entrusted);
  const addresses = sandbox.federation.addresses;
  if (!isFederated(addresses)) throw new Error('the sandbox has every service');
  const federation = federationAt(addresses);
  const configured = conform(providersSchema, providersFor[deployer ?? 'infrastructure-manager'](sandbox));
  const clients = { ...clientsOf(house, tries), endpoint: sandbox.awsUrl };
  const outside = outsideRequest({ allowPrivate: true });
  return {
    clock,
    providerList: configured,
    ids: systemIds,
    passwords: systemPasswords,
    // tokens live in real time, whatever the clock of the test says
    callers: callers({ issuers, clock: systemClock }),
    publicBaseUrl: 'https://api.example',
    callbacksToPrivateAddresses: true,
    createdByEverywhere: false,
    describe: describeDeployment,
    clusterCredentials: noClusterCredentials,
    ...noPreviews,
    ...adoptionIn(house, { configured, secrets, clients }),
    tolerance: { outageMins: 20 }, // as much of an outage as shows it: each look costs a dozen requests
    orphans: possibleOrphans(table),
    claims: claims(table),
    ended: endedDeployments(table, 30),
    endedFiles: endedFiles({ client: store.s3, bucket }),
    deployments: deployments(table),
    attempts: attempts(table),
    timeline: timeline(table),
    versions: versions(table),
    idempotentRequests: idempotentRequests(table),
    resources: resources({
      ...table,
      table: house.engine.tables.resources,
      deployments: house.engine.tables.deployments,
    }),
    files: files({ client: store.s3, bucket }),
    delegations: entrusted,
    actionSweepQueue: actionSweepQueue(table),
    callbackSweepQueue: callbackSweepQueue(table),
    workflows: workflows({
      client: store.stepFunctions,
      stateMachine: (of) => `arn:aws:states:x:1:stateMachine:${of}`,
    }),
    callbacks: callbacks({ allowPrivate: true, deadlineMs }),
    imports: withOperatorTypes(
      storedTypes({ client: store.s3, bucket }),
      imports({
        deadlineMs,
        request: (url, request) => outside(new URL(url.pathname, typesAt), request),
      }),
    ),
    providers:
      deployer === undefined
        ? federatedProviders(federation, configured, { organisation: () => 'sandbox', token })
        : configuredProviders(configured),
    plannerOf: byKind<Planner>(configured, {
      'infrastructure-manager': () => planner,
      cloudformation: () => stackPlanner,
      batch: () => jobsPlanner,
    }),
    deployerOf: byKind(configured, {
      batch: awsBatch({
        clock,
        clients,
        accountOf: (id) => batchAccountOf(configured, id, secrets),
      }),
      cloudformation: cloudFormation({
        clock,
        clients,
        accountOf: (id) => accountOf(configured, id, secrets),
      }),
      'infrastructure-manager': infrastructureManager({
        url: sandbox.imUrl,
        authorization: authorizationLines({
          configured,
          secrets,
          ownSecret: sandbox.imSecret,
          token,
          vault: vault({ url: addresses['vault_url'] ?? '' }),
        }),
      }),
    }),
  };
};

/** The tenant's account, whose role has to be assumed, and after it another region. Everybody may use both. */
const stackProviders = ({ providers }: House['sandbox']) =>
  ['sandbox-aws-tenant', 'sandbox-aws-eu-central-1'].flatMap((wanted, index) =>
    providers
      .filter(({ id }) => id === wanted)
      .map(({ groups: _everybodys, ...one }) => ({ ...one, priority: index + 1 })),
  );

const providersFor: { readonly [kind in DeployerKind]: (sandbox: House['sandbox']) => readonly object[] } = {
  'infrastructure-manager': ({ providers }) => providers,
  cloudformation: stackProviders,
  batch: ({ providers }) => providers.filter(({ deployer }) => deployer === 'batch'),
};

const clientsOf = ({ wire }: House, maxAttempts = 1) => ({
  credentials: localAws.credentials,
  maxAttempts,
  extensions: [handledOverWire(wire)],
});

/** Only what goes astray needs the SDK's clients of the stores: all else goes without them, which takes a tenth of the time. */
export const clientsIn = ({ engine, aws, wire, connections }: House, maxAttempts = 1) => {
  const shared = { ...localAws, maxAttempts };
  const { dynamoDb, s3 } = engine.endpoints;
  const tables = overWire(dynamoDbClient({ ...shared, endpoint: dynamoDb }), wire);
  const buckets = overWire(s3Client({ ...shared, endpoint: s3, forcePathStyle: true }), wire);
  return {
    dynamoDb: directTables(tables, dynamoDb, {
      connections: connections.dynamoDb,
      detour: detourOver(wire, dynamoDb),
    }).client,
    s3: directFiles(buckets, s3, { connections: connections.s3, detour: detourOver(wire, s3) }).client,
    stepFunctions: overWire(stepFunctionsClient({ ...shared, endpoint: aws.url }), wire),
    secrets: overWire(secretsManagerClient({ ...shared, endpoint: aws.url }), wire),
  };
};
