/** What the log says of an error: its name and message and those of its causes, without secrets and of limited length. */

import { cleanedText } from './log.ts';

interface Cause {
  readonly name: string;
  readonly detail: string;
}

export interface SanitisedError extends Cause {
  /** stack frames, nearest first */
  readonly stack?: readonly string[];
  /** its causes and their causes; an AggregateError has several */
  readonly causes?: readonly Cause[];
  /** number of causes that are left out */
  readonly furtherCauses?: number;
}

/** Most characters of one message, and most causes. */
const longest = 1_000;
const most = 8;

/** An error in the form for a line of the log. */
export const sanitisedForLog = (thrown: unknown): SanitisedError => {
  const causes = causesOf(thrown);
  const stack = framesOf(thrown, 5);
  return {
    ...named(thrown),
    ...(stack.length > 0 && { stack }),
    ...(causes.length > 0 && { causes: causes.slice(0, most).map(named) }),
    ...(causes.length > most && { furtherCauses: causes.length - most }),
  };
};

/** The name by which a workflow matches an error. */
export const nameOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : typeof thrown);

/** Secrets are masked before the text is shortened: half a secret would not be recognised. */
export const messageOf = (thrown: unknown, size: number): string => {
  const text = cleanedText(spokenBy(thrown));
  if (text.length <= size) return text;
  const half = Math.floor(size / 2);
  return `${text.slice(0, half)} … ${text.length - 2 * half} characters left out … ${text.slice(-half)}`;
};

/**
 * Without the quote of a parser of JSON: it shows the ten characters on each side of a mistake, or all of a short text. In a
 * text that holds a secret, that is a part of the secret, which no mask recognises.
 */
const spokenBy = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown instanceof SyntaxError ? withoutQuote(thrown.message) : thrown.message;
};

const withoutQuote = (message: string): string => {
  const start = message.search(/(?:^|,? )(?:\.\.\.)?"/);
  const end = message.lastIndexOf(notJson);
  return start < 0 || end < start ? message : `${message.slice(0, start)}${message.slice(end)}`;
};

const notJson = ' is not valid JSON';

/** The frames of the stack, without the message above them. */
export const framesOf = (thrown: unknown, count: number): readonly string[] =>
  ((thrown instanceof Error && thrown.stack) || '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, count)
    .map((line) => cleanedText(line.trim()).slice(0, 300));

const named = (thrown: unknown): Cause => ({ name: nameOf(thrown), detail: messageOf(thrown, longest) });

/** Depth first, each once: a chain of causes may lead back to its start. */
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
