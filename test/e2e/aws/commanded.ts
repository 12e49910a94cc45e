import type { Checks } from '../checks.ts';
import { type Account, expect, refusal } from './account.ts';

const document = 'AWS-RunShellScript';

/** Scripts on the machine of the stack, without a connection into it. */
export async function checkCommands(account: Account, checks: Checks, id: string): Promise<void> {
  const { ssm } = account;
  const { Machine = '' } = await account.resources(id);
  const ran = async (commands: string[]) => {
    const { Command } = await ssm.sendCommand({
      InstanceIds: [Machine],
      DocumentName: document,
      Parameters: { commands },
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
  await checks.check('a command to a machine that does not report is refused', async () => {
    const wish = { InstanceIds: ['i-00000000000000000'], DocumentName: document, Parameters: { commands: ['true'] } };
    const { name } = await refusal(ssm.sendCommand(wish));
    expect(name === 'InvalidInstanceId', name);
  });
}
