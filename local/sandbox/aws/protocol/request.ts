/** Who calls which action of which service, from the request as the SDK signs it. */

import { services } from '../calls/actions.ts';
import type { Caller } from '../calls/call.ts';
import { madeRole } from '../iam/made-roles.ts';
import { functionOf, isFunctionKey, roleOf, roleOfSession } from '../iam/principals.ts';
import { accounts, type Session, type World } from '../world/world.ts';
import { readForm } from './form.ts';
import { type Bag, textOf } from './json.ts';
import { AwsRefusal, unsupported } from './refusal.ts';

export interface Headers {
  readonly [name: string]: string | string[] | undefined;
}

export interface Scope {
  readonly accessKey: string;
  readonly region: string;
  readonly service: string;
}

/** `Credential=<access key>/<date>/<region>/<service>/aws4_request`; the signature itself is not checked. */
export function scopeOf(headers: Headers): Scope {
  const found = /Credential=([^/]+)\/\d+\/([^/]+)\/([^/]+)\/aws4_request/.exec(String(headers['authorization'] ?? ''));
  const [, accessKey, region, service] = found ?? [];
  if (!accessKey || !region || !service)
    throw new AwsRefusal('MissingAuthenticationToken', 'Missing Authentication Token', 403);
  if (!services[service]) throw unsupported(`the service ${service}: it has ${Object.keys(services).join(', ')}`);
  return { accessKey, region, service };
}

/**
 * A key that a role gave out means that role. A key with the name of a function means the role of that function. A key that is
 * an account's number means the administrator of that account. Any other key means the administrator of the first account.
 */
export function callerOf(world: World, { accessKey }: Scope, headers: Headers, now: number): Caller {
  const session = world.sessions.get(accessKey);
  if (session && session.token === headers['x-amz-security-token']) {
    if (session.expiresAt > now) return withPolicies(world, session);
    throw new AwsRefusal('ExpiredToken', 'The security token included in the request is expired', 403);
  }
  const named = isFunctionKey(accessKey) ? functionOf(accessKey) : undefined;
  if (named) return named;
  if (session || accessKey.startsWith('ASIA') || isFunctionKey(accessKey))
    throw new AwsRefusal('InvalidClientTokenId', 'The security token included in the request is invalid.', 403);
  const account = accounts.find((one) => one === accessKey) ?? accounts[0];
  return { account, arn: `arn:aws:iam::${account}:user/sandbox` };
}

/** A role of which neither the installation nor a stack says anything may do nothing. */
const withPolicies = (world: World, session: Session): Caller => {
  const role = roleOfSession(session.arn);
  const policies = roleOf(role) ?? { identity: madeRole(world.places(), role) ?? [] };
  return { ...session, policies: { ...policies, session: session.statements } };
};

export interface Request {
  readonly action: string;
  readonly params: Bag;
}

/** `/v1/submitjob` is SubmitJob. */
function restAction(service: string, path: string): string {
  const name = path.split('/').at(-1)?.toLowerCase();
  return Object.keys(services[service]?.actions ?? {}).find((action) => action.toLowerCase() === name) ?? path;
}

export function requestOf(service: string, headers: Headers, body: string, path: string): Request {
  if (services[service]?.protocol === 'rest')
    return { action: restAction(service, path), params: JSON.parse(body || '{}') as Bag };
  if (services[service]?.protocol === 'json') {
    const action = String(headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    return { action, params: JSON.parse(body || '{}') as Bag };
  }
  const { Action: action, Version: _version, ...params } = readForm(body);
  return { action: textOf(action) ?? '', params };
}
