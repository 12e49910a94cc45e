import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsOf, type Line, writerOf } from '../e2e/cdk/log-lines.ts';

/** As CloudFormation names a function: stack, construct without dashes, two hashes. */
const named = (name: string): string => `toscanini-Service-${name.replaceAll(/[^a-z]/g, '')}1A2B3C4D-x9Yz`;

const line = (writer: string, more: Line): Line => ({
  ...{ function_name: named(writer), level: 'INFO', timestamp: '2026-11-20T12:00:00.000Z', requestId: 'lambda-1' },
  ...{ message: 'step', ...more },
});

const operation = { deploymentId: 'd-1', operationId: 'o-1' };
const event = { eventId: 'e-1', ...operation };
const request = { message: 'request', requestId: 'api-1', method: 'POST', route: '/deployments', status: 201 };

/** A line of each kind with all that it must have. */
const whole: readonly Line[] = [
  line('tasks/poll-attempt', operation),
  line('tasks/destroy-infrastructures', { message: 'left over', ...operation }),
  line('tasks/send-callback', { notificationId: 'o-1-complete', ...operation }),
  line('tasks/give-up-callback', { notificationId: 'o-1-complete', ...operation }),
  line('tasks/poll-action', { deploymentId: 'd-1', resourceId: 'r-1', actionId: 'a-1' }),
  line('tasks/replicate-file', event),
  line('events/execution-ended', { execution: 'o-1', executionStatus: 'FAILED' }),
  line('events/sweep-workflows', { message: 'operation started', ...operation }),
  line('events/sweep-workflows', { message: 'event not started', scheduleId: 's-1', ...event }),
  line('events/file-created', { message: 'file matched', scheduleId: 's-1', ...event }),
  line('events/file-created', { message: 'file event', messageId: 'm-1' }),
  line('http/deployments/create', { ...request, deploymentId: 'd-1' }),
  line('http/deployments/get', {
    ...request,
    ...{ method: 'GET', route: '/deployments/{deployment_id}', status: 200, deploymentId: 'd-1' },
  }),
  line('http/deployments/update', {
    ...request,
    ...{ method: 'PUT', route: '/deployments/{deployment_id}', status: 202, deploymentId: 'd-1', operationId: 'o-2' },
  }),
  line('http/schedules/create', { ...request, route: '/schedules', scheduleId: 's-1' }),
];

describe('the lines that a deployed service wrote', () => {
  it('are in order when each has its ids', () => {
    expect(faultsOf(whole)).toEqual([]);
  });

  const ids = /(Id|^execution|^executionStatus)$/;
  const each = whole.flatMap((one) =>
    Object.keys(one)
      .filter((name) => ids.test(name))
      .map((name) => [name, String(writerOf(one)), String(one['message']), one] as const),
  );
  it.each(each)('are not without %s, of %s (%s)', (id, writer, _, { [id]: __, ...rest }) => {
    expect(faultsOf([rest])).toEqual([expect.stringContaining(`${writer}: no ${id} in `)]);
  });

  it.each(['function_name', 'timestamp', 'level', 'requestId'])('are not without %s, whoever wrote them', (name) => {
    const { [name]: _, ...rest } = line('events/sweep-workflows', {});
    expect(faultsOf([rest])).toHaveLength(1);
  });

  it('need no ids where there are none: of a refusal, of what is public, of several things at once', () => {
    const refused = { method: 'GET', route: '/deployments/{deployment_id}', status: 404 };
    const none = [
      line('http/deployments/get', { ...request, ...refused }),
      line('http/configuration/get', { ...request, method: 'GET', route: '/configuration', status: 200 }),
      line('events/sweep-workflows', {}),
      line('events/file-created', {}),
      line('tasks/poll-attempt', { level: 'ERROR', message: 'not started' }),
    ];
    expect(faultsOf(none)).toEqual([]);
  });

  it('bear the request that accepted the operation, on the lines of its steps', () => {
    const accepted = line('http/deployments/create', { ...request, ...operation });
    const step = line('tasks/poll-attempt', operation);
    expect(faultsOf([accepted, { ...step, originRequestId: 'api-1' }])).toEqual([]);
    expect(faultsOf([accepted, step])).toEqual([expect.stringContaining('no originRequestId api-1 in')]);
    expect(faultsOf([accepted, { ...step, originRequestId: 'api-2' }])).toHaveLength(1);
    expect(faultsOf([accepted, { ...step, error: { name: 'OperationSupersededError' } }])).toEqual([]);
    expect(faultsOf([accepted, line('tasks/poll-attempt', { ...operation, operationId: 'o-2' })])).toEqual([]);
  });

  it('are known by their writer, for every function there is', () => {
    const root = join(import.meta.dirname, '../../functions');
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => file.slice(0, -'.ts'.length));
    expect(names.length).toBeGreaterThan(30);
    expect(names.map((name) => writerOf({ function_name: named(name) }))).toEqual(names);
    expect(writerOf({ function_name: 'somebody-elses' })).toBeUndefined();
  });
});
