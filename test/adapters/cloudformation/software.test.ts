/** Software of a stack, with AWS answering as a test says. Whole deployments are in secrets-on-sandbox.test.ts. */

import { describe, expect, it } from 'vitest';
import {
  beforeDeletion,
  configure,
  outputsOfSoftware,
  withCommands,
} from '../../../src/adapters/cloudformation/software.ts';
import { withSoftware } from '../../../src/domain/cloudformation/kept-software.ts';
import { everyMachine } from '../../../src/domain/cloudformation/networks/groups.ts';
import { packedSecret } from '../../../src/domain/cloudformation/software/secret-inputs.ts';
import { nothingToRun, type Software, type Step } from '../../../src/domain/cloudformation/software/software.ts';
import { NotReadyError } from '../../../src/foundation/errors.ts';
import { fakeSession, refused } from './fake-session.ts';

const id = 'arn:aws:cloudformation:eu-west-1:111111111111:stack/toscanini-1-1/0a1b';
const since = '2026-01-01T00:00:00.000Z';
const now = new Date('2026-01-01T00:05:00.000Z');

const step = (operation: string, more: Partial<Step> = {}): Step => ({
  ...{ key: `app standard.${operation}`, node: 'app', operation, host: 'web', script: { file: 'a.sh', text: 'true' } },
  ...{ inputs: {}, outputs: [], after: [] },
  ...more,
});

const machine = (InstanceId: string, node = 'web', Name = 'running') => ({
  ...{ InstanceId, State: { Name }, LaunchTime: now, PrivateIpAddress: `10.0.0.${InstanceId}` },
  Tags: [
    { Key: 'toscanini:node', Value: node },
    { Key: 'toscanini:resource', Value: `r-${InstanceId}` },
  ],
});

interface Given {
  readonly software?: Partial<Software>;
  /** `gone`: there is no stack */
  readonly status?: string;
  readonly machines?: readonly object[];
  readonly answers?: Parameters<typeof fakeSession>[0];
}

/** A stack with this software. Its commands have this status, and print these texts. */
const stack = ({ software, status = 'CREATE_COMPLETE', machines = [machine('1')], answers = {} }: Given) => {
  const group = { Type: 'AWS::EC2::SecurityGroup', Properties: {} };
  const resources = withSoftware({ [everyMachine]: group }, { ...nothingToRun, ...software });
  const runs: { readonly InstanceId: string; readonly Comment: string; readonly RequestedDateTime: Date }[] = [];
  const became = { status: 'InProgress', out: '', code: 0 };
  const there = { status };
  const made = fakeSession({
    DescribeStacks: () => {
      if (there.status === 'gone') throw refused('ValidationError', `Stack with id ${id} does not exist`);
      return { Stacks: [{ StackId: id, StackName: 'toscanini-1-1', StackStatus: there.status }] };
    },
    GetTemplate: () => ({ TemplateBody: JSON.stringify({ Resources: software ? resources : {} }) }),
    DescribeInstances: () => ({ Reservations: [{ Instances: machines }] }),
    DescribeInstanceInformation: () => ({
      InstanceInformationList: machines.map((one) => ({ InstanceId: (one as { InstanceId: string }).InstanceId })),
    }),
    SendCommand: ({ InstanceIds, Comment }) => {
      runs.push({ InstanceId: String(InstanceIds), Comment: String(Comment), RequestedDateTime: now });
      return {};
    },
    ListCommandInvocations: ({ InstanceId }) => ({
      CommandInvocations: runs
        .filter((run) => run.InstanceId === InstanceId)
        .map((run, index) => ({
          ...run,
          CommandId: `c-${index}`,
          Status: became.status,
          StatusDetails: became.status,
        })),
    }),
    GetCommandInvocation: () => ({ StandardOutputContent: became.out, ResponseCode: became.code }),
    ...answers,
  });
  const calls = () => made.asked.map(({ call }) => call);
  const text = async () => undefined;
  const look = (blueprint: () => Promise<string | undefined> = text) =>
    configure(made.session, id, { since, now, blueprint });
  return { ...made, calls, runs, became, there, look };
};

