/** STS: who calls, and the roles of other accounts. */

import { randomUUID } from 'node:crypto';
import type { Statement } from '../iam/policy.ts';
import { AwsRefusal } from '../protocol/refusal.ts';
import { tenantExternalId, tenantRole } from '../world/world.ts';
import { type Actions, required, text } from './call.ts';

const random = (length: number): string => randomUUID().replaceAll('-', '').toUpperCase().slice(0, length);

const statementsIn = (policy: string): readonly Statement[] => {
  try {
    return [(JSON.parse(policy) as { readonly Statement: Statement | readonly Statement[] }).Statement].flat();
  } catch (cause) {
    throw new AwsRefusal('MalformedPolicyDocument', `This policy contains invalid Json: ${cause}`);
  }
};

const shortest = 900;
const longest = 43_200;

export const identityActions: Actions = {
  GetCallerIdentity: {
    accepts: [],
    handle: ({ caller }) => ({ Arn: caller.arn, UserId: `AIDA${caller.account}`, Account: caller.account }),
  },
  AssumeRole: {
    accepts: ['RoleArn', 'RoleSessionName', 'ExternalId', 'DurationSeconds', 'Policy'],
    handle: (call) => {
      const role = required(call, 'RoleArn');
      const name = required(call, 'RoleSessionName');
      if (!/^[\w+=,.@-]{2,64}$/.test(name))
        throw new AwsRefusal(
          'ValidationError',
          `1 validation error detected: Value '${name}' at 'roleSessionName' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\w+=,.@-]*`,
        );
      const seconds = Number(text(call, 'DurationSeconds') ?? 3600);
      if (!(seconds >= shortest && seconds <= longest))
        throw new AwsRefusal(
          'ValidationError',
          `1 validation error detected: Value '${seconds}' at 'durationSeconds' failed to satisfy constraint`,
        );
      if (role !== tenantRole || text(call, 'ExternalId') !== tenantExternalId) {
        throw new AwsRefusal(
          'AccessDenied',
          `User: ${call.caller.arn} is not authorized to perform: sts:AssumeRole on resource: ${role}`,
          403,
        );
      }
      const [, , , , account = '', path = ''] = role.split(':');
      const key = `ASIA${random(16)}`;
      const arn = `arn:aws:sts::${account}:assumed-role/${path.split('/').at(-1)}/${name}`;
      const policy = text(call, 'Policy');
      const session = {
        ...{ account, arn, token: random(32), expiresAt: call.now + seconds * 1000 },
        ...(policy !== undefined && { statements: statementsIn(policy) }),
      };
      call.world.sessions.set(key, session);
      return {
        Credentials: {
          AccessKeyId: key,
          SecretAccessKey: random(32),
          SessionToken: session.token,
          Expiration: new Date(session.expiresAt),
        },
        AssumedRoleUser: { AssumedRoleId: `AROA${random(16)}:${name}`, Arn: arn },
        PackedPolicySize: 0,
      };
    },
  },
};
