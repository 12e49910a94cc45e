import { beforeEach, describe, expect, it } from 'vitest';
import type { Owners } from '../../src/domain/adoption/ports.ts';
import {
  ForbiddenError,
  NotFoundError,
  ProviderFailedError,
  ProviderUnavailableError,
  UnavailableError,
} from '../../src/foundation/errors.ts';
import { call } from './requests.ts';
import { transferring } from './transferring.ts';
import { events, get, give, take } from './under-test.ts';

const { test, at, found, record, of, asking, accepting, ownerNow } = transferring({ ask: give, answer: take });

describe('what is done in the name of its owner', () => {
  /** An issuer with an exchange, and an Infrastructure Manager; `fails` stops at this step, once. */
  const world = (fails?: string) => {
    const steps: string[] = [];
    let isBroken = fails !== undefined;
    const step = async (name: string): Promise<void> => {
      if (isBroken && name.startsWith(fails ?? '')) {
        isBroken = false;
        throw new UnavailableError(`no ${name}`);
      }
      steps.push(name);
    };
    const delegations = {
      ...test.service.delegations,
      tokenFor: () => async () => 'token of olga',
      exchange: async (_: string, { subject }: { readonly subject: string }) => {
        await step(`exchange ${subject}`);
        return { token: `token of ${subject}`, keep: () => step(`keep ${subject}`).then(() => true) };
      },
    };
    const owners = {
      share: async (one: string, from: () => Promise<string | undefined>, to: string) =>
        step(`share ${one} from ${await from()} to ${to}`),
      leave: (one: string, to: string) => step(`leave ${one} to ${to}`),
    } as unknown as Owners;
    return { steps, ports: { delegations, ownersAt: async () => owners } };
  };
  const whole = [
    ...['exchange mia', 'share inf from token of olga to token of mia', 'keep mia', 'leave inf to token of mia'],
  ];
  beforeEach(async () => {
    await record({ providerId: 'first', infrastructureId: 'inf' });
    await asking({ to: 'mia' });
  });

  it('is done in that of the new one: the issuer is asked first, and who was there before goes last', async () => {
    const { steps, ports } = world();
    expect((await accepting('mia', {}, ports)).status).toBe(204);
    expect(steps).toEqual(whole);
  });

  it('is that also for what attempts have left, but not for what is destroyed, or gone at its provider', async () => {
    const { steps, ports } = world();
    const attempt = { deploymentId: at.uuid, startedAt: '', deadline: '', last: false, logged: {} } as const;
    const operationId = (await found()).operation.id;
    const left = [
      { number: 1, providerId: 'second', infrastructureId: 'left', state: 'FAILED' },
      { number: 2, providerId: 'second', infrastructureId: 'destroyed', state: 'DESTROYED' },
      { number: 3, providerId: 'third', infrastructureId: 'gone', state: 'FAILED' },
      { number: 4, providerId: 'first', infrastructureId: 'inf', state: 'COMPLETE' },
    ] as const;
    for (const one of left) await test.service.attempts.findOrCreate({ ...attempt, operationId, ...one });
    const gone = () => Promise.reject(new NotFoundError('it is gone'));
    const managers = {
      first: await ports.ownersAt(),
      second: await ports.ownersAt(),
      third: { share: gone, leave: gone },
    };
    const ownersAt = async (provider: string) => managers[provider as keyof typeof managers];
    expect((await accepting('mia', {}, { ...ports, ownersAt })).status).toBe(204);
    expect(steps.filter((one) => /share|leave/.test(one))).toEqual([
      ...[whole[1], 'share left from token of olga to token of mia', whole[3], 'leave left to token of mia'],
    ]);
  });

  it.each([new ProviderFailedError('refused'), new ProviderUnavailableError('away')])(
    'stays as it was, with an answer to repeat, when the manager says $message',
    async (error) => {
      const { ports } = world();
      const ownersAt = async () => ({ share: () => Promise.reject(error), leave: async () => undefined });
      const answer = await accepting('mia', {}, { ...ports, ownersAt });
      expect(answer.json).toMatchObject({ code: 503, message: expect.stringContaining('repeat the request') });
      expect(await ownerNow()).toBe('olga');
    },
  );

  it.each(['exchange', 'share'])('stays as it was when %s fails', async (fails) => {
    const { ports } = world(fails);
    expect((await accepting('mia', {}, ports)).status).toBe(503);
    expect(await ownerNow()).toBe('olga');
    expect((await accepting('mia', {}, ports)).status).toBe(204);
  });

  it.each(['keep', 'leave'])('is finished by a repeat of the request when the process dies at %s', async (fails) => {
    const { steps, ports } = world(fails);
    const headers = {
      'Idempotency-Key': `key-${fails}`,
      'If-Match': String((await call(get(test.service), of('mia'))).headers['ETag']),
    };
    expect((await accepting('mia', { headers }, ports)).status).toBe(503);
    expect(await ownerNow()).toBe('mia');
    expect((await accepting('mia', { headers }, ports)).status).toBe(204);
    expect(steps.slice(-2)).toEqual(whole.slice(-2));
    const told = JSON.stringify((await call(events(test.service), of('mia'))).json);
    expect(told.match(/has taken it over/g)).toHaveLength(1);
  });

  it('cannot be passed on when the authorization of the owner before has ended', async () => {
    const { ports } = world();
    const delegations = {
      ...ports.delegations,
      tokenFor: () => () => Promise.reject(new ForbiddenError('it has ended')),
    };
    const answer = await accepting('mia', {}, { ...ports, delegations });
    expect(answer.json).toMatchObject({ code: 409, message: expect.stringContaining('has to sign in and ask again') });
    expect(await ownerNow()).toBe('olga');
  });

  it('cannot be passed on at a provider of a federation', async () => {
    const { ports } = world();
    await record({ providerId: 'of-a-federation' });
    const answer = await accepting('mia', {}, { ...ports, ownersAt: async () => undefined });
    expect(answer.json).toMatchObject({ code: 409, message: expect.stringContaining('in its owner') });
    expect(await ownerNow()).toBe('olga');
  });
});