describe('a look at the software of a stack', () => {
  it('has nothing to do where nothing runs, or while the stack does not stand', async () => {
    for (const given of [
      {},
      { software: {} },
      { software: { steps: [step('create')] }, status: 'UPDATE_IN_PROGRESS' },
    ]) {
      const one = stack(given);
      expect(await one.look()).toEqual({ is: 'done' });
      expect(one.calls()).not.toContain('DescribeInstances');
    }
  });

  it.each(['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'])(
    'sends what is to be run on a stack in %s, to machines that run',
    async (status) => {
      const machines = [
        machine('1'),
        machine('2', 'web', 'pending'),
        machine('3', 'web', 'stopped'),
        machine('4', 'other'),
      ];
      const one = stack({ software: { steps: [step('create')] }, status, machines });
      expect(await one.look()).toEqual({ is: 'running', what: 'running create of app on 1, create of app on 2' });
      expect(one.runs.map(({ InstanceId }) => InstanceId)).toEqual(['1', '2']);
      one.became.status = 'Success';
      expect(await one.look()).toEqual({ is: 'done' });
    },
  );

  it('fails with the exit code of what failed', async () => {
    const one = stack({ software: { steps: [step('create')] } });
    await one.look();
    Object.assign(one.became, { status: 'Failed', code: 3 });
    expect(await one.look()).toEqual({ is: 'failed', why: 'create of app on 1 failed: Failed (exit code 3)' });
  });

  it('fails without one where nothing could be sent', async () => {
    const { LaunchTime: _, ...silent } = machine('1');
    const late = { ...silent, LaunchTime: new Date('2025-01-01T00:00:00.000Z') };
    const answers = { DescribeInstanceInformation: () => ({ InstanceInformationList: [] }) };
    for (const one of [late, silent]) {
      const of = stack({ software: { steps: [step('create')] }, machines: [one], answers });
      expect(await configure(of.session, id, { since: '2025-01-01T00:00:00.000Z', now })).toMatchObject({
        ...{ is: 'failed', why: expect.stringContaining('does not report to Systems Manager') },
      });
    }
  });

  it('gives a machine its secrets, of the blueprint, before it runs', async () => {
    const put: unknown[] = [];
    const answers = {
      GetParametersByPath: () => ({ Parameters: [] }),
      PutParameter: (input: object) => {
        put.push(input);
        return {};
      },
    };
    const one = stack({ software: { steps: [step('create', { secrets: ['WORD'] })] }, answers });
    const blueprint = async () => JSON.stringify({ secrets: { 'app standard.create': { WORD: 'sesame' } } });
    expect(await one.look(blueprint)).toMatchObject({ is: 'running', what: 'running create of app on 1' });
    expect(put).toEqual([expect.objectContaining({ Value: packedSecret({ revision: since, value: 'sesame' }) })]);
    const none = stack({ software: { steps: [step('create', { secrets: ['WORD'] })] }, answers });
    expect(await none.look()).toMatchObject({ is: 'failed', why: expect.stringContaining('nothing is kept of it') });
  });

  it.each(['DELETE_IN_PROGRESS', 'gone'])(
    'takes a secret away again where the stack is %s by then, and runs nothing',
    async (status) => {
      const kept = new Set<string>();
      const answers = {
        GetParametersByPath: () => ({ Parameters: [...kept].map((Name) => ({ Name, Value: '' })) }),
        PutParameter: ({ Name }: { readonly [key: string]: unknown }) => {
          kept.add(String(Name));
          one.there.status = status;
          return {};
        },
        DeleteParameters: ({ Names }: { readonly [key: string]: unknown }) => {
          for (const name of Names as readonly string[]) kept.delete(name);
          return {};
        },
      };
      const one: ReturnType<typeof stack> = stack({
        ...{ software: { steps: [step('create', { secrets: ['WORD'] })] }, answers },
      });
      const blueprint = async () => JSON.stringify({ secrets: { 'app standard.create': { WORD: 'sesame' } } });
      await expect(one.look(blueprint)).rejects.toMatchObject({
        ...{ name: 'NotReadyError', message: 'the stack is being deleted' },
      });
      expect([kept.size, one.runs]).toEqual([0, []]);
    },
  );
});

describe('the outputs of the software', () => {
  const url = { name: 'url', value: { get_operation_output: ['app standard.create', 'URL'] } };
  const of = (one: ReturnType<typeof stack>, StackStatus = 'CREATE_COMPLETE') =>
    outputsOfSoftware(one.session, { StackId: id, StackStatus } as never, now);

  it('are what operations have printed', async () => {
    const one = stack({ software: { steps: [step('create', { outputs: ['URL'] })], outputs: [url] } });
    await one.look();
    Object.assign(one.became, { status: 'Success', out: `toscanini: URL=${Buffer.from('x').toString('base64')}\n` });
    expect(await of(one)).toEqual({ url: 'x' });
  });

  it('are none where nobody asks for one, or while the stack does not stand', async () => {
    const none = stack({ software: { steps: [step('create')] } });
    expect(await of(none)).toEqual({});
    expect(none.calls()).toEqual(['GetTemplate']);
    const moving = stack({ software: { outputs: [url] } });
    expect(await of(moving, 'DELETE_IN_PROGRESS')).toEqual({});
    expect(moving.calls()).toEqual([]);
  });
});

