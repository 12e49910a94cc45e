import { needsAttention } from '../../../foundation/attention.ts';
import {
  NotFoundError,
  NotReadyError,
  ProviderFailedError,
  ProviderUnavailableError,
} from '../../../foundation/errors.ts';
import type { Attempt } from '../record/attempt.ts';
import { after, elapsed, latest, longestAttemptMins, shortOutageMins } from '../record/deadlines.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { report } from '../reporting/report.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'attempts' | 'files' | 'timeline' | 'tolerance'>;

/**
 * away: nobody can be reached now, and nothing is decided; `isLong`: poll less often. failed: the outage has lasted
 * longer than the installation allows.
 */
export type Unreachable =
  | { readonly is: 'away'; readonly why: string; readonly isLong: boolean }
  | { readonly is: 'failed'; readonly why: string };

interface Bounds {
  /** an outage that started before this instant counts from it */
  readonly from?: string;
  /** minutes; default: the installation's limit for all outages of the attempt, less those that are over */
  readonly most?: number;
}

/**
 * Reads what a provider makes, through its outages (docs/decisions/0024). An outage says nothing about the
 * infrastructure. While it lasts, the attempt's own deadline stops, and nothing fails before the total of all outages
 * reaches the installation's limit. Instants decide: a count of retries could not tell one long outage from many short
 * ones.
 */
export const throughOutages = async <Seen>(
  ports: Ports,
  attempt: Attempt,
  read: () => Promise<Seen>,
  bounds: Bounds = {},
): Promise<Seen | Unreachable> => {
  const now = ports.clock.now();
  try {
    const seen = await read();
    await ends(ports, attempt, now);
    return seen;
  } catch (error) {
    if (error instanceof ProviderUnavailableError) return unreachable(ports, attempt, bounds, error);
    if (isAnswer(error)) await ends(ports, attempt, now);
    throw error;
  }
};

const isAnswer = (error: unknown): boolean =>
  [NotFoundError, NotReadyError, ProviderFailedError].some((answer) => error instanceof answer);

const unreachable = async (
  ports: Ports,
  attempt: Attempt,
  { from, most }: Bounds,
  error: ProviderUnavailableError,
): Promise<Unreachable> => {
  const now = ports.clock.now();
  const known = outageOf(attempt);
  if (known === undefined) await begins(ports, attempt, now.toISOString(), error);
  const since = latest(known ?? now.toISOString(), from);
  const minutes = most ?? ports.tolerance.outageMins - (attempt.awayMs ?? 0) / 60_000;
  const why = `${about(attempt, error)}: ${error.message}`;
  const isLong = elapsed(since, now, { minutes: shortOutageMins });
  alertOperators(attempt.providerId, error, isLong);
  if (elapsed(since, now, { minutes })) return { is: 'failed', why: `${why} (since ${since})` };
  return { is: 'away', why, isLong };
};

/** Operators need not act in a short outage. Refused credentials need their action at once. */
export const alertOperators = (
  providerId: string | undefined,
  { message, outageCause: cause }: ProviderUnavailableError,
  isLong: boolean,
): void => {
  if (cause === 'credentials-refused') needsAttention('credentials-refused', message, { providerId });
  else if (cause === 'login-ended') needsAttention('login-ended', message, { providerId });
  else if (isLong) needsAttention('provider-away', message, { providerId });
};

/**
 * A provider that answers one call is not in an outage. If it leaves another call unanswered, the step waits as usual,
 * and deadlines run.
 */
export const whileAnswering = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw new NotReadyError(error.message, { cause: error });
    throw error;
  }
};

/** Reads the attempt again after an answer: the end of an outage has moved its deadline. */
export const afterOutage = async ({ attempts }: Pick<Ports, 'attempts'>, attempt: Attempt): Promise<Attempt> =>
  outageOf(attempt) === undefined ? attempt : ((await attempts.find(attempt.deploymentId, attempt.number)) ?? attempt);

/** When the present outage started; undefined: there is none. */
export const outageOf = ({ unreachableAt, reachableAt }: Attempt): string | undefined =>
  unreachableAt !== undefined && (reachableAt === undefined || reachableAt < unreachableAt) ? unreachableAt : undefined;

/**
 * The instant from which a time limit counts, for a provider that has just answered. An outage restarts the limit, since
 * nobody knows what the provider did meanwhile. `attempt` is as it was before the answer.
 */
export const countedFrom = (instant: string, attempt: Attempt, now: Date): string =>
  latest(instant, outageOf(attempt) === undefined ? attempt.reachableAt : now.toISOString());

const about = ({ providerId }: Attempt, { outageCause: cause }: ProviderUnavailableError): string =>
  cause === 'login-ended'
    ? `provider ${providerId} works with the login of the deployment's owner, which has ended`
    : cause === 'credentials-refused'
      ? `provider ${providerId} refuses the credentials of this service: the operators of this service have to correct them`
      : `provider ${providerId} does not answer`;

/** Reports an outage once, however many polls fail. */
const begins = async (ports: Ports, attempt: Attempt, at: string, error: ProviderUnavailableError): Promise<void> => {
  const { deploymentId, number } = attempt;
  const meanwhile = 'nothing is cancelled meanwhile, and it is asked again';
  const text = `${about(attempt, error)}; ${meanwhile}: ${error.message}`;
  const event = { kind: 'PROVIDER_SAID', name: `attempt-${number}-unreachable-${at}` } as const;
  await report(ports, { attempt }, { at, text, line: 'unreachable', event });
  await ports.attempts.record(deploymentId, number, { unreachableAt: at });
};

/** Extends the attempt's deadline by the length of the outage, as far as a workflow's history allows. */
const ends = async (ports: Ports, attempt: Attempt, now: Date): Promise<void> => {
  const began = outageOf(attempt);
  if (began === undefined) return;
  const at = now.toISOString();
  const { deploymentId, number, providerId, startedAt, awayMs = 0, awayUnchangedMs = 0 } = attempt;
  const text = `provider ${providerId} answers again`;
  const event = { kind: 'PROVIDER_SAID', name: `attempt-${number}-reachable-${at}` } as const;
  await report(ports, { attempt }, { at, text, line: 'reachable', event });
  const lasted = now.getTime() - Date.parse(began);
  const deadline = extended(attempt, began, now);
  const unchanged = now.getTime() - Date.parse(latest(began, startedAt));
  await ports.attempts.record(deploymentId, number, {
    ...{ reachableAt: at, awayMs: awayMs + lasted, deadline },
    awayUnchangedMs: awayUnchangedMs + unchanged,
  });
};

const extended = ({ deadline, startedAt }: Attempt, began: string, now: Date): string => {
  const lasted = now.getTime() - Date.parse(latest(began, startedAt));
  const later = after(deadline, { seconds: lasted / 1000 }) ?? deadline;
  const most = after(startedAt, { minutes: longestAttemptMins }) ?? later;
  return later < most ? later : latest(deadline, most);
};
