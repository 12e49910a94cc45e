/**
 * The one place that says why something failed: in a line, with the node that it is about. Attempts, views, events, callbacks
 * and both faces show what is found here.
 */

import type { ProviderCause } from './cause-line.ts';
import { noProvider, notTried } from './not-tried.ts';

/** Why something failed, in a line, with the rest of what is known. */
export interface Cause {
  /** name of the node that the line is about; absent: nobody says which one */
  readonly node?: string;
  /** begins with the name of the node, if there is one */
  readonly cause: string;
  readonly detail?: string;
}

/** In characters. */
const longest = 300;

/** A first line that says no more than the state which the provider tells, or that it is an update. */
const saysOnlyState = /^(?:the infrastructure is \w+|the update failed)$/;

/** A line that tells an error; a summary of Ansible, such as `failed=0`, tells none. */
const tellsError = /\b(?:error|fatal|failed|failure|denied|refused|exceeded|timed out|no valid host)\b/i;
const tellsNone = [
  /\b(?:failed|unreachable|ignored|rescued)=\d|\.\.\.ignoring|\bAll VMs failed\. No contextualize\./,
  /^virtual machine \d+ /,
  /^\W*VM \d+:$/,
];

/** The first line that tells an error, if one does. */
export const errorIn = (lines: readonly string[]): string | undefined =>
  lines.find((line) => tellsError.test(line) && !tellsNone.some((one) => one.test(line)));

/** Like `errorIn`, but only a line that need not be cut, since a secret that is cut in two is not found any more. */
export const shortErrorIn = (lines: readonly string[]): string | undefined =>
  errorIn(lines.filter((line) => line.length <= longest));

/**
 * The cause from a reason as its reader may see it. If its first line says only the provider's state, the first line of the
 * quoted log that tells an error is the cause, and all of the reason is the detail. A reader without the log learns which
 * machine failed, where the reason says it.
 */
export const causeOf = (reason: string): Cause => {
  const [first = '', ...rest] = reason.trim().split('\n');
  const isState = saysOnlyState.test(first);
  const ofGroup = isState ? errorForGroup(rest) : undefined;
  const error = isState && ofGroup === undefined ? errorIn(rest) : undefined;
  const said = ofGroup ?? error ?? (isState ? failedMachine(rest) : undefined) ?? first;
  const detail = (said === first ? rest.join('\n') : reason).trim();
  const whole = ofGroup ?? withNext(said, error === undefined ? rest : rest.slice(rest.indexOf(error) + 1));
  const { node, text } = namedIn(withoutInstant(whole).trim(), error && machineAbove(rest, error));
  return { ...(node !== undefined && { node }), cause: inALine(text), ...(detail !== '' && { detail }) };
};

/** Begins the line of a reason that has an error of the log for readers who may not see the log. */
const groupMark = 'the log has an error: ';

const errorForGroup = (lines: readonly string[]): string | undefined =>
  lines.find((line) => line.startsWith(groupMark))?.slice(groupMark.length);

/**
 * The line of a reason that tells readers without the log which error the quote has. undefined: the reason says it itself, or the error is not
 * in the words of the Infrastructure Manager or of a module of Ansible. What a program printed is for the owner only: so the lines below, and
 * what a module quotes of one, are left out.
 *
 * @param quotedLog without secrets, since the line is cut
 */
export const lineForGroup = (reason: string, quotedLog: string): string | undefined => {
  const [first = '', ...rest] = reason.split('\n');
  if (!saysOnlyState.test(first) || errorIn(rest) !== undefined) return undefined;
  const lines = [...rest, ...quotedLog.split('\n')];
  const error = errorIn(lines);
  if (error === undefined || !isWorded(error)) return undefined;
  const { node, text } = namedIn(withoutInstant(error).trim(), machineAbove(lines, error));
  return `${groupMark}${node === undefined ? '' : 'node '}${inALine(text)}`;
};

const isWorded = (line: string): boolean => {
  const { message } = messageOfAnsible(line);
  return managersForms.some(([form]) => form.test(line)) || (message !== undefined && !quotesProgram.test(message));
};

/** `stdout: Collecting numpy :stderr: ERROR: …`, as the module of pip has it. */
const quotesProgram = /\b(?:stdout|stderr|output)\b ?[:=]/i;

/** A line that only announces what follows goes on with it. */
const withNext = (line: string, after: readonly string[]): string => {
  let whole = line;
  for (const next of after.map((one) => one.trim()).filter((one) => one !== '')) {
    if (!/[:;]\s*$/.test(whole)) break;
    whole = `${whole.trimEnd()} ${next}`;
  }
  return whole;
};

interface Named {
  readonly node?: string | undefined;
  readonly text: string;
}

const ofMachine = /^virtual machine (\d+) of (\S+) is (\w+)$/;

/** How somebody writes about a node: its name, and what was said of it. */
type Form = readonly [RegExp, (found: readonly string[]) => Named];

