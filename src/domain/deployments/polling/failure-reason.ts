import * as errors from '../../../foundation/errors.ts';
import { findProvider } from '../../providers/find-provider.ts';
import type { Providers } from '../../providers/ports.ts';
import { reasonsOf } from '../../providers/ranking-log.ts';
import type { Attempt } from '../record/attempt.ts';
import { type Failure, messageOf, type OperationRef } from '../record/operation.ts';
import type { Files } from '../record/ports.ts';

/** Most characters of a statusReason; the log has the rest. */
const longest = 12_000;

const rule = '-'.repeat(64);

interface Ports {
  readonly providers: Pick<Providers, 'get'>;
  readonly files: Pick<Files, 'findRanking'>;
}

/**
 * Why an operation failed, as text for the user. Clients know the fixed texts (docs/contract/original-service.md,
 * "Reasons of failures").
 */
export const failureReason = async (
  { providers, files }: Ports,
  { deploymentId, operationId }: OperationRef,
  failure: Failure,
  tried: readonly Attempt[],
): Promise<string> => {
  const blocks = await Promise.all(
    tried.map((attempt) =>
      block(providers, attempt, reasonOfLast(attempt, failure), Math.floor(longest / tried.length)),
    ),
  );
  const list = blocks.join('\n');
  switch (failure.Error) {
    case 'OutOfProvidersError':
      return tried.length === 0
        ? shorten(
            [
              'No cloud provider meets the deployment requirements',
              ...(await whyNone(files, deploymentId, operationId)),
            ].join('\n'),
            longest,
          )
        : `Retries on cloud providers exhausted. Error list is:\n${list}`;
    case 'DeploymentTimeoutError':
      return ['Timeout: Maximum execution time exceeded.', list].filter(Boolean).join('\n');
    default:
      return Object.hasOwn(errors, failure.Error)
        ? shorten(messageOf(failure), longest)
        : `the workflow ended unexpectedly (${failure.Error}); ask the operators of this service about operation ${operationId}`;
  }
};

/** Why no provider could be tried. */
const whyNone = async (
  files: Ports['files'],
  deploymentId: string,
  operationId: string,
): Promise<readonly string[]> => {
  const ranking = await files.findRanking(deploymentId, operationId);
  return ranking === undefined ? [] : reasonsOf(ranking);
};

/** For an attempt that was still in progress: the last failure that was seen. */
const reasonOfLast = ({ reason }: Attempt, failure: Failure): string =>
  reason ??
  (Object.hasOwn(errors, failure.Error) ? messageOf(failure) : 'stopped while the provider was still working on it');

const block = async (
  providers: Pick<Providers, 'get'>,
  attempt: Attempt,
  why: string,
  size: number,
): Promise<string> => {
  const name = (await findProvider(providers, attempt.providerId))?.name ?? attempt.providerId;
  const reason = shorten(why, size);
  return `\n${rule}\nCloud Provider <${name}>\nCloud Provider Service <${attempt.providerId}>\n\n${reason}`;
};

/** Keeps the start, which says what happened, and three times as much of the end, where a log says why. */
export const shorten = (text: string, size: number): string => {
  if (text.length <= size) return text;
  const note = `\n… ${text.length - size} characters left out, see the log …\n`;
  const head = Math.floor(size / 4);
  return `${text.slice(0, head)}${note}${text.slice(text.length - (size - head))}`;
};
