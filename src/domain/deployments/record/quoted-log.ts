import type { Cleaned } from '../../../tosca/secrets/values.ts';
import { errorIn, lineForGroup, shortErrorIn } from './cause.ts';

/**
 * Why something failed, in two parts by who may read them (docs/decisions/0016). Both in a row are the text for the
 * owner. They are stored apart, so that nobody has to find the quote in a text again.
 */
export interface Reason {
  /** for everybody who may see the deployment */
  readonly reason: string;
  /** the rest, for the owner and administrators only: a quote of the provider's log, and what was added after it */
  readonly quotedLog: string;
}

/**
 * Number of characters of the provider's log that a failure quotes to readers who may see it. The end of the log mostly
 * says what went wrong.
 */
const quoted = 1_500;

/** The end of the provider's log, as it follows a reason; empty if the log is. The first error comes before an end that tells none. */
export const quoteOf = (log: string): string => {
  const whole = log.trim();
  if (whole.length <= quoted) return whole === '' ? '' : `\ncontextualization message:\n${whole}`;
  const end = whole.slice(-quoted);
  const lines = end.slice(end.indexOf('\n') + 1); // from the start of a line, if there is one
  return `\ncontextualization message, its end (the log has the rest):\n${errorBefore(whole, lines)}${lines}`;
};

/** If the end of the log has no error, the error is further up: first that of the manager, then those of the machines. */
const errorBefore = (whole: string, end: string): string => {
  const error = errorIn(end.split('\n')) === undefined ? shortErrorIn(whole.split('\n')) : undefined;
  return error === undefined ? '' : `${error}\n…\n`;
};

export const forOwner = ({ reason, quotedLog }: Reason): string => `${reason}${quotedLog}`;

/** `cleaned`: for quotes of earlier releases, which stored them with their secrets. */
export const forGroup = ({ reason, quotedLog }: Reason, cleaned: Cleaned): string => {
  if (quotedLog === '') return reason;
  const line = isWhole(quotedLog) ? lineForGroup(reason, cleaned(quotedLog)) : undefined;
  const [first = '', ...rest] = reason.split('\n');
  return restIsInLog([first, ...(line === undefined ? [] : [line]), ...rest].join('\n'));
};

/** Where characters are left out, half a secret may be left, which is not found any more. */
const isWhole = (quotedLog: string): boolean => !/^… \d+ characters left out/m.test(quotedLog);

export const restIsInLog = (text: string): string =>
  `${text}\nthe rest is in the log, which only the owner or an administrator may read`;

/** Adds a line after everything else. What follows a quote is for the same readers as the quote. */
export const addToReason = ({ reason, quotedLog }: Reason, line: string): Reason => {
  if (quotedLog !== '') return { reason, quotedLog: `${quotedLog}\n${line}` };
  return { reason: reason === '' ? line : `${reason}\n${line}`, quotedLog };
};

/** `quotedLog`: as it is stored; undefined: an earlier release wrote the text, or it is the error of its step. */
export const reasonOf = (text: string, quotedLog: string | undefined): Reason =>
  quotedLog === undefined ? splitOldReason(text) : { reason: text, quotedLog };

/**
 * Splits a text of a release that stored reason and quote as one text. Only for what has no stored `quotedLog`. All that
 * follows the first quote is for the owner: where a quote ends cannot be known, since a log may hold any text.
 */
const splitOldReason = (text: string): Reason => {
  const at = text.search(/\n(contextualization message|… \d+ characters left out)/);
  return at < 0 ? { reason: text, quotedLog: '' } : { reason: text.slice(0, at), quotedLog: text.slice(at) };
};
