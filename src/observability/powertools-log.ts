import { Logger } from '@aws-lambda-powertools/logger';
import type { Level, LogWriter } from '../foundation/log.ts';
import { servedAs } from './metric-names.ts';

let logger: Logger | undefined;

const by: { readonly [L in Level]: Lowercase<L> } = { INFO: 'info', WARN: 'warn', ERROR: 'error' };

/**
 * Writes log lines with Powertools for AWS, which adds service, timestamp and X-Ray trace. AWS_LAMBDA_LOG_LEVEL sets the
 * lowest level. The ids come from each line and not from the logger, since on a laptop one process runs many invocations at
 * once.
 */
export const powertoolsLog: LogWriter = (level, message, fields) => {
  logger ??= new Logger({ serviceName: servedAs() });
  logger[by[level]](message, { ...fields });
};
