/**
 * Environment -> ports (docs/decisions/0001). One lazy factory for each port, so that a function bundles, builds and
 * asks the environment for no more than it uses.
 */

import * as z from 'zod';
import { s3Client, secretsManagerClient, stepFunctionsClient } from './adapters/aws.ts';
import { callbacks as callbackSender } from './adapters/callback.ts';
import { jsonVariable, optionalVariable, variable } from './adapters/environment.ts';
import { files as s3Files } from './adapters/files.ts';
import { callers as tokenCallers } from './adapters/identity.ts';
import { infrastructureManager as imClient } from './adapters/im.ts';
import { imports as httpsImports } from './adapters/imports.ts';
import { trustedIssuersSchema } from './adapters/issuers.ts';
import { authorizationLines, configuredProviders, providersSchema } from './adapters/providers.ts';
import { secretsFile, secretsManager } from './adapters/secrets.ts';
import { systemClock, systemIds } from './adapters/system.ts';
import { attempts as attemptTable } from './adapters/tables/attempts.ts';
import { dynamoDbClient } from './adapters/tables/client.ts';
import { deployments as deploymentTable } from './adapters/tables/deployments.ts';
import { keyedRequests as requestTable } from './adapters/tables/keyed-requests.ts';
import { resources as resourceTable } from './adapters/tables/resources.ts';
import { workflows as sfnWorkflows } from './adapters/workflows.ts';
import { describeDeployment } from './http/views.ts';

// @__NO_SIDE_EFFECTS__
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

const dynamoDb = once(() => dynamoDbClient());

export const clock = once(() => systemClock);
export const ids = once(() => systemIds);
export const describe = once(() => describeDeployment);

const deploymentsTable = () => ({
  client: dynamoDb(),
  table: variable('DEPLOYMENTS_TABLE', 'the name of the table of deployments'),
  clock: clock(),
});

export const deployments = once(() => deploymentTable(deploymentsTable()));
export const attempts = once(() => attemptTable(deploymentsTable()));
export const keyedRequests = once(() => requestTable(deploymentsTable()));
export const resources = once(() =>
  resourceTable({
    client: dynamoDb(),
    table: variable('RESOURCES_TABLE', 'the name of the table of resources'),
    clock: clock(),
  }),
);

export const files = once(() =>
  s3Files({ client: s3Client(), bucket: variable('FILES_BUCKET', 'the name of the bucket of templates and logs') }),
);

const stateMachines = {
  CREATE: 'CREATE_DEPLOYMENT_WORKFLOW',
  UPDATE: 'UPDATE_DEPLOYMENT_WORKFLOW',
  DELETE: 'DELETE_DEPLOYMENT_WORKFLOW',
  NOTIFY: 'NOTIFY_CALLBACK_WORKFLOW',
} as const;

export const workflows = once(() =>
  sfnWorkflows({
    client: stepFunctionsClient(),
    stateMachine: (workflow) => variable(stateMachines[workflow], 'the ARN of a state machine'),
  }),
);

export const secrets = once(() => {
  const file = optionalVariable('SECRETS_FILE');
  return file === undefined ? secretsManager(secretsManagerClient(), clock()) : secretsFile(file, clock());
});

const providerList = once(() =>
  jsonVariable('PROVIDERS', '[{"id", "name", "priority", "groups"?, "credentials", "secret"?}]', providersSchema),
);

export const providers = once(() => configuredProviders(providerList()));

export const infrastructureManager = once(() =>
  imClient({
    url: variable('IM_URL', 'the address of the Infrastructure Manager, such as https://im.example.org/im'),
    authorization: authorizationLines(
      providerList(),
      secrets(),
      variable('IM_SECRET', "the name of the secret with the Infrastructure Manager's own authorization line"),
    ),
  }),
);

export const callers = once(() =>
  tokenCallers({
    issuers: jsonVariable(
      'TRUSTED_ISSUERS',
      '[{"issuer", "audience"?, "groupsClaim"?, "adminGroup"?, "jwksUri"?}]',
      trustedIssuersSchema,
    ),
    clock: clock(),
  }),
);

/** `true` only on a laptop, where receivers of callbacks are on loopback too. */
export const callbacksToPrivateAddresses = once(
  () => optionalVariable('CALLBACKS_TO_PRIVATE_ADDRESSES')?.toLowerCase() === 'true',
);

export const callbacks = once(() => callbackSender({ allowPrivate: callbacksToPrivateAddresses() }));
export const imports = once(() => httpsImports());

/** Base of every link; undefined: as the request came in. */
export const publicBaseUrl = once(() => optionalVariable('PUBLIC_BASE_URL'));

/** `true` shows in create and single get who made a deployment, for the sake of old dashboards. */
export const createdByInDetails = once(() => optionalVariable('CREATED_BY_IN_DETAILS')?.toLowerCase() === 'true');

/** What GET /configuration answers. */
export const serviceAddresses = once(() =>
  jsonVariable('SERVICE_ADDRESSES', '{"im_url": ..., "<service>_url": ...}', z.record(z.string(), z.string())),
);
