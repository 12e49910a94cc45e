import type { AwsAccount } from '../aws/kept-sessions.ts';
import type { ConfiguredProvider } from '../providers/configured.ts';
import { type Secrets, secretMember } from '../secrets/secrets.ts';

/** Where the jobs of a provider run: region and, for another account, a role. */
export interface BatchAccount extends AwsAccount {
  readonly logGroup: string;
}

/** Where Batch writes the output of jobs, unless a definition names another place. */
const usualLogGroup = '/aws/batch/job';

/** Where the jobs of a configured provider run; undefined: it is not configured, or is of another kind. */
export const batchAccountOf = (
  configured: readonly ConfiguredProvider[],
  providerId: string,
  secrets: Secrets,
): BatchAccount | undefined => {
  const { batch, secret } = configured.find(({ id }) => id === providerId) ?? {};
  if (batch === undefined) return undefined;
  const { region, roleArn } = batch;
  return {
    region,
    roleArn,
    externalId: secret === undefined ? undefined : () => secretMember(secrets, secret, 'externalId'),
    logGroup: usualLogGroup,
  };
};
