import type { ConfiguredProvider } from '../providers/configured.ts';
import { type Secrets, secretMember } from '../secrets/secrets.ts';
import type { AwsAccount } from './sessions.ts';

/** Where the stacks of a configured provider are made; undefined: it is not configured, or is of another kind. */
export const accountOf = (
  configured: readonly ConfiguredProvider[],
  providerId: string,
  secrets: Secrets,
): AwsAccount | undefined => {
  const { stack, secret } = configured.find(({ id }) => id === providerId) ?? {};
  if (stack === undefined) return undefined;
  const { region, roleArn, serviceRoleArn, tags } = stack;
  return {
    region,
    roleArn,
    serviceRoleArn,
    tags,
    externalId: secret === undefined ? undefined : () => secretMember(secrets, secret, 'externalId'),
  };
};
