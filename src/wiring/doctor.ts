/** The checks of the doctor, from the environment: the ports of functions/operators/doctor.ts. */

import * as v from 'valibot';
import { lambdaClient } from '../adapters/aws/lambda.ts';
import { s3Client } from '../adapters/aws/s3.ts';
import { batchAccountOf } from '../adapters/batch/account.ts';
import { awsBatch } from '../adapters/batch/batch.ts';
import { accountOf } from '../adapters/cloudformation/account.ts';
import { cloudFormation } from '../adapters/cloudformation/cloudformation.ts';
import { infrastructureChecks, secretCheck } from '../adapters/doctor/infrastructure.ts';
import { issuerChecks } from '../adapters/doctor/issuers.ts';
import { quotaChecks } from '../adapters/doctor/quotas.ts';
import { serviceChecks } from '../adapters/doctor/services.ts';
import { bucketChecks, tableChecks } from '../adapters/doctor/stores.ts';
import { jsonVariable, optionalVariable, variable } from '../adapters/environment/environment.ts';
import { copyingClients } from '../adapters/files/replicas.ts';
import { trustedIssuersSchema } from '../adapters/identity/issuers.ts';
import { authorizationLines } from '../adapters/infrastructure-manager/provider-authorization.ts';
import type { ConfiguredProvider } from '../adapters/providers/configured.ts';
import { providersInEnvironment } from '../adapters/providers/from-environment.ts';
import { dynamoDbClient } from '../adapters/tables/client.ts';
import { byKind } from '../domain/deployers/kinds.ts';
import type { DeployerOf } from '../domain/deployers/ports.ts';
import type { Check } from '../domain/doctor/examination.ts';
import { serviceAddresses } from './configured-providers.ts';
import { fileConfiguration } from './replicas.ts';
import { secrets as installedSecrets } from './secrets.ts';
import { clock as systemClock } from './system.ts';

/** In the order in which an operator corrects them. */
export const checks = () => (): readonly Check[] => {
  const issuers = jsonVariable('TRUSTED_ISSUERS', 'the trusted issuers', trustedIssuersSchema);
  const providers = providersInEnvironment();
  return [
    ...quotas(),
    ...issuerChecks(issuers),
    ...secretChecks(issuers, providers),
    ...infrastructure(providers),
    ...serviceChecks(serviceAddresses()),
    ...stores(),
  ];
};

/** A laptop has no quotas, and must not ask a real account for its own. */
const quotas = (): readonly Check[] => {
  if (process.env['AWS_LAMBDA_FUNCTION_NAME'] === undefined) return [];
  return quotaChecks(lambdaClient(), Number(variable('FILES_AT_ONCE', 'how many functions match files at once')));
};

const secretChecks = (
  issuers: v.InferOutput<typeof trustedIssuersSchema>,
  providers: readonly ConfiguredProvider[],
): readonly Check[] => {
  const secrets = installedSecrets();
  const own = optionalVariable('IM_SECRET');
  const callbacks = optionalVariable('CALLBACK_SECRET');
  const ofProviders = new Set(providers.flatMap(({ secret }) => secret ?? []));
  return [
    ...(own === undefined ? [] : [secretCheck(secrets, own, [], 'the Infrastructure Manager’s own line')]),
    ...(callbacks === undefined ? [] : [secretCheck(secrets, callbacks, ['key'], 'signs callbacks')]),
    ...issuers.flatMap(({ issuer, tokenExchange }) =>
      tokenExchange ? [secretCheck(secrets, tokenExchange.secret, ['clientSecret'], `of ${issuer}`)] : [],
    ),
    ...[...ofProviders].map((name) => secretCheck(secrets, name, [], 'of a provider')),
  ];
};

/** The deployers that stand in front of AWS accounts: they list what is there. */
const accountDeployers = (providers: readonly ConfiguredProvider[]): DeployerOf => {
  const [clock, secrets] = [systemClock(), installedSecrets()];
  const stacks = cloudFormation({ clock, accountOf: (id) => accountOf(providers, id, secrets) });
  const jobs = awsBatch({ clock, accountOf: (id) => batchAccountOf(providers, id, secrets) });
  return byKind(providers, { 'infrastructure-manager': stacks, cloudformation: stacks, batch: jobs });
};

const infrastructure = (providers: readonly ConfiguredProvider[]): readonly Check[] => {
  const secrets = installedSecrets();
  const deployerOf = accountDeployers(providers);
  const url = optionalVariable('IM_URL');
  if (url === undefined) return infrastructureChecks({ providers, secrets, deployerOf });
  const authorization = authorizationLines({
    configured: providers,
    secrets,
    ownSecret: variable('IM_SECRET', 'the name of a secret'),
    token: async () => undefined, // there is no user here
  });
  const form = optionalVariable('IM_AUTHORIZATION') === 'lines' ? 'lines' : 'json';
  const manager = { url, authorization, authorizationForm: form } as const;
  return infrastructureChecks({ manager, providers, secrets, deployerOf });
};

const stores = (): readonly Check[] => {
  const client = s3Client();
  const named = (name: string) => variable(name, 'the name of a table or bucket');
  const { elements } = fileConfiguration();
  const others = jsonVariable('OTHER_BUCKETS', 'a list of names', v.array(v.string()));
  const clientFor = copyingClients(elements);
  return [
    ...tableChecks(dynamoDbClient(), {
      deployments: named('DEPLOYMENTS_TABLE'),
      resources: named('RESOURCES_TABLE'),
      schedules: named('SCHEDULES_TABLE'),
      scheduleEvents: named('SCHEDULE_EVENTS_TABLE'),
    }),
    ...bucketChecks([
      { name: named('FILES_BUCKET'), use: 'templates and logs', client },
      { name: named('INCOMING_BUCKET'), use: 'arrived files', client },
      ...others.map((name) => ({ name, use: 'files.buckets', tells: true, client })),
      ...[...new Set(elements.map(({ bucket }) => bucket))].map((name) => ({
        name,
        use: 'files.elements',
        client: clientFor(name),
      })),
    ]),
  ];
};
