/** What is told of an error: with all that it was caused by, without secrets, and never longer than a line can be. */

import { cleanedText } from './log.ts';

export interface Cause {
  readonly name: string;
  readonly detail: string;
}

export interface Told extends Cause {
  /** where it was thrown, nearest first */
  readonly stack?: readonly string[];
  /** what it was caused by, and what that was caused by: an AggregateError has several */
  readonly causes?: readonly Cause[];
  /** how many more there are */
  readonly furtherCauses?: number;
}

/** Characters of one message, and how many causes. */
const longest = 1_000;
const most = 8;

/** An error as a line in the log has it. */
export const told = (thrown: unknown): Told => {
  const causes = causesOf(thrown);
  const stack = framesOf(thrown, 5);
  return {
    ...named(thrown),
    ...(stack.length > 0 && { stack }),
    ...(causes.length > 0 && { causes: causes.slice(0, most).map(named) }),
    ...(causes.length > most && { furtherCauses: causes.length - most }),
  };
};

/** The name by which a workflow knows an error. */
export const nameOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : typeof thrown);

/** Masked before it is cut, since half a secret would not be known as one. */
export const messageOf = (thrown: unknown, size: number): string => {
  const text = cleanedText(thrown instanceof Error ? thrown.message : String(thrown));
  if (text.length <= size) return text;
  const half = Math.floor(size / 2);
  return `${text.slice(0, half)} … ${text.length - 2 * half} characters left out … ${text.slice(-half)}`;
};

/** The frames of its stack, without the message that stands above them. */
export const framesOf = (thrown: unknown, count: number): readonly string[] =>
  ((thrown instanceof Error && thrown.stack) || '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, count)
    .map((line) => cleanedText(line.trim()).slice(0, 300));

const named = (thrown: unknown): Cause => ({ name: nameOf(thrown), detail: messageOf(thrown, longest) });

/** Depth first, each once: a chain of causes may lead back to where it began. */
const causesOf = (thrown: unknown): readonly unknown[] => {
  const seen = new Set<unknown>([thrown]);
  const walk = (one: unknown): readonly unknown[] =>
    directCauses(one).flatMap((cause) => {
      if (seen.has(cause)) return [];
      seen.add(cause);
      return [cause, ...walk(cause)];
    });
  return walk(thrown);
};

const directCauses = (thrown: unknown): readonly unknown[] => {
  if (!(thrown instanceof Error)) return [];
  const several = thrown instanceof AggregateError ? thrown.errors : [];
  return [...several, thrown.cause].filter((cause) => cause !== undefined);
};
