import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { requireAbility } from '../../../../src/domain/deployments/record/abilities.ts';
import { givenOf } from '../../../../src/domain/deployments/record/given.ts';
import {
  notificationId as idOf,
  operationOf,
  readNotification,
} from '../../../../src/domain/deployments/record/notification.ts';
import { owned } from '../../../../src/domain/deployments/record/operation.ts';
import { replaceOf } from '../../../../src/domain/deployments/record/replace.ts';
import {
  actionInput,
  attemptInput,
  choiceInput,
  executionEndedEvent,
  failedActionInput,
  failedAttemptInput,
  failedNotificationInput,
  failedOperationInput,
  notificationInput,
  operationInput,
  removalInput,
} from '../../../../src/domain/deployments/record/step-inputs.ts';
import { loggedFields, logging } from '../../../../src/foundation/log.ts';
import { attempting } from '../attempting/attempting.ts';

describe('requireAbility', () => {
  const at = (cannot?: readonly ('start' | 'stop' | 'update')[]) => ({
    providerId: 'alpha',
    provider: { ...(cannot && { cannot }) },
  });

  it('refuses what the deployer can never do, and says so', () => {
    expect(() => requireAbility(at(['update', 'stop']), 'stop')).toThrow(
      'provider alpha cannot stop machines of a deployment: delete the deployment and create another one instead',
    );
    expect(() => requireAbility(at(['update']), 'update')).toThrow('cannot update a deployment:');
  });

  it('allows everything else', () => {
    requireAbility(at(['update']), 'start');
    requireAbility(at([]), 'start');
    requireAbility(at(), 'start');
    requireAbility({ providerId: 'alpha' }, 'start');
  });
});

describe('the id of a notification', () => {
  const operation = '01980000-0000-7000-8000-000000000001';

  it('leads back to its operation', () => {
    expect(operationOf(idOf(operation, 'submitted-1'))).toBe(operation);
    expect(operationOf(idOf(operation.toUpperCase(), 'x'))).toBe(operation.toUpperCase());
  });

  it.each([operation, `x${operation}-complete`, `${operation.slice(1)}-complete`, 'something else'])(
    'of another form leads nowhere: %s',
    (id) => {
      expect(operationOf(id)).toBeUndefined();
    },
  );
});

describe('a notification that is read', () => {
  const read = (more: object) =>
    logging({}, async () => {
      const notification = { url: 'u', body: '{}', about: 'a', sequence: 1, ...more };
      const files = { getNotification: async () => notification as never };
      return [await readNotification(files, 'n'), loggedFields()];
    });

  it('has its deployment and its request in every line of the log from then on', async () => {
    const ids = { deploymentId: 'd', requestId: 'r' };
    expect(await read(ids)).toEqual([expect.objectContaining(ids), { deploymentId: 'd', originRequestId: 'r' }]);
  });

  it('of an earlier release has neither', async () => {
    expect((await read({}))[1]).toStrictEqual({});
  });
});

describe('owned', () => {
  it('is the deployment while its operation owns it', async () => {
    const one = await attempting();
    expect(await owned(one.world.deployments, one.ref)).toEqual(await one.now());
    await one.overtake();
    await expect(owned(one.world.deployments, one.ref)).rejects.toMatchObject({
      ...{ name: 'OperationSupersededError', message: /belongs to operation next$/ },
    });
  });

  it('says when the deployment is gone', async () => {
    const { ref } = await attempting();
    await expect(owned({ find: async () => undefined }, ref)).rejects.toMatchObject({ message: /is gone$/ });
  });
});

describe('what a request may replace', () => {
  it('is nothing unless it says so', () => {
    expect(replaceOf({})).toEqual({ replace: false });
    expect(replaceOf({ replace: ['web'] })).toEqual({ replace: ['web'] });
  });
});

describe('what a request gives', () => {
  it('is kept as it is, without what is not there and what is not of it', () => {
    const from = { callback: 'c', userGroup: undefined, other: 'x' };
    expect(givenOf(from)).toStrictEqual({ callback: 'c' });
  });
});

describe('the input of a step', () => {
  const operation = { deploymentId: 'd', operationId: 'o' };
  const attempt = { number: 1, providerId: 'alpha', last: true };
  const failure = { Error: 'TypeError', Cause: 'x' };
  const action = { deploymentId: 'd', resourceId: 'r', actionId: 'a', type: 'stop', seenAt: 'then' };

  const detail = { name: 'n', status: 'FAILED', input: '{}' };
  const notificationId = 'n';

  it.each<[string, v.GenericSchema, Record<string, unknown>]>([
    ['an operation', operationInput, operation],
    ['a choice', choiceInput, { ...operation, candidates: ['alpha'] }],
    ['an attempt', attemptInput, { ...operation, attempt }],
    ['an attempt that failed', failedAttemptInput, { ...operation, attempt, failure }],
    ['an action', actionInput, action],
    ['an action that failed', failedActionInput, { ...action, failure }],
    ['an operation that failed', failedOperationInput, { ...operation, failure }],
    ['a removal', removalInput, { ...operation, silently: true }],
    ['a notification', notificationInput, { notificationId }],
    ['a notification that failed', failedNotificationInput, { notificationId, failure }],
    ['an execution that ended', executionEndedEvent, { detail }],
  ])('of %s has all its members, and no step runs without one of them', (_, schema, input) => {
    expect(v.parse(schema, input)).toEqual(input);
    for (const member of Object.keys(input).filter((one) => one !== 'silently')) {
      const { [member]: __, ...rest } = input;
      expect(v.safeParse(schema, rest).success, `without ${member}`).toBe(false);
    }
  });

  it.each([0, 1.5, '1', 2 ** 53])('takes %j for no number of an attempt', (number) => {
    const input = { ...operation, attempt: { ...attempt, number } };
    expect(v.safeParse(attemptInput, input).success).toBe(false);
  });

  it('has what a workflow leaves out', () => {
    expect(v.parse(removalInput, operation)).toEqual({ ...operation, silently: false });
    expect(v.parse(failedOperationInput, { ...operation, failure: { Error: 'x' } }).failure.Cause).toBe('');
    const { input: _, ...short } = detail;
    expect(v.parse(executionEndedEvent, { detail: short })).toEqual({ detail: short });
    expect(v.parse(executionEndedEvent, { detail: { ...detail, input: null } }).detail.input).toBeNull();
  });
});
