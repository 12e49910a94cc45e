/** Why something failed, in a line, with the rest of what is known. */
export interface Cause {
  readonly cause: string;
  readonly detail?: string;
}

/** In characters. */
const longest = 300;

/** A first line that says no more than the state which the provider tells. */
const saysOnlyState = /^the infrastructure is \w+$/;

/** A line that tells an error; a summary of Ansible, such as `failed=0`, tells none. */
const tellsError = /\b(?:error|fatal|failed|failure|denied|refused|exceeded|timed out|no valid host)\b/i;
const tellsNone = /\b(?:failed|unreachable|ignored|rescued)=\d|\.\.\.ignoring|^virtual machine \d+ is /;

/** The first line that tells an error, if one does. */
export const errorIn = (lines: readonly string[]): string | undefined =>
  lines.find((line) => tellsError.test(line) && !tellsNone.test(line));

/** Like `errorIn`, but only a line that need not be cut, since a secret that is cut in two is not found any more. */
export const shortErrorIn = (lines: readonly string[]): string | undefined =>
  errorIn(lines.filter((line) => line.length <= longest));

/**
 * The cause from a reason as its reader may see it. If its first line says only the provider's state, the first line of the
 * quoted log that tells an error is the cause, and all of the reason is the detail. A reader without the log keeps the first
 * line.
 */
export const causeOf = (reason: string): Cause => {
  const [first = '', ...rest] = reason.trim().split('\n');
  const error = saysOnlyState.test(first) ? errorIn(rest) : undefined;
  const detail = (error === undefined ? rest.join('\n') : reason).trim();
  return { cause: inALine(error ?? first), ...(detail !== '' && { detail }) };
};

const inALine = (line: string): string => {
  const told = withoutInstant(messageOfAnsible(line) ?? line).trim();
  return told.length <= longest ? told : `${told.slice(0, longest - 1)}…`;
};

const withoutInstant = (line: string): string => line.replace(/^\s*\[?\d{4}-\d\d-\d\d[T ][\d:.,]+Z?\]?:?\s*/, '');

const messageMember = '"msg": ';

/** `fatal: [host]: FAILED! => {"changed": false, "msg": "No package"}` -> `host: No package` */
const messageOfAnsible = (line: string): string | undefined => {
  const [, host] = /fatal: \[([^[\]]+)\]/.exec(line) ?? [];
  const at = line.lastIndexOf(messageMember);
  const [, message] = at < 0 ? [] : (/^"((?:[^"\\]|\\.)*)"/.exec(line.slice(at + messageMember.length)) ?? []);
  return host === undefined || message === undefined
    ? undefined
    : `${host}: ${message.replaceAll(/\\n/g, ' ').replaceAll(/\\(.)/g, '$1')}`;
};
