import { InvalidError } from '../../../foundation/errors.ts';

/** A place in the log from which a client reads on. */
export interface LogCursor {
  /** when the newest piece that was read was written, in milliseconds since 1970 */
  readonly at: number;
  /** digests of the names of the pieces that were read and are hardly older */
  readonly seen: readonly string[];
}

const mostSeen = 400;

/** In characters. */
export const digestLength = 8;

/** What a client may send: every text of this form is a cursor, so that the description of the API tells all of the rule. */
export const logCursorPattern = `^[0-9]{1,15}(\\.[A-Za-z0-9_-]{${digestLength}}){0,${mostSeen}}$`;

export const logCursorRule = 'must come from the header X-Log-Next of an answer; leave it out to read the whole log';

/** With too many names the first ones are left out: those pieces are read twice, and none is lost. */
export const writeLogCursor = ({ at, seen }: LogCursor): string => [at, ...seen.slice(-mostSeen)].join('.');

/** InvalidError for a text that is no cursor. */
export const readLogCursor = (text: string): LogCursor => {
  if (!new RegExp(logCursorPattern).test(text)) throw new InvalidError(`after ${logCursorRule}`);
  const [at, ...seen] = text.split('.');
  return { at: Number(at), seen };
};
