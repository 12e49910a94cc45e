import { ProviderUnavailableError } from '../errors.ts';
import type { Attempt } from './attempt.ts';
import { elapsed, outageMins } from './deadlines.ts';
import type { LifecyclePorts } from './ports.ts';

export type Unreachable =
  | { readonly is: 'waiting'; readonly why: string }
  | { readonly is: 'failed'; readonly why: string };

/**
 * Looks at a provider through its outages: each is borne for ten minutes on end, however many there are over the days
 * that an attempt may take. A count of retries in the workflow could not tell one long outage from many short ones.
 * `from`: an outage that began before it counts from it.
 */
export const throughOutages = async <Seen>(
  { clock, attempts }: Pick<LifecyclePorts, 'clock' | 'attempts'>,
  attempt: Attempt,
  from: string,
  look: () => Promise<Seen>,
): Promise<Seen | Unreachable> => {
  const now = clock.now();
  const { deploymentId, number } = attempt;
  try {
    const seen = await look();
    if (outage(attempt) !== undefined) await attempts.record(deploymentId, number, { reachableAt: now.toISOString() });
    return seen;
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error;
    const known = outage(attempt);
    if (known === undefined) await attempts.record(deploymentId, number, { unreachableAt: now.toISOString() });
    const since = latest(known ?? now.toISOString(), from);
    const lasting = elapsed(since, now, { minutes: outageMins });
    return {
      is: lasting ? 'failed' : 'waiting',
      why: `provider ${attempt.providerId} does not answer: ${error.message}`,
    };
  }
};

/** When the outage that still lasts began. */
const outage = ({ unreachableAt, reachableAt }: Attempt): string | undefined =>
  unreachableAt !== undefined && (reachableAt === undefined || reachableAt < unreachableAt) ? unreachableAt : undefined;

/** ISO 8601 instants of one form sort as text. */
const latest = (a: string, b: string): string => (a > b ? a : b);
