import type { Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { step as fileCreated } from '../../functions/events/file-created.ts';
import { startOperations } from '../../src/domain/deployments/finishing/start-operations.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import type { Deployments } from '../../src/domain/deployments/record/ports.ts';
import { scheduledEvent } from '../../src/domain/deployments/record/step-inputs.ts';
import type { Workflows } from '../../src/domain/deployments/record/workflows.ts';
import type { EventWorkflows, ScheduleEvents } from '../../src/domain/schedules/ports.ts';
import type { ScheduleEvent } from '../../src/domain/schedules/schedule.ts';
import { startEvents } from '../../src/domain/schedules/start-accepted.ts';
import { UnavailableError } from '../../src/foundation/errors.ts';
import { task } from '../../src/runtime/task.ts';
import { writtenLines } from './written.ts';

const written = writtenLines();
const context = { awsRequestId: 'lambda-1' } as Context;
const clock = { now: () => new Date('2026-01-01T00:00:00.000Z') };

const waiting = ['d-1', 'd-2'].map((id) => ({
  id,
  task: 'NONE',
  operation: { id: `o-of-${id}`, requestId: `r-of-${id}`, acceptedAt: '2025-12-31T23:00:00.000Z' },
})) as Deployment[];
const event = { id: 'e-1', scheduleId: 's-1', deploymentId: 'd-3', operationId: 'o-3' } as ScheduleEvent;

describe('what starts several things', () => {
  const operations = (startOperation: Workflows['startOperation']) =>
    task(
      scheduledEvent,
      startOperations,
    )({
      clock,
      deployments: { notStarted: async () => waiting } as unknown as Deployments,
      workflows: { startOperation } as Workflows,
    });

  it('writes a line for each operation, with its ids', async () => {
    await operations(async () => undefined)({}, context);
    expect(written.all()).toMatchObject([
      { message: 'operation started', deploymentId: 'd-1', operationId: 'o-of-d-1', originRequestId: 'r-of-d-1' },
      { message: 'operation started', deploymentId: 'd-2', operationId: 'o-of-d-2', originRequestId: 'r-of-d-2' },
      { message: 'step' },
    ]);
    for (const line of written.all()) expect(line['requestId']).toBe('lambda-1');
  });

  it('writes a line for each event, with its ids', async () => {
    const scheduleEvents = { notStarted: async () => [event] } as unknown as ScheduleEvents;
    await task(scheduledEvent, startEvents)({ clock, scheduleEvents, eventWorkflows: { startEvent: async () => {} } })(
      {},
      context,
    );
    expect(written.all()).toMatchObject([
      { message: 'event started', eventId: 'e-1', scheduleId: 's-1', deploymentId: 'd-3', operationId: 'o-3' },
      { message: 'step' },
    ]);
  });

  it('tells of each that failed, and of all the reasons at the end', async () => {
    const started = operations(async ({ id }) => {
      if (id === 'd-1') throw new UnavailableError('Step Functions did not answer', { cause: new Error('ECONNRESET') });
    })({}, context);
    await expect(started).rejects.toThrow('1 operations could not be started');
    expect(written.all()).toMatchObject([
      {
        level: 'WARN',
        message: 'operation not started',
        deploymentId: 'd-1',
        operationId: 'o-of-d-1',
        error: { name: 'UnavailableError', causes: [{ detail: 'ECONNRESET' }] },
      },
      { message: 'operation started', deploymentId: 'd-2' },
      {
        message: 'step',
        error: {
          name: 'AggregateError',
          causes: [{ name: 'UnavailableError', detail: 'Step Functions did not answer' }, { detail: 'ECONNRESET' }],
        },
      },
    ]);
  });
});

describe('what is told of files', () => {
  const body = JSON.stringify({
    source: 'aws.s3',
    'detail-type': 'Object Created',
    detail: { bucket: { name: 'incoming' }, object: { key: 'one.dat' } },
  });
  const matcher = (startEvent: EventWorkflows['startEvent'], kept: Partial<ScheduleEvent> = {}) =>
    fileCreated({
      clock,
      ids: { next: () => 'made' },
      fileConfiguration: { readers: {} },
      scheduleIndex: {
        counts: async () => new Map(),
        candidates: async () => [{ id: 's-1', fileExpression: '.*', reader: { isAdministrator: false } }],
      },
      scheduleEvents: {
        record: async (made) => ({ event: { ...made, ...kept }, begun: false }),
        arrivals: async () => 1,
      },
      schedules: { find: async () => undefined, setStatus: async (seen) => seen },
      eventsAnHour: 10_000,
      eventWorkflows: { startEvent },
    });

  it('is a line for each schedule that a file matches, with the ids of the event that is there', async () => {
    await matcher(async () => undefined, { deploymentId: 'of-before' })(
      { Records: [{ messageId: 'm-1', body }] },
      context,
    );
    expect(written.all()).toMatchObject([
      {
        message: 'file matched',
        messageId: 'm-1',
        eventId: expect.stringMatching(/^[\da-f-]{36}$/),
        scheduleId: 's-1',
        deploymentId: 'of-before',
        operationId: 'made',
        requestId: 'lambda-1',
      },
      { message: 'step' },
    ]);
  });

  it('names the event also when its workflow could not be started', async () => {
    await matcher(() => Promise.reject(new UnavailableError('down')))(
      { Records: [{ messageId: 'm-1', body }] },
      context,
    );
    expect(written.all()).toMatchObject([
      { level: 'WARN', scheduleId: 's-1', deploymentId: 'made', error: { name: 'UnavailableError' } },
      { level: 'ERROR', messageId: 'm-1', error: { name: 'UnavailableError', detail: 'down' } },
      { message: 'step' },
    ]);
  });
});
