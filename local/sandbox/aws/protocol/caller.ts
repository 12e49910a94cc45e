/** Who sends a request, by the access key with which it is signed. */

import type { Caller } from '../calls/call.ts';
import { madeRole } from '../iam/made-roles.ts';
import { functionOf, isFunctionKey, roleOf, roleOfSession } from '../iam/principals.ts';
import { accounts, type Session, type World } from '../world/world.ts';
import { AwsRefusal } from './refusal.ts';

export interface Headers {
  readonly [name: string]: string | string[] | undefined;
}

export interface Scope {
  readonly accessKey: string;
  readonly region: string;
  readonly service: string;
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
