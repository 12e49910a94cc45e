import { describe, expect, it } from 'vitest';
import { callsOf, failureOfRun, finishedRuns } from '../../../src/adapters/cloudformation/commands.ts';
import { fakeSession } from './fake-session.ts';

const digest = '0123456789abcdef01234567';
const at = new Date('2026-01-01T00:00:00Z');
const command = (CommandId: string, Status: string, more: object = {}) => ({
  ...{ CommandId, Status, StatusDetails: Status, RequestedDateTime: at },
  Comment: `toscanini ${digest} create of app`,
  ...more,
});
const noKey = async () => 'no key';

/** Each command on a page of its own. */
const remembering = (commands: readonly object[], printed: object = {}) =>
  fakeSession({
    ListCommandInvocations: ({ NextToken }) => {
      const place = Number(NextToken ?? 0);
      return {
        CommandInvocations: commands.slice(place, place + 1),
        ...(place + 1 < commands.length && { NextToken: String(place + 1) }),
      };
    },
    GetCommandInvocation: () => printed,
  });

describe('the commands of a machine', () => {
  const runsOf = (...commands: readonly object[]) => callsOf(remembering(commands).session, noKey).runsOf('i-1');

  it.each([
    ['Pending', 'running'],
    ['InProgress', 'running'],
    ['Delayed', 'running'],
    ['Cancelling', 'running'],
    ['Success', 'done'],
    ['Failed', 'failed'],
    ['TimedOut', 'failed'],
    ['Cancelled', 'failed'],
  ])('that are %s are %s', async (status, is) => {
    expect(await runsOf(command('c-1', status))).toEqual([
      { id: 'c-1', digest, is, sentAt: '2026-01-01T00:00:00.000Z', said: status },
    ]);
  });

  it('are read to the last page, of that machine only', async () => {
    const { session, asked } = remembering([command('c-1', 'Success'), command('c-2', 'Failed')]);
    expect((await callsOf(session, noKey).runsOf('i-1')).map(({ id }) => id)).toEqual(['c-1', 'c-2']);
    expect(asked.map(({ input }) => input)).toEqual([{ InstanceId: 'i-1' }, { InstanceId: 'i-1', NextToken: '1' }]);
  });

  it('that never reached it count as not sent, and are sent again', async () => {
    const lost = ['Delivery Timed Out', 'Undeliverable', 'Invalid Platform'];
    const all = lost.map((StatusDetails) => command('c-1', 'TimedOut', { StatusDetails }));
    expect(await runsOf(...all)).toEqual([]);
    expect(await runsOf(command('c-1', 'TimedOut', { StatusDetails: 'Execution Timed Out' }))).toHaveLength(1);
  });

  it('of somebody else are none of ours', async () => {
    const others = ['', 'toscanini', 'patch the system', `for toscanini ${digest} x`];
    expect(await runsOf(...others.map((Comment) => command('c-1', 'Success', { Comment })))).toEqual([]);
  });

  it('are sent line by line, and are lost when the machine does not take them in ten minutes', async () => {
    const { session, asked } = fakeSession({ SendCommand: () => ({}) });
    await callsOf(session, noKey).send('i-1', { comment: 'what', script: 'a\nb', seconds: 60 });
    expect(asked).toEqual([
      {
        call: 'SendCommand',
        input: {
          ...{ InstanceIds: ['i-1'], DocumentName: 'AWS-RunShellScript', Comment: 'what', TimeoutSeconds: 600 },
          Parameters: { commands: ['a', 'b'], executionTimeout: ['60'] },
        },
      },
    ]);
  });

  it('go to machines that report now, of all pages', async () => {
    const { session, asked } = fakeSession({
      DescribeInstanceInformation: ({ NextToken }) =>
        NextToken
          ? { InstanceInformationList: [{ InstanceId: 'i-2' }, {}] }
          : { InstanceInformationList: [{ InstanceId: 'i-1' }], NextToken: 'more' },
    });
    expect(await callsOf(session, noKey).listening(['i-1', 'i-2'])).toEqual(new Set(['i-1', 'i-2']));
    const Filters = [
      { Key: 'PingStatus', Values: ['Online'] },
      { Key: 'InstanceIds', Values: ['i-1', 'i-2'] },
    ];
    expect(asked.map(({ input }) => input)).toEqual([{ Filters }, { Filters, NextToken: 'more' }]);
  });

  it('are asked for by their ids, as many at once as a filter takes', async () => {
    const { session, asked } = fakeSession({ DescribeInstanceInformation: () => ({ InstanceInformationList: [] }) });
    const ids = Array.from({ length: 101 }, (_, index) => `i-${index}`);
    await callsOf(session, noKey).listening(ids);
    const values = asked.map(({ input }) => (input['Filters'] as { readonly Values: readonly string[] }[])[1]?.Values);
    expect(values.map((one) => one?.length)).toEqual([100, 1]);
    expect(values.flat()).toEqual(ids);
  });
});

