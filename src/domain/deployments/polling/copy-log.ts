import { ProviderFailedError, ProviderUnavailableError } from '../../../foundation/errors.ts';
import type { LogPart, ProviderLog } from '../../deployers/log.ts';
import type { Attempt, Logged } from '../record/attempt.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { offset, pieceOf } from '../reporting/log-line.ts';

type Ports = Pick<LifecyclePorts, 'attempts' | 'files' | 'deployerOf'>;

/**
 * Adds what is new in the provider's log to our log, and returns the provider's log for quotes. Each part of that log
 * grows at its own end, so they are compared part by part. The name of a piece holds the number of characters before it,
 * so a repeat is harmless.
 */
export const copyLog = async (ports: Ports, attempt: Attempt, infrastructureId: string): Promise<string> => {
  const { deploymentId, number, logged } = attempt;
  const log = await readLog(ports, attempt, infrastructureId);
  if (log === undefined) return '';
  const { parts, quotable } = log;
  const grown = parts.flatMap((part) => growthOf(part, logged[part.name] ?? 0));
  if (grown.length === 0) return quotable;
  const before = attempt.loggedInAll ?? 0;
  const piece = `${pieceOf(number)}-${offset(before)}`;
  const text = grown.join('');
  await ports.files.appendLog(deploymentId, piece, text);
  const sizes: Logged = Object.fromEntries(parts.map(({ name, text }) => [name, text.length]));
  await ports.attempts.record(deploymentId, number, { logged: sizes, loggedInAll: before + text.length });
  return quotable;
};

/** undefined: the log cannot be read now. That must not fail the attempt; the next poll reads the whole log. */
const readLog = async (
  { deployerOf }: Ports,
  { providerId, askedAt, startedAt }: Attempt,
  infrastructureId: string,
): Promise<ProviderLog | undefined> => {
  try {
    return await deployerOf(providerId).log(infrastructureId, askedAt ?? startedAt);
  } catch (error) {
    if (error instanceof ProviderUnavailableError || error instanceof ProviderFailedError) return undefined;
    throw error;
  }
};

/** A part that became shorter was started anew, for example when an update configures the machines again. */
const growthOf = ({ title, text }: LogPart, logged: number): readonly string[] => {
  const more = text.length < logged ? text : text.slice(logged).replace(/^\r?\n/, '');
  return more === '' ? [] : [`${title}${more}\n`];
};
