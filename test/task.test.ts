import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NotReadyError } from '../src/domain/errors.ts';
import { task } from '../src/task.ts';

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
