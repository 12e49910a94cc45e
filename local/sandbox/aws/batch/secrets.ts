/** Secrets of jobs: the role that starts the container reads them, from Parameter Store or from Secrets Manager. */

import { deniedBecause } from '../iam/authorize.ts';
import { roleOf } from '../iam/principals.ts';
import { type Bag, bagsOf, textOf } from '../protocol/json.ts';
import type { Place } from '../world/place.ts';

/** The variables that a container gets; a text: why it cannot start. */
export const secretsOf = (place: Place, container: Bag): { readonly [name: string]: string } | string => {
  const found: { [name: string]: string } = {};
  for (const secret of bagsOf(container['secrets'])) {
    const [name, from] = [textOf(secret['name']) ?? '', textOf(secret['valueFrom']) ?? ''];
    const value = readSecret(place, textOf(container['executionRoleArn']), from);
    if (typeof value === 'string') return `${failed} ${value}`;
    found[name] = value.text;
  }
  return found;
};

const failed =
  'ResourceInitializationError: unable to pull secrets or registry auth: execution resource retrieval failed:';

type Read = { readonly text: string } | string;

const readSecret = (place: Place, role: string | undefined, from: string): Read => {
  const isParameter = !from.startsWith('arn:') || from.split(':')[2] === 'ssm';
  const name = isParameter ? parameterName(from) : from;
  const [action, store] = isParameter ? ['ssm:GetParameters', 'ssm'] : ['secretsmanager:GetSecretValue', 'asm'];
  const said = `unable to retrieve secret from ${store}: service call has been retried 1 time(s):`;
  const resource = isParameter ? `arn:aws:ssm:${place.region}:${place.account}:parameter${name}` : from;
  const refused = role === undefined ? 'it has no execution role' : denied(role, { action, resource, context: {} });
  if (refused !== undefined) return `${said} AccessDeniedException: ${refused}`;
  const value = isParameter ? parameter(place, name) : undefined;
  if (value !== undefined) return { text: value };
  return isParameter
    ? `${said} invalid ssm parameters: ${name}`
    : `${said} failed to fetch secret ${name} from secrets manager: ResourceNotFoundException: Secrets Manager can't find the specified secret.`;
};

const denied = (role: string, request: Parameters<typeof deniedBecause>[2]): string | undefined => {
  const session = `${role.replace(':iam:', ':sts:').replace(':role/', ':assumed-role/')}/container`;
  return deniedBecause(session, roleOf(role) ?? { identity: [] }, request);
};

/** With its slash, from an ARN or a name. */
const parameterName = (from: string): string => {
  const name = from.startsWith('arn:') ? from.split(':parameter').slice(1).join(':parameter') : from;
  return name.startsWith('/') ? name : `/${name}`;
};

const parameter = ({ parameters = {} }: Place, name: string): string | undefined =>
  (parameters[name] ?? parameters[name.slice(1)])?.value;