/** Of the Infrastructure Manager, 1.19 to 2.0. */
const managersForms: readonly Form[] = [
  [
    /Error launching the VMs of type (\S+) to cloud ID \S+ of type \S+\. (.+)/,
    ([, node = '', said = '']) => ({ node, text: `${node}: ${said}` }),
  ],
  [/Error in VM of type (\S+) at \S+: (.+)/, ([, node = '', said = '']) => ({ node, text: `${node}: ${said}` })],
];

/** Those, and what the deployers write in reasons. */
const forms: readonly Form[] = [
  ...managersForms,
  // of CloudFormation: what failed below the node is named when it is called otherwise
  [
    /^node (\S+): (\S+) \((\S+)\) is [A-Z_]+: (.+)/,
    ([, node = '', , type = '', said = '']) => ({ node, text: `${node} (${type}): ${said}` }),
  ],
  [/^node (\S+): (.+)/, ([, node = '', said = '']) => ({ node, text: `${node}: ${said}` })],
  [/^job (\S+) failed\b/, ([, node = '']) => ({ node, text: '' })],
  [ofMachine, ([, , node = '', state = '']) => ({ node, text: `${node}: ${ofState(state)}` })],
];

const ofState = (state: string): string => {
  if (state === 'unconfigured') return 'its configuration failed';
  return state === 'failed'
    ? 'it failed at its provider; the log, which its owner sees, may say why'
    : `it is ${state}`;
};

/** `machine`: the node of the machine whose part of the log has the line. */
const namedIn = (line: string, machine: string | undefined): Named => {
  for (const [form, of] of forms) {
    const found = form.exec(line);
    if (found === null) continue;
    const { node, text } = of(found);
    return { node, text: text === '' ? line : text };
  }
  const { host, message } = messageOfAnsible(line);
  if (machine !== undefined) return { node: machine, text: `${machine}: ${message ?? line}` };
  return { text: message === undefined ? line : `${host}: ${message}` };
};

/** The first machine that has failed, as a line of the reason says it. */
const failedMachine = (lines: readonly string[]): string | undefined =>
  lines.find((line) => ['failed', 'unconfigured'].includes(ofMachine.exec(line)?.[3] ?? ''));

/** The node of the machine below whose heading, such as `VM 0:`, the log has the line. */
const machineAbove = (lines: readonly string[], line: string): string | undefined => {
  const heading = lines.slice(0, lines.indexOf(line)).findLast((one) => /^VM \d+:$/.test(one));
  const number = heading?.slice('VM '.length, -1);
  return lines.map((one) => ofMachine.exec(one)).find((found) => found !== null && found[1] === number)?.[2];
};

const inALine = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`);

const withoutInstant = (line: string): string => line.replace(/^\s*\[?\d{4}-\d\d-\d\d[T ][\d:.,]+Z?\]?:?\s*/, '');

/** `fatal: [host]: FAILED! => {"changed": false, "msg": "No package"}` -> `host`, `No package`; a result that is no JSON has no message. */
const messageOfAnsible = (line: string): { readonly host?: string | undefined; readonly message?: string } => {
  const [, host] = /fatal: \[([^[\]]+)\]/.exec(line) ?? [];
  const message = host === undefined ? undefined : messageIn(line.slice(line.indexOf('{'), line.lastIndexOf('}') + 1));
  return message === undefined ? {} : { host, message };
};

const messageIn = (result: string): string | undefined => {
  try {
    const { msg } = JSON.parse(result) as { readonly msg?: unknown };
    return typeof msg === 'string' ? msg.replaceAll(/\s+/g, ' ') : undefined;
  } catch {
    return undefined;
  }
};

/** Above what one provider said: docs/contract/original-service.md, "Reasons of failures". */
const blockHead = /\n-{64}\nCloud Provider <([^>\n]*)>\nCloud Provider Service <([^>\n]*)>\n\n/;

/** The causes in a `statusReason` as its reader may see it: one for each provider that was tried, or, where none was, that was left out. */
export const causesIn = (statusReason: string): readonly ProviderCause[] => {
  const [first, ...lines] = statusReason.split('\n');
  if (first === noProvider) return [{ cause: noProvider }, ...notTried(lines)];
  const [head = '', ...parts] = statusReason.split(blockHead);
  const blocks = Array.from({ length: parts.length / 3 }, (_, at): ProviderCause => {
    const [name = '', id = '', text = ''] = parts.slice(at * 3, at * 3 + 3);
    return { provider: { id, name }, ...withoutDetail(causeOf(text)) };
  });
  // the other headline says only that a list follows
  const own = blocks.length === 0 || head.startsWith('Timeout: ') ? [withoutDetail(causeOf(head))] : [];
  return [...own, ...blocks].filter(({ cause }) => cause !== '');
};

const withoutDetail = ({ detail: _, ...cause }: Cause): Omit<Cause, 'detail'> => cause;
