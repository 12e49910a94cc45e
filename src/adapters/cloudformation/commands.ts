import {
  CancelCommandCommand,
  type CommandInvocation,
  DescribeInstanceInformationCommand,
  GetCommandInvocationCommand,
  type GetCommandInvocationCommandOutput,
  ListCommandInvocationsCommand,
  SendCommandCommand,
} from '@aws-sdk/client-ssm';
import { digestIn, isCalled, outputsIn } from '../../domain/cloudformation/software/operation-command.ts';
import type { MachineCalls, Run } from '../../domain/cloudformation/software/software-machines.ts';
import { withoutTokens } from '../../tosca/secrets/material.ts';
import { answering } from '../aws/errors.ts';
import { allPages } from '../aws/pages.ts';
import type { Session } from './sessions.ts';

/** Systems Manager, as software needs it. It remembers commands for thirty days. */
export const callsOf = (session: Session, privateKey: () => Promise<string>): MachineCalls => ({
  privateKey,
  runsOf: async (machineId) => (await invocationsOf(session, machineId)).flatMap(runOf),
  outputsOf: async (machineId, runId) => {
    const { StandardOutputContent = '' } = await invocation(session, machineId, runId);
    return outputsIn(StandardOutputContent);
  },
  listening: (machineIds) => listening(session, machineIds),
  send: async (machineId, { comment, script, seconds }) => {
    const request = {
      InstanceIds: [machineId],
      DocumentName: 'AWS-RunShellScript',
      Comment: comment,
      TimeoutSeconds: deliverySeconds,
      Parameters: { commands: script.split('\n'), executionTimeout: [String(seconds)] },
    };
    await answering('machine', () => session.commands.send(new SendCommandCommand(request)));
  },
  cancel: async (machineId, CommandId) => {
    const request = { CommandId, InstanceIds: [machineId] };
    await answering('machine', () => session.commands.send(new CancelCommandCommand(request)));
  },
});

/** A machine that has not taken a command for this long has lost it, and it is sent again. */
const deliverySeconds = 600;

export const invocationsOf = ({ commands }: Session, InstanceId: string): Promise<readonly CommandInvocation[]> =>
  allPages('a list of commands', async (NextToken) => {
    const request = { InstanceId, ...(NextToken && { NextToken }) };
    const answer = await answering('machine', () => commands.send(new ListCommandInvocationsCommand(request)));
    return { items: answer.CommandInvocations, next: answer.NextToken };
  });

/** A command that never reached its machine counts as not sent. */
const runOf = (one: CommandInvocation): readonly Run[] => {
  const { CommandId = '', Comment = '', RequestedDateTime, StatusDetails = '' } = one;
  const digest = digestIn(Comment);
  if (digest === undefined || undelivered.test(StatusDetails.replaceAll(' ', ''))) return [];
  const sentAt = RequestedDateTime?.toISOString() ?? '';
  return [{ id: CommandId, digest, is: stateOf(one), sentAt, said: StatusDetails }];
};

const undelivered = /^(DeliveryTimedOut|Undeliverable|InvalidPlatform)$/;

export const stateOf = ({ Status }: CommandInvocation): Run['is'] => {
  if (Status === 'Success') return 'done';
  return Status === 'Pending' || Status === 'InProgress' || Status === 'Delayed' || Status === 'Cancelling'
    ? 'running'
    : 'failed';
};

/** Values that a filter takes. */
const mostValues = 100;

/** By their ids: an account may have thousands of other machines. */
const listening = async ({ commands }: Session, machineIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const found: string[] = [];
  for (let from = 0; from < machineIds.length; from += mostValues) {
    const Filters = [
      { Key: 'PingStatus', Values: ['Online'] },
      { Key: 'InstanceIds', Values: machineIds.slice(from, from + mostValues) },
    ];
    const all = await allPages('a list of machines that report', async (NextToken) => {
      const request = { Filters, ...(NextToken && { NextToken }) };
      const answer = await answering('machine', () => commands.send(new DescribeInstanceInformationCommand(request)));
      return { items: answer.InstanceInformationList, next: answer.NextToken };
    });
    found.push(...all.flatMap(({ InstanceId }) => InstanceId ?? []));
  }
  return new Set(found);
};

const invocation = (
  { commands }: Session,
  InstanceId: string,
  CommandId: string,
): Promise<GetCommandInvocationCommandOutput> =>
  answering('machine', () => commands.send(new GetCommandInvocationCommand({ CommandId, InstanceId })));

/** How a command failed, to follow the words of its status. */
export const failureOfRun = async (session: Session, machineId: string, runId: string): Promise<string> => {
  const { ResponseCode = -1 } = await invocation(session, machineId, runId);
  return ResponseCode > 0 ? ` (exit code ${ResponseCode})` : '';
};

/** A command that is over, for the log. */
export interface FinishedRun {
  readonly name: string;
  readonly sentAt: string;
  readonly text: string;
  /** the end of what it printed, if it failed */
  readonly failure?: string;
}

/** Clocks differ. */
const skewMs = 600_000;

/** `since`: what was called before is in the log of the operation that called it, and may be any number of commands. Empty: all. */
export const finishedRuns = async (
  session: Session,
  machineId: string,
  since = '',
): Promise<readonly FinishedRun[]> => {
  const isPast = ({ Comment = '', RequestedDateTime }: CommandInvocation): boolean =>
    isCalled(Comment) && (RequestedDateTime?.getTime() ?? 0) < Date.parse(since) - skewMs;
  const own = (await invocationsOf(session, machineId)).filter(
    (one) => digestIn(one.Comment ?? '') !== undefined && !isPast(one),
  );
  const over = own.filter((one) => stateOf(one) !== 'running');
  return Promise.all(over.map((one) => shown(session, machineId, one)));
};

const shown = async (session: Session, machineId: string, one: CommandInvocation): Promise<FinishedRun> => {
  const { CommandId = '', Comment = '', RequestedDateTime, StatusDetails = '' } = one;
  const printed = await invocation(session, machineId, CommandId);
  const [out, err] = [printed.StandardOutputContent ?? '', printed.StandardErrorContent ?? ''];
  const stdout = out.replace(/^toscanini:[^\n]*\n?/, '');
  const sentAt = RequestedDateTime?.toISOString() ?? '';
  const what = Comment.replace(/^toscanini \S+ (called )?/, '');
  // what somebody called is no reason of anything else
  const failed = stateOf(one) === 'failed' && !isCalled(Comment);
  const text = [`${sentAt} ${what} on ${machineId}: ${StatusDetails}`, stdout, err]
    .map((each) => withoutTokens(each.trimEnd()))
    .filter((each) => each !== '')
    .join('\n');
  const end = withoutTokens((err.trim() === '' ? stdout : err).trim());
  return { name: `command ${CommandId} ${machineId}`, sentAt, text, ...(failed && { failure: end }) };
};
