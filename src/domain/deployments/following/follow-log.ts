import { ProviderFailedError, ProviderUnavailableError } from '../../../foundation/errors.ts';
import type { Attempt, Logged } from '../record/attempt.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { offset, pieceOf } from '../telling/log-line.ts';

type Ports = Pick<LifecyclePorts, 'attempts' | 'files' | 'infrastructureManager'>;

/**
 * Adds to our log what the provider's has grown by, and answers the provider's as it is. That is a text of parts, the
 * infrastructure's own and one for each VM, and each part grows in its place: so it is compared part by part. A piece is
 * named by how much came before it, so that a repeat is harmless.
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

/** undefined: not to be had at the moment. What is being made does not fail for the sake of its log, which the next look reads whole. */
const readLog = async (
  { infrastructureManager }: Ports,
  providerId: string,
  infrastructureId: string,
): Promise<string | undefined> => {
  try {
    return await infrastructureManager.log(providerId, infrastructureId);
  } catch (error) {
    if (error instanceof ProviderUnavailableError || error instanceof ProviderFailedError) return undefined;
    throw error;
  }
};

interface Part {
  readonly name: string;
  /** the line that begins it; empty for the first */
  readonly title: string;
  readonly text: string;
}

/** `VM 0:` on a line of its own begins the part of VM 0; a part that seems to come twice is one. */
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

/** What closes a part moves on as the part grows: blank lines, and a line of asterisks. */
const withoutEnd = (text: string): string =>
  text
    .trimEnd()
    .replace(/(^|\n)\*{20,}$/, '')
    .trimEnd();

/** A part that became shorter was begun anew, as when an update configures the machines again. */
const growthOf = ({ title, text }: Part, logged: number): readonly string[] => {
  const more = text.length < logged ? text : text.slice(logged).replace(/^\r?\n/, '');
  return more === '' ? [] : [`${title}${more}\n`];
};
