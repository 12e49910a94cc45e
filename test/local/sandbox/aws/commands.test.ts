import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, machine, refusal, startBench, template } from './bench.ts';

let bench: Bench;
let web = '';
let bare = '';
beforeAll(async () => {
  bench = await startBench();
  const design = template({
    Role: { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: {} } },
    Profile: { Type: 'AWS::IAM::InstanceProfile', Properties: { Roles: [{ Ref: 'Role' }] } },
    Web: machine({ IamInstanceProfile: { Ref: 'Profile' } }),
    Bare: machine(),
  });
  await bench.create('one', design, { Capabilities: ['CAPABILITY_IAM'] });
  bench.pass(600);
  const { StackResourceSummaries: all = [] } = await bench.cloudFormation.listStackResources({ StackName: 'one' });
  const physical = (name: string) =>
    all.find(({ LogicalResourceId }) => LogicalResourceId === name)?.PhysicalResourceId ?? '';
  web = physical('Web');
  bare = physical('Bare');
});
afterAll(() => bench.stop());

const send = async (commands: string[], rest: object = {}): Promise<string> => {
  const { Command } = await bench.ssm.sendCommand({
    InstanceIds: [web],
    DocumentName: 'AWS-RunShellScript',
    Parameters: { commands, ...rest },
  });
  return Command?.CommandId ?? '';
};

/** Scripts take the time of this machine, whatever the sandbox's clock says. */
const ended = async (CommandId: string) => {
  bench.pass(2);
  for (;;) {
    const invocation = await bench.ssm.getCommandInvocation({ CommandId, InstanceId: web });
    if (invocation.Status !== 'InProgress') return invocation;
    await sleep(5);
  }
};

describe('a command', () => {
  it('is not known at once, and then shows what its script printed', async () => {
    const id = await send(['echo out', 'echo err >&2']);
    expect(await refusal(bench.ssm.getCommandInvocation({ CommandId: id, InstanceId: web }))).toMatch(
      /^InvocationDoesNotExist/,
    );
    expect(await ended(id)).toMatchObject({
      Status: 'Success',
      ResponseCode: 0,
      StandardOutputContent: 'out\n',
      StandardErrorContent: 'err\n',
    });
  });

  it('fails with the exit code of its script', async () => {
    expect(await ended(await send(['echo broken >&2; exit 3']))).toMatchObject({
      Status: 'Failed',
      ResponseCode: 3,
      StandardErrorContent: 'broken\n',
    });
  });

  it('finds what an earlier one left on the same machine', async () => {
    await ended(await send(['mkdir -p /var/lib/toscanini/a', 'echo 1 > /var/lib/toscanini/a/done']));
    expect((await ended(await send(['cat /var/lib/toscanini/a/done']))).StandardOutputContent).toBe('1\n');
  });

  it('changes nothing on this machine for everybody, and says so', async () => {
    for (const words of [
      'apt-get install -y nginx',
      'dnf install -y nginx',
      'systemctl restart nginx',
      'useradd mallory',
    ])
      expect(await ended(await send([`sudo ${words}`]))).toMatchObject({
        Status: 'Success',
        StandardErrorContent: `sandbox: ${words}: nothing is changed on this machine\n`,
      });
  });

  it('runs what sudo is to run as the same user, with its variables', async () => {
    const script = ['sudo -E -u postgres NAME=value sh -c \'echo "$NAME $(id -u)"\'', 'sudo -- echo -n more'];
    expect(await ended(await send(script))).toMatchObject({
      Status: 'Success',
      StandardOutputContent: `value ${process.getuid?.()}\nmore`,
    });
    expect((await ended(await send(['sudo false']))).ResponseCode).toBe(1);
  });

  it('runs in another shell when its first line says so', async () => {
    expect((await ended(await send(['#!/bin/bash', 'names=(a b); echo ${#names[@]}']))).StandardOutputContent).toBe(
      '2\n',
    );
  });

  it('gets nothing of the environment of the sandbox but the addresses of AWS', async () => {
    const { StandardOutputContent: shown = '' } = await ended(await send(['env']));
    expect(shown).not.toMatch(/TOSCANINI|npm_/);
    expect(shown.match(/^AWS_\w+/gm)?.toSorted()).toEqual([
      'AWS_EC2_METADATA_SERVICE_ENDPOINT',
      'AWS_ENDPOINT_URL_SSM',
    ]);
  });

  it('shows only the beginning of long outputs', async () => {
    const { StandardOutputContent = '', StandardErrorContent = '' } = await ended(
      await send(['i=0; while [ $i -lt 4000 ]; do echo 0123456789; echo 0123456789 >&2; i=$((i+1)); done']),
    );
    expect([StandardOutputContent.length, StandardErrorContent.length]).toEqual([24_000, 8_000]);
  });

  it('ends when it takes too long, and when it is cancelled', async () => {
    expect((await ended(await send(['sleep 60'], { executionTimeout: ['0.05'] }))).Status).toBe('TimedOut');
    const id = await send(['sleep 60']);
    await bench.ssm.cancelCommand({ CommandId: id });
    expect((await ended(id)).Status).toBe('Cancelled');
  });

  it('reaches only machines whose agent reports', async () => {
    const wish = { DocumentName: 'AWS-RunShellScript', Parameters: { commands: ['true'] } };
    expect(await refusal(bench.ssm.sendCommand({ ...wish, InstanceIds: [bare] }))).toBe(
      `InvalidInstanceId: Instances [[${bare}]] not in a valid state for account 111111111111`,
    );
    const { InstanceInformationList = [] } = await bench.ssm.describeInstanceInformation({});
    expect(InstanceInformationList.map(({ InstanceId, PingStatus }) => [InstanceId, PingStatus])).toEqual([
      [web, 'Online'],
    ]);
    await bench.setFaults({ resource: 'no-agent', logicalId: 'Web' });
    expect((await bench.ssm.describeInstanceInformation({})).InstanceInformationList ?? []).toEqual([]);
    await bench.setFaults();
    await bench.ec2.stopInstances({ InstanceIds: [web] });
    const Filters = [{ Key: 'InstanceIds', Values: [web] }];
    const { InstanceInformationList: [stopped] = [] } = await bench.ssm.describeInstanceInformation({ Filters });
    expect(stopped?.PingStatus).toBe('ConnectionLost');
  });
});
