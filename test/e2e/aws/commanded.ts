import type { Checks } from '../checks.ts';
import { type Account, expect, refusal } from './account.ts';
import { checkSecretInputs } from './secret-inputs.ts';

const document = 'AWS-RunShellScript';

/** Scripts on the machine of the stack, without a connection into it. */
export async function checkCommands(account: Account, checks: Checks, id: string): Promise<void> {
  const { ssm } = account;
  const { Machine = '' } = await account.resources(id);
  const ran = async (commands: string[], Comment?: string) => {
    const { Command } = await ssm.sendCommand({
      InstanceIds: [Machine],
      DocumentName: document,
      Parameters: { commands },
      Comment,
    });
    const CommandId = Command?.CommandId ?? '';
    return account.until('the command', async () => {
      const seen = await ssm.getCommandInvocation({ CommandId, InstanceId: Machine }).catch((error: Error) => {
        if (error.name === 'InvocationDoesNotExist') return undefined;
        throw error;
      });
      return ['Pending', 'InProgress', 'Delayed', undefined].includes(seen?.Status) ? undefined : seen;
    });
  };
  await checks.check('the agent of a machine with an instance profile reports', async () => {
    const Filters = [{ Key: 'InstanceIds', Values: [Machine] }];
    await account.until('the agent', async () => {
      const { InstanceInformationList: [seen] = [] } = await ssm.describeInstanceInformation({ Filters });
      return seen?.PingStatus === 'Online' ? true : undefined;
    });
  });
  await checks.check('a command prints what its script prints', async () => {
    const seen = await ran(['echo out', 'echo err >&2']);
    const saw = [
      seen.Status,
      seen.ResponseCode,
      seen.StandardOutputContent?.trim(),
      seen.StandardErrorContent?.trim(),
    ].join();
    expect(saw === 'Success,0,out,err', saw);
  });
  await checks.check('a command that fails tells its exit code', async () => {
    const { Status, ResponseCode } = await ran(['exit 3']);
    expect(Status === 'Failed' && ResponseCode === 3, `${Status} ${ResponseCode}`);
  });
  await checks.check('a first line chooses the shell of a command', async () => {
    const { StandardOutputContent } = await ran(['#!/bin/bash', 'names=(a b); echo ${#names[@]}']);
    expect(StandardOutputContent?.trim() === '2', `${StandardOutputContent}`);
  });
  await checks.check('only the first 24000 characters of an output are shown', async () => {
    const { StandardOutputContent = '' } = await ran([
      'i=0; while [ $i -lt 3000 ]; do echo 0123456789; i=$((i+1)); done',
    ]);
    expect(
      StandardOutputContent.length === 24_000 || StandardOutputContent.includes('truncated'),
      `${StandardOutputContent.length}`,
    );
  });
  const Comment = 'toscanini conformance of a comment with spaces';
  await checks.check('the commands of a machine are listed with their comments, the latest first', async () => {
    await ran(['true'], `${Comment} 1`);
    await ran(['exit 4'], `${Comment} 2`);
    const seen = await account.until('the list', async () => {
      const { CommandInvocations = [] } = await ssm.listCommandInvocations({ InstanceId: Machine });
      const own = CommandInvocations.filter((one) => one.Comment?.startsWith(Comment));
      return own.length === 2 ? own : undefined;
    });
    const lines = seen.map((one) => `${one.Comment?.slice(-1)} ${one.Status} ${one.RequestedDateTime instanceof Date}`);
    expect(lines.join() === '2 Failed true,1 Success true', lines.join());
  });
  await checks.check('the list of commands goes on where a page ends', async () => {
    const first = await ssm.listCommandInvocations({ InstanceId: Machine, MaxResults: 1 });
    const { NextToken } = first;
    const second = await ssm.listCommandInvocations({ InstanceId: Machine, MaxResults: 1, NextToken });
    const [one, other] = [first, second].map(({ CommandInvocations: [found] = [] }) => found?.CommandId);
    expect(NextToken !== undefined && one !== undefined && other !== undefined && one !== other, `${one} ${other}`);
  });
  await checks.check('machines are listed by whether their agent reports', async () => {
    const idsOf = async (state: string) => {
      const Filters = [{ Key: 'PingStatus', Values: [state] }];
      const { InstanceInformationList = [] } = await ssm.describeInstanceInformation({ Filters });
      return InstanceInformationList.map(({ InstanceId }) => InstanceId);
    };
    const [online, lost] = [await idsOf('Online'), await idsOf('ConnectionLost')];
    expect(online.includes(Machine) && !lost.includes(Machine), `${online} ${lost}`);
  });
  await checks.check('the result of a command that nobody sent is not known', async () => {
    const wish = { CommandId: '00000000-0000-0000-0000-000000000000', InstanceId: Machine };
    const { name } = await refusal(ssm.getCommandInvocation(wish));
    expect(name === 'InvocationDoesNotExist', name);
  });
  await checks.check('a command of another document is refused', async () => {
    const wish = { InstanceIds: [Machine], DocumentName: 'toscanini-none', Parameters: { commands: ['true'] } };
    const { name } = await refusal(ssm.sendCommand(wish));
    expect(name === 'InvalidDocument', name);
  });
  await checks.check('a command to a machine that does not report is refused', async () => {
    const wish = { InstanceIds: ['i-00000000000000000'], DocumentName: document, Parameters: { commands: ['true'] } };
    const { name } = await refusal(ssm.sendCommand(wish));
    expect(name === 'InvalidInstanceId', name);
  });
  await checkSecretInputs(account, checks, id, ran);
}
