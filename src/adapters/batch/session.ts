/** The clients of one provider. Loaded at the first call. */

import { BatchClient } from '@aws-sdk/client-batch';
import type { Clock } from '../../foundation/clock.ts';
import { clientTimeouts } from '../aws/clients.ts';
import type { ClientSettings } from '../cloudformation/sessions.ts';
import { optionalVariable } from '../environment/environment.ts';
import type { BatchAccount } from './account.ts';

export interface Session {
  readonly batch: BatchClient;
  /** never repeats a call by itself: a job that is submitted twice runs twice */
  readonly once: BatchClient;
  readonly region: string;
  readonly logGroup: string;
  /** address of CloudWatch Logs; absent: the region's own */
  readonly logsEndpoint: string | undefined;
}

/** Credentials that end soon are not used any more, in milliseconds. */
const spareMs = 300_000;

/** A session is kept while its credentials are good. */
export const sessionMaker = (clock: Clock, settings: ClientSettings = {}) => {
  const kept = new Map<string, { readonly session: Session; readonly until: number }>();
  return async (providerId: string, account: BatchAccount): Promise<Session> => {
    const known = kept.get(providerId);
    if (known && clock.now().getTime() < known.until) return known.session;
    const credentials = await credentialsFor(account, settings);
    const config = { ...clientTimeouts, ...settings, region: account.region, ...(credentials && { credentials }) };
    const session = {
      batch: new BatchClient(config),
      once: new BatchClient({ ...config, maxAttempts: 1 }),
      region: account.region,
      logGroup: account.logGroup,
      logsEndpoint: settings.endpoint ?? optionalVariable('AWS_ENDPOINT_URL_CLOUDWATCH_LOGS'),
    };
    const until = credentials === undefined ? Number.POSITIVE_INFINITY : credentials.expiration.getTime() - spareMs;
    kept.set(providerId, { session, until });
    return session;
  };
};

const credentialsFor = async (account: BatchAccount, settings: ClientSettings) => {
  if (account.roleArn === undefined) return undefined;
  const { assumed } = await import('../cloudformation/sessions.ts');
  return assumed(account, account.roleArn, settings);
};
