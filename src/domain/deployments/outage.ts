import { ProviderUnavailableError } from '../errors.ts';
import type { Attempt } from './attempt.ts';
import { elapsed, outageMins } from './deadlines.ts';
import { narrate } from './narrate.ts';
import type { LifecyclePorts } from './ports.ts';
import { timelineMessage } from './tell.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'attempts' | 'files' | 'timeline'>;

export type Unreachable =
  | { readonly is: 'waiting'; readonly why: string }
  | { readonly is: 'failed'; readonly why: string };

/**
 * Looks at a provider through its outages: each is borne for ten minutes on end, however many there are over the days
 * that an attempt may take. A count of retries in the workflow could not tell one long outage from many short ones.
 * `from`: an outage that began before it counts from it.
 */
export const throughOutages = async <Seen>(
  ports: Ports,
  attempt: Attempt,
  from: string,
  look: () => Promise<Seen>,
): Promise<Seen | Unreachable> => {
  const now = ports.clock.now();
  try {
    const seen = await look();
    if (outage(attempt) !== undefined) await ends(ports, attempt, now.toISOString());
    return seen;
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error;
    const known = outage(attempt);
    if (known === undefined) await begins(ports, attempt, now.toISOString(), error.message);
    const since = latest(known ?? now.toISOString(), from);
    const lasting = elapsed(since, now, { minutes: outageMins });
    return {
      is: lasting ? 'failed' : 'waiting',
      why: `provider ${attempt.providerId} does not answer: ${error.message}`,
    };
  }
};

/** Told once, however many looks are in vain. */
const begins = async (ports: Ports, attempt: Attempt, at: string, why: string): Promise<void> => {
  const { deploymentId, operationId, number, providerId } = attempt;
  const text = `provider ${providerId} does not answer, and is asked again for ${outageMins} minutes: ${why}`;
  await narrate(ports, deploymentId, attempt, { at, what: 'unreachable', text });
  const name = `${operationId}-attempt-${number}-unreachable-${at}`;
  await ports.timeline.add(deploymentId, { name, kind: 'PROVIDER_SAID', message: timelineMessage(text), at });
  await ports.attempts.record(deploymentId, number, { unreachableAt: at });
};

const ends = async (ports: Ports, attempt: Attempt, at: string): Promise<void> => {
  const { deploymentId, operationId, number, providerId } = attempt;
  const text = `provider ${providerId} answers again`;
  await narrate(ports, deploymentId, attempt, { at, what: 'reachable', text });
  const name = `${operationId}-attempt-${number}-reachable-${at}`;
  await ports.timeline.add(deploymentId, { name, kind: 'PROVIDER_SAID', message: text, at });
  await ports.attempts.record(deploymentId, number, { reachableAt: at });
};

/** When the outage that still lasts began. */
const outage = ({ unreachableAt, reachableAt }: Attempt): string | undefined =>
  unreachableAt !== undefined && (reachableAt === undefined || reachableAt < unreachableAt) ? unreachableAt : undefined;

/** ISO 8601 instants of one form sort as text. */
const latest = (a: string, b: string): string => (a > b ? a : b);
