import { describe, expect, it } from 'vitest';
import { answeredOutputs } from '../../../../src/domain/deployments/polling/outputs.ts';
import {
  notYet,
  outageError,
  outageWithinDeadline,
  overdue,
} from '../../../../src/domain/deployments/polling/overdue.ts';
import { waitingIfNotReady } from '../../../../src/domain/deployments/polling/waiting-if-not-ready.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import { NotReadyError, ProviderFailedError, ProviderUnavailableError } from '../../../../src/foundation/errors.ts';
import { afterSeconds } from '../attempting/attempting.ts';

const second = (seconds: number) => new Date(afterSeconds(seconds));
const seen = { why: 'it is running' };

/** A deployment with these deadlines, in seconds; its limits are those of the messages. */
const due = (deployment: number | undefined, attempt = 99_999) => {
  const operation = { ...(deployment !== undefined && { deadline: afterSeconds(deployment) }) };
  const limits = { timeoutMins: 1, providerTimeoutMins: 30, keepLastAttempt: false };
  return [{ operation, limits } as Deployment, { deadline: afterSeconds(attempt) }] as const;
};

const failing = (error: Error) => async (): Promise<never> => {
  throw error;
};

describe('overdue', () => {
  it('is nothing before both deadlines, and without one of the deployment', () => {
    expect(overdue(...due(100), second(99), seen)).toBeUndefined();
    expect(overdue(...due(undefined, 100), second(99), seen)).toBeUndefined();
  });

  it('says which deadline has passed, how long it was, and what was seen last', () => {
    expect(overdue(...due(100), second(100), seen)).toMatchObject({
      ...{
        name: 'DeploymentTimeoutError',
        message: 'the deployment was not ready within 1 minute: it is running',
      },
    });
    expect(overdue(...due(undefined, 100), second(100), seen)).toMatchObject({
      ...{
        name: 'ProviderTimeoutError',
        message: 'the provider did not finish within 30 minutes: it is running',
      },
    });
  });

  it('says how long an attempt lasted whose request asked for more than an attempt may last', () => {
    const [{ operation, limits }, attempt] = due(undefined, 100);
    const long = { operation, limits: { ...limits, providerTimeoutMins: 20_000 } } as Deployment;
    expect(overdue(long, attempt, second(100), seen)?.message).toBe(
      'the provider did not finish within 14400 minutes: it is running',
    );
  });

  it('names the deadline of the deployment when both have passed: no other provider can be tried', () => {
    expect(overdue(...due(100, 50), second(100), seen)?.name).toBe('DeploymentTimeoutError');
  });
});

describe('notYet', () => {
  it.each([
    [399, 'NotReadyError', 'it is running'],
    [400, 'DeadlineNearError', 'it is running'],
    [999, 'DeadlineNearError', 'it is running'],
    [1000, 'DeploymentTimeoutError', expect.stringContaining('it is running')],
  ])('%i seconds after a start with 1000 seconds is %s', (seconds, name, message) => {
    expect(notYet(...due(1000), second(seconds), seen)).toMatchObject({ name, message });
  });
});

describe('an outage', () => {
  const short = { is: 'away', why: 'nobody answers', isLong: false } as const;
  const long = { ...short, isLong: true } as const;

  it('is asked about soon while it is short, then less often', () => {
    expect(outageError(short)).toMatchObject({ name: 'NotReadyError', message: 'nobody answers' });
    expect(outageError(long)).toMatchObject({ name: 'ProviderUnavailableError', message: 'nobody answers' });
  });

  it('ends no deployment without a deadline', () => {
    expect(outageWithinDeadline(due(undefined)[0], long, second(1e6)).name).toBe('ProviderUnavailableError');
  });

  it.each([
    [8_199, 'ProviderUnavailableError'],
    [8_200, 'NotReadyError'],
    [9_400, 'DeadlineNearError'],
    [10_000, 'DeploymentTimeoutError'],
  ])('%i seconds after a start with 10000 seconds is %s: no pause passes the deadline', (seconds, name) => {
    expect(outageWithinDeadline(due(10_000)[0], long, second(seconds)).name).toBe(name);
  });
});

describe('a provider that is not ready', () => {
  it('is waited for', async () => {
    const why = '409: invalid state';
    expect(await waitingIfNotReady(failing(new NotReadyError(why)))).toEqual({ is: 'waiting', why });
    expect(await waitingIfNotReady(async () => 'ready')).toBe('ready');
  });

  it('is not the same as one that fails', async () => {
    const error = new ProviderFailedError('no');
    await expect(waitingIfNotReady(failing(error))).rejects.toBe(error);
  });
});

describe('the outputs of a provider', () => {
  it('are known, refused, or unavailable', async () => {
    expect(await answeredOutputs({ outputs: async () => ({ a: 1 }) }, 'inf')).toEqual({
      are: 'known',
      values: { a: 1 },
    });
    const of = (error: Error) => answeredOutputs({ outputs: failing(error) }, 'inf');
    expect(await of(new ProviderFailedError('no'))).toEqual({ are: 'refused', why: 'no' });
    expect(await of(new ProviderUnavailableError('504'))).toEqual({ are: 'unavailable', why: '504' });
  });

  it('do not hide a mistake of our own', async () => {
    const error = new TypeError('a mistake of the code');
    await expect(answeredOutputs({ outputs: failing(error) }, 'inf')).rejects.toBe(error);
  });
});
