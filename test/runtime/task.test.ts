import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { executionEndedEvent } from '../../src/domain/deployments/record/step-inputs.ts';
import { NotReadyError } from '../../src/foundation/errors.ts';
import { task } from '../../src/runtime/task.ts';

const context = { functionName: 'poll-attempt', awsRequestId: 'request-1' } as Context;
const input = { deploymentId: 'd-1', operationId: 'o-1', password: 'hunter2' };
const schema = v.object({ deploymentId: v.string() });

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
});
afterEach(() => vi.restoreAllMocks());

const logged = (): unknown[] => lines.map((line) => JSON.parse(line));

describe('the log of a step', () => {
  it('has the ids of deployment, operation and request, and nothing else of the input', async () => {
    expect(
      await task(
        schema,
        () =>
          async ({ deploymentId }) =>
            deploymentId,
      )({})(input, context),
    ).toBe('d-1');
    expect(logged()).toEqual([
      {
        level: 'INFO',
        message: 'step',
        requestId: 'request-1',
        deploymentId: 'd-1',
        operationId: 'o-1',
        durationMs: expect.any(Number),
      },
    ]);
  });

  it('takes "not yet" calmly, and tells an error in detail; both reach the workflow', async () => {
    const failing = (error: Error) => task(schema, () => async () => Promise.reject(error))({})(input, context);
    await expect(failing(new NotReadyError('still at work'))).rejects.toThrow(NotReadyError);
    await expect(failing(new TypeError('x is undefined'))).rejects.toThrow(TypeError);
    expect(logged()).toMatchObject([
      { level: 'INFO', error: { name: 'NotReadyError' } },
      { level: 'WARN', error: { name: 'TypeError', detail: 'x is undefined' } },
    ]);
  });

  it('is also left when the input is wrong', async () => {
    await expect(task(schema, () => async () => 1)({})({ operationId: 'o-1' }, context)).rejects.toThrow();
    expect(logged()).toMatchObject([{ level: 'WARN', operationId: 'o-1', error: { name: 'ShapeError' } }]);
  });
});

describe('the log of a step that hears of an ended execution', () => {
  const ended = (name: string, executionInput: unknown) =>
    task(executionEndedEvent, () => async () => undefined)({})(
      {
        detail: {
          name,
          status: 'TIMED_OUT',
          input: typeof executionInput === 'string' ? executionInput : JSON.stringify(executionInput),
        },
      },
      context,
    );

  it.each([
    ['an operation', 'o-1', { deploymentId: 'd-1', operationId: 'o-1' }],
    ['an event of a schedule', 'o-1', { eventId: 'e-1', deploymentId: 'd-1', operationId: 'o-1' }],
    ['an action', 'a-1', { deploymentId: 'd-1', resourceId: 'r-1', actionId: 'a-1' }],
    ['an attempt', 'o-1-2', { deploymentId: 'd-1', operationId: 'o-1', attempt: { number: 2 } }],
  ])('has the ids that are in the input of %s', async (_, name, { attempt: __, ...ids }: Record<string, unknown>) => {
    await ended(name, { ...ids, password: 'hunter2' });
    expect(logged()).toEqual([
      {
        level: 'INFO',
        message: 'step',
        requestId: 'request-1',
        execution: name,
        executionStatus: 'TIMED_OUT',
        ...ids,
        durationMs: expect.any(Number),
      },
    ]);
  });

  it('has the operation that a callback tells of', async () => {
    const notificationId = '0190a000-0000-7000-8000-000000000001-complete';
    await ended(notificationId, { notificationId });
    expect(logged()).toMatchObject([{ notificationId, operationId: '0190a000-0000-7000-8000-000000000001' }]);
  });

  it('has at least its name, where the input is too long to be shown or no JSON', async () => {
    await task(executionEndedEvent, () => async () => undefined)({})(
      { detail: { name: 'o-1', status: 'FAILED' } },
      context,
    );
    await ended('o-2', 'no JSON');
    await ended('o-3', '[null]');
    expect(logged()).toMatchObject([{ execution: 'o-1' }, { execution: 'o-2' }, { execution: 'o-3' }]);
  });
});