describe('a command that failed', () => {
  it('has an exit code where its script has ended', async () => {
    const failure = (printed: object) => failureOfRun(remembering([], printed).session, 'i-1', 'c-1');
    expect(await failure({ ResponseCode: 3 })).toBe(' (exit code 3)');
    expect(await failure({ ResponseCode: 0 })).toBe('');
    expect(await failure({ ResponseCode: -1 })).toBe('');
    expect(await failure({})).toBe('');
  });
});

describe('the commands in the log', () => {
  const shown = async (one: object, printed: object) => finishedRuns(remembering([one], printed).session, 'i-1');

  it('have what they printed, without the line of our own results', async () => {
    const printed = { StandardOutputContent: 'toscanini:abc\nhello\n', StandardErrorContent: 'a warning\n' };
    expect(await shown(command('c-1', 'Success'), printed)).toEqual([
      {
        ...{ name: 'command c-1 i-1', sentAt: '2026-01-01T00:00:00.000Z' },
        text: '2026-01-01T00:00:00.000Z create of app on i-1: Success\nhello\na warning',
      },
    ]);
  });

  it('that failed are quoted by their errors, or by what they printed where they have none', async () => {
    const [one] = await shown(command('c-1', 'Failed'), {
      StandardOutputContent: 'out',
      StandardErrorContent: ' err\n',
    });
    expect(one?.failure).toBe('err');
    const [other] = await shown(command('c-1', 'Failed'), {
      StandardOutputContent: 'out\n',
      StandardErrorContent: ' \n',
    });
    expect(other?.failure).toBe('out');
    expect(other?.text).toBe('2026-01-01T00:00:00.000Z create of app on i-1: Failed\nout');
  });

  it('are only ours, and only those that are over', async () => {
    const { session, asked } = remembering([command('c-1', 'InProgress'), command('c-2', 'Success', { Comment: 'x' })]);
    expect(await finishedRuns(session, 'i-1')).toEqual([]);
    expect(asked.map(({ call }) => call)).not.toContain('GetCommandInvocation');
  });

  it('that somebody has called before the operation are in its own log, and are no reason of anything', async () => {
    const Comment = `toscanini ${digest} called backup of app`;
    const { session, asked } = remembering([command('c-1', 'Failed', { Comment })], { StandardErrorContent: 'err' });
    expect(await finishedRuns(session, 'i-1', '2026-01-01T00:00:00.000Z')).toEqual([
      {
        ...{ name: 'command c-1 i-1', sentAt: '2026-01-01T00:00:00.000Z' },
        text: '2026-01-01T00:00:00.000Z backup of app on i-1: Failed\nerr',
      },
    ]);
    asked.length = 0;
    expect(await finishedRuns(session, 'i-1', '2026-01-01T01:00:00.000Z')).toEqual([]);
    expect(asked.map(({ call }) => call)).not.toContain('GetCommandInvocation');
  });
});
