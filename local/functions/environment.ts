/** The environment of the functions on a laptop: the template's variables, with the laptop's own addresses. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeDirectory } from '../machine/home-directory.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { storageElements } from '../storage/storage-elements.ts';
import { region } from '../template/names.ts';

export interface Surroundings {
  /** variables of the template */
  readonly template: Readonly<Record<string, string>>;
  readonly dynamoDb: string;
  readonly s3: string;
  readonly stepFunctions: string;
  readonly letters: string;
  readonly sandbox: Sandbox;
  readonly secretsFile: string;
  /** address of the bus that the template names; absent: it names none */
  readonly teamBus?: string;
  /** folder of the built dashboard */
  readonly dashboard?: string;
}

/** Never the user's own credentials: nothing here may reach a real account. */
export const localKey = 'local';
const noAccount = { AWS_ACCESS_KEY_ID: localKey, AWS_SECRET_ACCESS_KEY: 'local', AWS_REGION: region };

/** Variables of the template that only make sense in the cloud. */
const cloudOnly = ['PUBLIC_BASE_URL'];

/** The secret that signs callbacks. On a laptop its key is public, so that people can try out receivers. */
const callbackSecret = 'callbacks';

/**
 * Sets the functions' variables in this process, and writes the secrets file. Variables that the user has set stay, so that
 * a real IM can replace the sandbox.
 */
export const setEnvironment = (surroundings: Surroundings): void => {
  const secrets = { ...surroundings.sandbox.secrets, [callbackSecret]: { key: 'laptop-callback-key' } };
  writeFileSync(surroundings.secretsFile, JSON.stringify(secrets), { mode: 0o600 });
  for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN']) delete process.env[name];
  Object.assign(process.env, noAccount);
  for (const [name, value] of Object.entries(variables(surroundings))) process.env[name] ||= value;
};

const variables = ({
  template,
  dynamoDb,
  s3,
  stepFunctions,
  letters,
  sandbox,
  secretsFile,
  teamBus,
  dashboard = '',
}: Surroundings) => ({
  ...Object.fromEntries(Object.entries(template).filter(([name]) => !cloudOnly.includes(name))),
  AWS_ENDPOINT_URL_DYNAMODB: dynamoDb,
  AWS_ENDPOINT_URL_S3: s3,
  AWS_ENDPOINT_URL_SFN: stepFunctions,
  AWS_ENDPOINT_URL_SQS: letters,
  ...(teamBus !== undefined && { AWS_ENDPOINT_URL_EVENTBRIDGE: teamBus }),
  ...(sandbox.awsUrl && {
    AWS_ENDPOINT_URL_CLOUDFORMATION: sandbox.awsUrl,
    AWS_ENDPOINT_URL_EC2: sandbox.awsUrl,
    AWS_ENDPOINT_URL_SSM: sandbox.awsUrl,
    AWS_ENDPOINT_URL_STS: sandbox.awsUrl,
    AWS_ENDPOINT_URL_BATCH: sandbox.awsUrl,
    AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: sandbox.awsUrl,
  }),
  DASHBOARD_FILES: dashboard,
  TYPES_FOLDER: join(homeDirectory(), 'types'),
  CALLERS_COUNTED_BY: 'this process',
  CALLBACKS_TO_PRIVATE_ADDRESSES: 'true',
  CHECK_EARLY: 'true',
  // the user's own secrets file may lack this secret: then callbacks are not signed
  CALLBACK_SECRET: process.env['SECRETS_FILE'] ? '' : callbackSecret,
  IM_URL: sandbox.imUrl,
  IM_SECRET: sandbox.imSecret,
  PROVIDERS: JSON.stringify(sandbox.providers),
  PROVIDER_DEFAULTS: '{}',
  SECRETS_FILE: secretsFile,
  STORAGE_ELEMENTS: JSON.stringify(storageElements),
  SERVICE_ADDRESSES: JSON.stringify({
    im_url: process.env['IM_URL'] || sandbox.imUrl,
    ...sandbox.federation?.addresses,
  }),
  // its present address: with another PORT than the first one, the issuer's name leads nowhere
  LOGINS: JSON.stringify([{ issuer: sandbox.issuer, name: 'sandbox', clientId: 'toscanini', scope: 'openid email' }]),
  TRUSTED_ISSUERS: JSON.stringify(sandbox.trustedIssuers),
});
