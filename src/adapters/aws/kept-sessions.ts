/** Sessions with the credentials of this service or of a role of another account. No client is loaded here but that of STS. */

import type { Clock } from '../../foundation/clock.ts';
import { ProviderFailedError, ProviderUnavailableError } from '../../foundation/errors.ts';
import { clientDefaults } from './clients.ts';
import { answering, given } from './errors.ts';
import { type RoleCredentials, renewable } from './refused-sessions.ts';

/** The account and region of a provider. */
export interface AwsAccount {
  readonly region: string;
  /** of the account; absent: the account of this service */
  readonly roleArn?: string | undefined;
  /** what the role asks for */
  readonly externalId?: (() => Promise<string>) | undefined;
}

/** A role's credentials last an hour at most, since a role assumes it. */
const roleSeconds = 3_600;

/** Credentials that end soon are not used any more, in milliseconds. */
const spareMs = 300_000;

/** Addresses and credentials come from the environment, as the SDK documents. Tests pass their own. */
export interface ClientSettings {
  readonly endpoint?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly maxAttempts?: number;
  /** of the SDK: may lead requests elsewhere */
  readonly extensions?: { configure(configuration: { httpHandler(): object }): void }[];
}

/** What every client of a provider gets. */
const configOf = (
  { region }: AwsAccount,
  settings: ClientSettings,
  credentials: (() => Promise<RoleCredentials>) | undefined,
) => ({
  ...clientDefaults,
  ...settings,
  region,
  ...(credentials && { credentials }),
});

export type ClientConfig = ReturnType<typeof configOf>;

/**
 * Makes the session of a provider in a region at its first call, and keeps it while its credentials are good. Credentials of a role
 * that AWS refuses are asked for anew, and the call is sent once more (refused-sessions.ts).
 */
export const keptSessions = <Account extends AwsAccount, Made extends object>(
  { clock, settings }: { readonly clock: Clock; readonly settings: ClientSettings },
  make: (config: ClientConfig, account: Account) => Made,
) => {
  const kept = new Map<string, { readonly session: Made; readonly until: () => number }>();
  return async (providerId: string, account: Account): Promise<Made> => {
    const place = `${providerId} ${account.region}`;
    const known = kept.get(place);
    if (known && clock.now().getTime() < known.until()) return known.session;
    const { roleArn } = account;
    if (roleArn === undefined) {
      const session = make(configOf(account, settings, undefined), account);
      kept.set(place, { session, until: () => Number.POSITIVE_INFINITY });
      return session;
    }
    const role = renewable(await assumed(account, roleArn, settings), () => assumed(account, roleArn, settings), clock);
    const session = make(configOf(account, settings, role.credentials), account);
    role.watch(session);
    kept.set(place, { session, until: () => role.end() - spareMs });
    return session;
  };
};

/** If an operator removed the secret or wrote it badly, what was made with it still exists (docs/decisions/0024). */
const readable = async (externalId: () => Promise<string>): Promise<string> => {
  try {
    return await externalId();
  } catch (error) {
    if (!(error instanceof ProviderFailedError)) throw error;
    throw new ProviderUnavailableError(error.message, { cause: error, outageCause: 'credentials-refused' });
  }
};

const assumed = async (
  { region, externalId }: AwsAccount,
  RoleArn: string,
  settings: ClientSettings,
): Promise<RoleCredentials> => {
  const { AssumeRoleCommand, STSClient } = await import('@aws-sdk/client-sts');
  const ExternalId = externalId && (await readable(externalId));
  const client = new STSClient({ ...clientDefaults, ...settings, region });
  const request = {
    RoleArn,
    RoleSessionName: 'toscanini',
    DurationSeconds: roleSeconds,
    ...(ExternalId && { ExternalId }),
  };
  const answer = await answering('session', () => client.send(new AssumeRoleCommand(request)), ExternalId);
  const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = given(answer.Credentials, 'credentials');
  return {
    accessKeyId: given(AccessKeyId, 'an access key'),
    secretAccessKey: given(SecretAccessKey, 'a secret key'),
    sessionToken: given(SessionToken, 'a session token'),
    expiration: given(Expiration, 'an end of the session'),
  };
};
