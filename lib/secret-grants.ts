import { ArnFormat, type Stack } from 'aws-cdk-lib';
import { parameterOf } from '../src/adapters/secrets.ts';
import type { Refuse } from '../src/domain/shape/schemas.ts';
import { type Statement, usingKey, type World } from './grants.ts';

/** Which secrets a function may read: a folder is one grant, however many secrets are in it. */

/** The folders in which an installation has its secrets: `<name>/providers/…` and `<name>/issuers/…`. */
export type Purpose = 'providers' | 'issuers';

/** Secrets in no folder are granted one by one, and a policy has an end. */
export const mostOutside = 10;

interface Folders {
  readonly name: string;
  readonly secretFolders: readonly string[];
}

/** What a secret is called without the "ssm:/" of a parameter. */
const pathOf = (secret: string): string => parameterOf(secret)?.slice(1) ?? secret;

/** The folder that a secret lies in; undefined: in none that is granted as a whole. */
const folderOf = (path: string, purpose: Purpose, { name, secretFolders }: Folders): string | undefined =>
  [`${name}/${purpose}`, ...secretFolders].find((folder) => path.startsWith(`${folder}/`));

/** To read these secrets, of Secrets Manager and of Parameter Store; each folder is granted as a whole. */
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

const reading = (action: string, opening: Statement, resources: readonly string[]): readonly Statement[] =>
  resources.length === 0 ? [] : [{ actions: [action], resources }, opening];

/** Secrets Manager ends each ARN in six characters of its own. */
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

/** More secrets outside of folders than a policy has room for. */
export const refuseScattered = (
  secrets: readonly string[],
  purpose: Purpose,
  folders: Folders,
  refuse: Refuse,
): void => {
  const outside = new Set(secrets.filter((secret) => folderOf(pathOf(secret), purpose, folders) === undefined));
  if (outside.size > mostOutside)
    refuse(
      [purpose],
      `${outside.size} of their secrets are outside of ${folders.name}/${purpose}/, and ${mostOutside} may be: put them there, or name their folder in secretFolders`,
    );
};
