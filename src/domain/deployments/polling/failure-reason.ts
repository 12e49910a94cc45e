import * as errors from '../../../foundation/errors.ts';
import { withoutSecretText } from '../../../tosca/secrets/material.ts';
import type { Cleaned } from '../../../tosca/secrets/values.ts';
import { findProvider } from '../../providers/find-provider.ts';
import type { Providers } from '../../providers/ports.ts';
import { reasonsOf } from '../../providers/ranking-log.ts';
import { type Attempt, failureOf } from '../record/attempt.ts';
import { noProvider } from '../record/not-tried.ts';
import { type Failure, messageOf, type OperationRef } from '../record/operation.ts';
import type { Files } from '../record/ports.ts';
import { forGroup, forOwner, type Reason, reasonOf, restIsInLog } from '../record/quoted-log.ts';

/** Most characters of a statusReason; the log has the rest. */
const longest = 12_000;

const rule = '-'.repeat(64);

interface Ports {
  readonly providers: Pick<Providers, 'get'>;
  readonly files: Pick<Files, 'findRanking'>;
  /** removes the deployment's secrets */
  readonly cleaned?: Cleaned;
}

/** Why an operation failed, for each of those who read it. */
export interface FailureReason {
  /** without quotes of the providers' logs */
  readonly forGroup: string;
  /** with them */
  readonly forOwner: string;
  /** without what the log of the deployment has already: the providers that were tried, and their logs */
  readonly headline: string;
}

/**
 * Why an operation failed, as text for the user. Clients know the fixed texts (docs/contract/original-service.md,
 * "Reasons of failures").
 */
export const failureReason = async (
  ports: Ports,
  { deploymentId, operationId }: OperationRef,
  failure: Failure,
  tried: readonly Attempt[],
): Promise<FailureReason> => {
  const blocks = await Promise.all(
    tried.map((attempt) => block(ports, attempt, reasonOfLast(attempt, failure), Math.floor(longest / tried.length))),
  );
  switch (failure.Error) {
    case 'OutOfProvidersError': {
      if (tried.length > 0) return listed('Retries on cloud providers exhausted.', ' Error list is:', blocks);
      return alone(ports, {
        reason: [noProvider, ...(await whyNone(ports.files, deploymentId, operationId))].join('\n'),
        quotedLog: '',
      });
    }
    case 'DeploymentTimeoutError':
      return listed('Timeout: Maximum execution time exceeded.', '', blocks);
    default:
      return Object.hasOwn(errors, failure.Error)
        ? alone(ports, reasonOfWork(failure, tried) ?? reasonOfStep(failure, tried.at(-1)))
        : alone(ports, {
            reason: `the workflow ended unexpectedly (${failure.Error}); ask the operators of this service about operation ${operationId}`,
            quotedLog: '',
          });
  }
};

type Texts = Pick<FailureReason, 'forGroup' | 'forOwner'>;

const listed = (headline: string, before: string, blocks: readonly Texts[]): FailureReason => {
  const all = (texts: readonly string[]) => [`${headline}${before}`, ...texts].join('\n');
  const [group, owner] = [blocks.map((one) => one.forGroup), blocks.map((one) => one.forOwner)];
  return { headline, forGroup: all(group), forOwner: all(owner) };
};

const alone = (ports: Ports, why: Reason): FailureReason => ({
  ...textsOf(ports, why, longest),
  headline: shorten(why.reason, longest),
});

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
const reasonOfLast = (attempt: Attempt, failure: Failure): Reason =>
  failureOf(attempt) ??
  (Object.hasOwn(errors, failure.Error)
    ? reasonOfStep(failure, attempt)
    : { reason: 'stopped while the provider was still working on it', quotedLog: '' });

/** What was to run failed, as its attempt says: no other provider was tried for that. */
const reasonOfWork = ({ Error: name }: Failure, tried: readonly Attempt[]): Reason | undefined => {
  const works = name === 'WorkFailedError' ? tried.find(({ blame }) => blame === 'work') : undefined;
  return works && failureOf(works);
};

/** The errors of a poll, for which it stores a quote on the attempt. */
const quoting = ['ProviderFailedError', 'ProviderTimeoutError', 'DeploymentTimeoutError'];

/** The failure of a step; if the attempt has no reason of its own yet, the step quoted the log for this failure. */
const reasonOfStep = (failure: Failure, attempt: Attempt | undefined): Reason => {
  const isItsFailure = attempt?.reason === undefined && quoting.includes(failure.Error);
  return reasonOf(messageOf(failure), isItsFailure ? attempt?.quotedLog : undefined);
};

const block = async (ports: Ports, attempt: Attempt, why: Reason, size: number): Promise<Texts> => {
  const name = (await findProvider(ports.providers, attempt.providerId))?.name ?? attempt.providerId;
  const head = `\n${rule}\nCloud Provider <${name}>\nCloud Provider Service <${attempt.providerId}>\n\n`;
  const { forGroup: group, forOwner: owner } = textsOf(ports, why, size);
  return { forGroup: `${head}${group}`, forOwner: `${head}${owner}` };
};

/**
 * Of a text that is shortened, the group sees the start: the end may be a log. Secrets are removed first, since half a
 * secret would not be recognised.
 */
const textsOf = ({ cleaned = withoutSecretText }: Ports, why: Reason, size: number): Texts => {
  const whole = forOwner(why);
  if (whole.length <= size) return { forGroup: forGroup(why, cleaned), forOwner: whole };
  const start = { ...why, reason: cleaned(why.reason).slice(0, headOf(size)) };
  const group = why.quotedLog === '' ? restIsInLog(start.reason) : forGroup(start, cleaned);
  return { forGroup: group, forOwner: shorten(whole, size) };
};

const headOf = (size: number): number => Math.floor(size / 4);

/** Keeps the start, which says what happened, and three times as much of the end, where a log says why. */
export const shorten = (text: string, size: number): string => {
  if (text.length <= size) return text;
  const note = `\n… ${text.length - size} characters left out, see the log …\n`;
  const head = headOf(size);
  return `${text.slice(0, head)}${note}${text.slice(text.length - (size - head))}`;
};