describe('the log of a stack', () => {
  const log = { parts: [{ name: 'events', title: 'Events', text: 'made' }], quotable: 'the stack' };

  it('goes on with what operations printed, and quotes the last one that failed', async () => {
    const machines = [machine('1'), machine('2', 'other')];
    const one = stack({ software: { steps: [step('create')] }, machines });
    await one.look();
    Object.assign(one.became, { status: 'Failed', out: 'broken\n' });
    expect(await withCommands(one.session, id, log)).toEqual({
      parts: [
        log.parts[0],
        { name: 'command c-0 1', title: '', text: `${now.toISOString()} create of app on 1: Failed\nbroken` },
      ],
      quotable: 'broken',
    });
    const asked = one.asked.filter(({ call }) => call === 'ListCommandInvocations');
    expect(asked.map(({ input }) => input['InstanceId'])).not.toContain('2');
    one.became.status = 'Success';
    expect((await withCommands(one.session, id, log)).quotable).toBe('the stack');
  });

  it('has the commands of several machines in the order of their time', async () => {
    const sentAt: Record<string, string> = { '1': '2026-01-01T00:00:02.000Z', '2': '2026-01-01T00:00:01.000Z' };
    const answers = {
      ListCommandInvocations: ({ InstanceId }: { readonly [key: string]: unknown }) => ({
        CommandInvocations: [
          {
            ...{ CommandId: 'c', Status: 'Success', StatusDetails: 'Success' },
            Comment: `toscanini ${'0'.repeat(24)} create of app`,
            RequestedDateTime: new Date(sentAt[String(InstanceId)] ?? ''),
          },
        ],
      }),
    };
    const machines = [machine('1'), machine('2')];
    const { session } = stack({ software: { ending: [step('delete')] }, machines, answers });
    const { parts } = await withCommands(session, id, log);
    expect(parts.map(({ name }) => name)).toEqual(['events', 'command c 2', 'command c 1']);
  });

  it('is alone while machines are being made, and where nothing runs', async () => {
    for (const given of [{ software: { steps: [step('create')] }, status: 'CREATE_IN_PROGRESS' }, { software: {} }]) {
      const one = stack(given);
      expect(await withCommands(one.session, id, log)).toBe(log);
      expect(one.calls()).not.toContain('DescribeInstances');
    }
  });
});

describe('operations before a deletion', () => {
  const ending = [step('stop')];

  it('are waited for, and then the stack can go', async () => {
    const one = stack({ software: { ending } });
    await expect(beforeDeletion(one.session, id, now)).rejects.toMatchObject({
      ...{ name: 'NotReadyError', message: 'running stop of app on 1 before the deletion' },
    });
    one.became.status = 'Failed';
    expect(await beforeDeletion(one.session, id, now)).toEqual({ ranSomething: true });
    expect(one.runs).toHaveLength(1);
  });

  const called = `toscanini ${'0'.repeat(24)} called backup of app`;
  const ofMachine = (Comment: string, CommandId: string) => ({ Comment, CommandId, Status: 'InProgress' });
  const commands = [ofMachine(called, 'c-1'), ofMachine(called.replace('called ', ''), 'c-2')];

  it.each([{ ending }, { steps: [step('create')] }])('end first what somebody has called: %j', async (software) => {
    const answers = { ListCommandInvocations: () => ({ CommandInvocations: commands }), CancelCommand: () => ({}) };
    const one = stack({ software, machines: [machine('1'), machine('2', 'web', 'stopped')], answers });
    await beforeDeletion(one.session, id, now).catch((error: unknown) => expect(error).toBeInstanceOf(NotReadyError));
    const cancelled = one.asked.filter(({ call }) => call === 'CancelCommand');
    expect(cancelled.map(({ input }) => input)).toEqual([{ CommandId: 'c-1', InstanceIds: ['1'] }]);
  });

  it('go on where the account lacks the right to end it', async () => {
    const answers = {
      ListCommandInvocations: () => ({ CommandInvocations: commands }),
      CancelCommand: () => Promise.reject(refused('AccessDeniedException')),
    };
    const one = stack({ software: { steps: [step('create')] }, answers });
    expect(await beforeDeletion(one.session, id, now)).toEqual({ ranSomething: true });
  });

  it('are none where there are none, or the stack does not stand', async () => {
    const none = stack({ software: { steps: [step('create')] } });
    expect(await beforeDeletion(none.session, id, now)).toEqual({ ranSomething: true });
    expect(await beforeDeletion(stack({}).session, id, now)).toEqual({ ranSomething: false });
    const failed = stack({ software: { ending }, status: 'CREATE_FAILED' });
    expect(await beforeDeletion(failed.session, id, now)).toEqual({ ranSomething: true });
    for (const one of [none, failed]) expect(one.runs).toEqual([]);
  });

  it('of a stack that is gone may have left something; an outage is none', async () => {
    expect(await beforeDeletion(stack({ status: 'gone' }).session, id, now)).toEqual({ ranSomething: true });
    const answers = { DescribeStacks: () => Promise.reject(refused('ThrottlingException')) };
    await expect(beforeDeletion(stack({ answers }).session, id, now)).rejects.toMatchObject({
      name: 'ProviderUnavailableError',
    });
  });
});
