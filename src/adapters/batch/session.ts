/** The clients of one provider. Loaded at the first call. */

import { BatchClient } from '@aws-sdk/client-batch';
import type { Clock } from '../../foundation/clock.ts';
import { type ClientSettings, keptSessions } from '../aws/kept-sessions.ts';
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

export const sessionMaker = (clock: Clock, settings: ClientSettings = {}) =>
  keptSessions(
    { clock, settings },
    (config, { logGroup }: BatchAccount): Session => ({
      batch: new BatchClient(config),
      once: new BatchClient({ ...config, maxAttempts: 1 }),
      region: config.region,
      logGroup,
      logsEndpoint: settings.endpoint ?? optionalVariable('AWS_ENDPOINT_URL_CLOUDWATCH_LOGS'),
    }),
  );
