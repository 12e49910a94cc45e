import { ProviderFailedError, ProviderUnavailableError } from '../../../foundation/errors.ts';
import type { Attempt, Logged } from '../record/attempt.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { offset, pieceOf } from '../telling/log-line.ts';

type Ports = Pick<LifecyclePorts, 'attempts' | 'files' | 'deployerOf'>;

/**
 * Adds the new part of the provider's log to our log, and returns the provider's whole log. That log has several parts:
 * one for the infrastructure and one for each VM. Each part grows at its own end, so they are compared part by part. The
 * name of a piece holds the number of characters before it, so a repeat is harmless.
 */
export const followLog = async (ports: Ports, attempt: Attempt, infrastructureId: string): Promise<string> => {
  const { deploymentId, number, logged } = attempt;
  const log = await readLog(ports, attempt.providerId, infrastructureId);
  if (log === undefined) return '';
  const parts = partsOf(log);
  const grown = parts.flatMap((part) => growthOf(part, logged[part.name] ?? 0));
  if (grown.length === 0) return log;
  const before = attempt.loggedInAll ?? 0;
  const piece = `${pieceOf(number)}-${offset(before)}`;
  const text = grown.join('');
  await ports.files.appendLog(deploymentId, piece, text);
  const sizes: Logged = Object.fromEntries(parts.map(({ name, text }) => [name, text.length]));
  await ports.attempts.record(deploymentId, number, { logged: sizes, loggedInAll: before + text.length });
  return log;
};

/** undefined: the log cannot be read now. That must not fail the attempt; the next poll reads the whole log. */
const readLog = async (
  { deployerOf }: Ports,
  providerId: string,
  infrastructureId: string,
): Promise<string | undefined> => {
  try {
    return await deployerOf(providerId).log(infrastructureId);
  } catch (error) {
    if (error instanceof ProviderUnavailableError || error instanceof ProviderFailedError) return undefined;
    throw error;
  }
};

interface Part {
  readonly name: string;
  /** the line that starts the part; empty for the first */
  readonly title: string;
  readonly text: string;
}

/** `VM 0:` on a line of its own starts the part of VM 0. Two parts of one name are joined. */
const partsOf = (log: string): readonly Part[] => {
  const [header = '', ...rest] = log.split(/^(VM (\d+):\n)/m);
  const parts = new Map<string, Part>([['header', { name: 'header', title: '', text: withoutEnd(header) }]]);
  for (let index = 0; index + 2 < rest.length; index += 3) {
    const [title = '', name = '', text = ''] = rest.slice(index, index + 3);
    const known = parts.get(name);
    parts.set(name, { name, title, text: withoutEnd(known ? `${known.text}\n${title}${text}` : text) });
  }
  return [...parts.values()];
};

/** The end of a part moves as the part grows: it consists of blank lines and a line of asterisks. */
const withoutEnd = (text: string): string =>
  text
    .trimEnd()
    .replace(/(^|\n)\*{20,}$/, '')
    .trimEnd();

/** A part that became shorter was started anew, for example when an update configures the machines again. */
const growthOf = ({ title, text }: Part, logged: number): readonly string[] => {
  const more = text.length < logged ? text : text.slice(logged).replace(/^\r?\n/, '');
  return more === '' ? [] : [`${title}${more}\n`];
};
