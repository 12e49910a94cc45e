/** What is said of an execution that ended without telling us, and whether its work goes on. */

import { describe, expect, it } from 'vitest';
import { errorOf, interruption, mayResume, resume } from '../../../../src/domain/deployments/accepting/resume.ts';
import type { Attempt } from '../../../../src/domain/deployments/record/attempt.ts';
import type { Execution } from '../../../../src/domain/deployments/record/ports.ts';
import { attempting } from '../attempting/attempting.ts';

const failed = (error?: string, cause?: string): Execution => ({
  ...{ state: 'FAILED', ...(error !== undefined && { error }), ...(cause !== undefined && { cause }) },
});
const ofChild = (description: object) => JSON.stringify(description);

describe('the error of an execution', () => {
  it.each<[string, Execution, string, string]>([
    ['is its own', failed('NotFoundError', 'there is none'), 'NotFoundError', 'there is none'],
    ['is its state where it has none', { state: 'TIMED_OUT' }, 'Execution.TIMED_OUT', ''],
    [
      'is that of the nested execution which failed',
      failed('States.TaskFailed', ofChild({ Error: 'OutageError', Cause: 'no answer' })),
      ...(['OutageError', 'no answer'] as const),
    ],
    [
      'is that of the nested execution also without a cause',
      failed('States.TaskFailed', ofChild({ Error: 'OutageError' })),
      ...(['OutageError', ''] as const),
    ],
    [
      'is its own where the description of the nested one was cut',
      failed('States.TaskFailed', '{"Error":"OutageErr'),
      ...(['States.TaskFailed', '{"Error":"OutageErr'] as const),
    ],
    [
      'is its own where a task failed that is no execution',
      failed('States.TaskFailed', ofChild({ errorMessage: 'said' })),
      ...(['States.TaskFailed', ofChild({ errorMessage: 'said' })] as const),
    ],
    [
      'is its own where it has a name, whatever its cause looks like',
      failed('ProviderFailedError', ofChild({ Error: 'OutageError' })),
      ...(['ProviderFailedError', ofChild({ Error: 'OutageError' })] as const),
    ],
  ])('%s', (_, execution, name, cause) => {
    expect(errorOf(execution)).toEqual({ Error: name, Cause: cause });
  });
});

describe('an operation', () => {
  const once = { times: 1, by: 'x' };

  it.each<[string, Parameters<typeof mayResume>, boolean]>([
    ['is resumed after an error of the platform', [undefined, failed('Lambda.ServiceException'), 1], true],
    ['is not resumed after an operator stopped it', [undefined, { state: 'ABORTED' }, 1], false],
    ['is not resumed after a final error', [undefined, failed('ProviderFailedError'), 1], false],
    ['is not resumed as often as that', [once, failed('Lambda.ServiceException'), 1], false],
    ['is resumed once more', [once, failed('Lambda.ServiceException'), 2], true],
    ['is never resumed where the configuration says so', [undefined, failed('Lambda.ServiceException'), 0], false],
    ['is resumed where the last resumption was recorded and never started', [once, { state: 'UNKNOWN' }, 1], true],
  ])('%s', (_, given, expected) => {
    expect(mayResume(...given)).toBe(expected);
  });
});

describe('why an operation ends that is not resumed', () => {
  const said = async (execution: Execution, attempts: readonly Partial<Attempt>[] = []) => {
    const { deployment } = await attempting();
    const { Error: name, Cause } = interruption(deployment, execution, attempts as readonly Attempt[]);
    return [name, Cause.replace(deployment.operation.id, 'ID')];
  };
  const platform = ({ how = 'ended unexpectedly (Lambda.ServiceException)', more = [] as readonly string[] } = {}) => [
    'InterruptedError',
    [
      `the workflow ${how}: neither the template nor the provider caused this. Ask the operators of this service about operation ID`,
      ...more,
    ].join('\n'),
  ];

  it('is the final error itself', async () => {
    expect(await said(failed('ProviderFailedError', 'the quota is used up'))).toEqual([
      ...['ProviderFailedError', 'the quota is used up'],
    ]);
  });

  it('is that an operator stopped it, whatever its error was', async () => {
    expect(await said({ state: 'ABORTED', error: 'ProviderFailedError', cause: 'used up' })).toEqual(
      platform({ how: 'was stopped', more: ['used up'] }),
    );
  });

  it('has no text of the platform, which may hold internals', async () => {
    expect(await said(failed('Lambda.ServiceException', 'secret'))).toEqual(platform());
  });

  it('has the text of an error of ours', async () => {
    const how = 'ended unexpectedly (UnavailableError)';
    const cause = ofChild({ errorMessage: 'the table does not answer' });
    expect(await said(failed('UnavailableError', cause))).toEqual(
      platform({ how, more: ['the table does not answer'] }),
    );
  });

  it('has each infrastructure that may still be there', async () => {
    const attempts: readonly Partial<Attempt>[] = [
      { state: 'DESTROYED', providerId: 'alpha', infrastructureId: 'inf-1' },
      { state: 'RUNNING', providerId: 'beta', infrastructureId: 'inf-2' },
      { state: 'SUBMITTING', providerId: 'gamma' },
    ];
    const more = [
      'infrastructure inf-2 on provider beta was left as it is; deleting the deployment removes it',
      'an infrastructure may have been made on provider gamma; deleting the deployment removes it',
    ];
    expect(await said(failed('Lambda.ServiceException'), attempts)).toEqual(platform({ more }));
  });
});

describe('a resumption', () => {
  it('is told of the latest attempt', async () => {
    const one = await attempting();
    await one.begun();
    await one.begun({ number: 2, providerId: 'beta' });
    await one.begun({ number: 3, providerId: 'gamma' });
    const execution = failed('Lambda.ServiceException');
    await resume({ ...one.world, resumptions: 2 }, one.deployment, execution);
    expect(one.world.events).toMatchObject([{ kind: 'INTERRUPTED', attempt: 3, provider: 'gamma' }]);
    expect(one.world.started).toMatchObject([{ id: one.deployment.id, operation: { interrupted: { times: 1 } } }]);
  });
});
