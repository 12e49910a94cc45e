import { describe, expect, it } from 'vitest';
import { dropQuote, pollError } from '../../../../src/domain/deployments/polling/poll-error.ts';
import type { Attempt } from '../../../../src/domain/deployments/record/attempt.ts';
import { accepted, memoryWorld } from '../world.ts';

const log = 'TASK [web] failed with Tr0ub4dor-and-3\n';
const quotedLog = '\ncontextualization message:\nTASK [web] failed with ********';

const running = async (deadlineAfterSeconds = 3600, more: Partial<Attempt> = {}) => {
  const world = memoryWorld();
  const deployment = await accepted(world, { parameters: { admin_password: 'Tr0ub4dor-and-3' } });
  const now = world.clock.now().getTime();
  const attempt: Attempt = {
    ...{ deploymentId: deployment.id, operationId: deployment.operation.id, number: 1, providerId: 'alpha' },
    ...{ state: 'RUNNING', startedAt: deployment.createdAt, last: true, logged: {} },
    deadline: new Date(now + deadlineAfterSeconds * 1000).toISOString(),
    ...more,
  };
  await world.attempts.findOrCreate(attempt);
  const stored = async () => (await world.attempts.find(deployment.id, 1))?.quotedLog;
  return { world, deployment, attempt, stored };
};

describe('the error of a poll', () => {
  it.each([
    ['ProviderFailedError', 3600, { is: 'failed', why: 'a machine failed', log }],
    ['ProviderTimeoutError', -1, { is: 'waiting', why: 'it is running', log }],
  ] as const)(
    '%s leaves the quote on the attempt, without secrets, and bears nothing of it',
    async (name, left, seen) => {
      const { world, deployment, attempt, stored } = await running(left);
      const error = await pollError(world, deployment, attempt, seen);
      expect(error).toMatchObject({ name, message: expect.stringMatching(/(a machine failed|it is running)$/) });
      expect(await stored()).toBe(quotedLog);
    },
  );

  it('says that nothing is quoted when there is no log', async () => {
    const { world, deployment, attempt, stored } = await running();
    await pollError(world, deployment, attempt, { is: 'failed', why: 'a machine failed' });
    expect(await stored()).toBe('');
  });

  it('says that what was to run there failed, and not the provider, when the deployer says so', async () => {
    const { world, deployment, attempt, stored } = await running();
    const seen = { is: 'failed', why: 'the container ended', blame: 'work', log } as const;
    expect(await pollError(world, deployment, attempt, seen)).toMatchObject({
      ...{ name: 'WorkFailedError', message: 'the container ended' },
    });
    expect(await stored()).toBe(quotedLog);
  });

  it('leaves on the attempt that the reason passes by itself, where the deployer says so', async () => {
    const { world, deployment, attempt } = await running();
    const seen = { is: 'failed', why: 'a role is not there yet', passing: true } as const;
    expect(await pollError(world, deployment, attempt, seen)).toMatchObject({ name: 'ProviderFailedError' });
    expect(await world.attempts.find(deployment.id, 1)).toMatchObject({ passing: true });
  });

  it('is that of an outage while nobody answers, and leaves nothing', async () => {
    const { world, deployment, attempt, stored } = await running();
    const seen = { is: 'away', why: 'nobody answers', isLong: true } as const;
    expect(await pollError(world, deployment, attempt, seen)).toMatchObject({
      ...{ name: 'ProviderUnavailableError', message: 'nobody answers' },
    });
    expect(await stored()).toBeUndefined();
  });

  it('that is not final leaves nothing', async () => {
    const { world, deployment, attempt, stored } = await running();
    const error = await pollError(world, deployment, attempt, { is: 'waiting', why: 'it is running', log });
    expect(error).toMatchObject({ name: 'NotReadyError', message: 'it is running' });
    expect(await stored()).toBeUndefined();
  });
});

describe('a poll whose answer was lost', () => {
  it('leaves no quote for the next one, which may see something else', async () => {
    const { world, attempt, stored } = await running(3600, { quotedLog });
    expect(await dropQuote(world, attempt)).not.toHaveProperty('quotedLog');
    expect(await stored()).toBeUndefined();
  });

  it('writes nothing where nothing was quoted', async () => {
    const { world, attempt } = await running();
    const attempts = { record: () => expect.unreachable() };
    expect(await dropQuote({ attempts } as never, attempt)).toEqual(attempt);
    expect(await world.attempts.find(attempt.deploymentId, 1)).toMatchObject({ state: 'RUNNING' });
  });
});
