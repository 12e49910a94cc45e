import { ArnFormat, type Stack } from 'aws-cdk-lib';
import { parameterOf } from '../../src/adapters/secrets/secrets.ts';
import { folderOf, type Purpose, pathOf } from '../configuration/secret-folders.ts';
import type { Statement } from '../rights/statement.ts';
import { usingKey, type World } from './grant.ts';

/** Lets a function read these secrets of Secrets Manager and Parameter Store; each folder is granted as a whole. */
export const readingSecrets = (
  { stack, configuration, data }: Pick<World, 'stack' | 'configuration' | 'data'>,
  secrets: readonly string[],
  purpose: Purpose,
): readonly Statement[] => {
  const resources = (wanted: readonly string[], arn: (path: string) => string, end: string) => {
    const named = wanted.map(pathOf).map((path) => {
      const folder = folderOf(path, purpose, configuration);
      return arn(folder === undefined ? `${path}${end}` : `${folder}/*`);
    });
    return [...new Set(named)];
  };
  const isParameter = (secret: string) => parameterOf(secret) !== undefined;
  const others = secrets.filter((secret) => !isParameter(secret));
  return [
    ...reading('secretsmanager:GetSecretValue', usingKey(data, 'secretsmanager'), [
      ...resources(others, (path) => secretArn(stack, path), sixCharacters),
    ]),
    ...reading('ssm:GetParameter', usingKey(data, 'ssm'), [
      ...resources(secrets.filter(isParameter), (path) => parameterArn(stack, path), ''),
    ]),
  ];
};

/** Only the secrets of providers with stacks, which hold the external ids of roles. */
export const externalIds = (place: Parameters<typeof readingSecrets>[0]): readonly Statement[] => {
  const secrets = place.configuration.providers.flatMap(({ stack, secret }) => (stack && secret ? [secret] : []));
  return readingSecrets(place, secrets, 'providers');
};

const reading = (action: string, opening: Statement, resources: readonly string[]): readonly Statement[] =>
  resources.length === 0 ? [] : [{ actions: [action], resources }, opening];

/** Secrets Manager adds a dash and six characters to each ARN. */
const sixCharacters = '-??????';

const secretArn = (stack: Stack, resourceName: string): string =>
  stack.formatArn({
    service: 'secretsmanager',
    resource: 'secret',
    resourceName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

const parameterArn = (stack: Stack, resourceName: string): string =>
  stack.formatArn({ service: 'ssm', resource: 'parameter', resourceName, arnFormat: ArnFormat.SLASH_RESOURCE_NAME });
