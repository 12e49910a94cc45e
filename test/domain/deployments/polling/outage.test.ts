import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  afterOutage,
  alertOperators,
  countedFrom,
  throughOutages,
  whileAnswering,
} from '../../../../src/domain/deployments/polling/outage.ts';
import type { Attempt } from '../../../../src/domain/deployments/record/attempt.ts';
import {
  NotFoundError,
  NotReadyError,
  ProviderFailedError,
  ProviderUnavailableError,
} from '../../../../src/foundation/errors.ts';
import { afterSeconds, attempting } from '../attempting/attempting.ts';

const hours = 3600;
const away = async (): Promise<never> => {
  throw new ProviderUnavailableError('connection refused');
};

const during = async (changes: Partial<Attempt> = {}) => {
  const one = await attempting();
  await one.begun(changes);
  const attempt = async (): Promise<Attempt> => {
    const found = await one.attempt();
    if (found === undefined) throw new Error('the attempt is gone');
    return found;
  };
  const read = async (seen: () => Promise<string>, bounds = {}) =>
    throughOutages(one.world, await attempt(), seen, bounds);
  return { ...one, attempt, read };
};

describe('an outage of a provider', () => {
  it('fails nothing until all outages together reach the limit of the installation, 24 hours here', async () => {
    const one = await during({ unreachableAt: afterSeconds(0), awayMs: 2 * hours * 1000 });
    one.world.clock.advance(22 * hours - 1);
    expect(await one.read(away)).toMatchObject({ is: 'away', isLong: true });
    one.world.clock.advance(1);
    expect(await one.read(away)).toEqual({
      is: 'failed',
      why: `provider alpha does not answer: connection refused (since ${afterSeconds(0)})`,
    });
  });

  it('is long after ten minutes', async () => {
    const one = await during();
    expect(await one.read(away)).toMatchObject({ is: 'away', isLong: false });
    one.world.clock.advance(599);
    expect(await one.read(away)).toMatchObject({ isLong: false });
    one.world.clock.advance(1);
    expect(await one.read(away)).toMatchObject({ isLong: true });
  });

  it('counts from a later instant, and up to another limit, where a step says so', async () => {
    const one = await during({ unreachableAt: afterSeconds(0) });
    const bounds = { from: afterSeconds(1000), most: 10 };
    one.world.clock.advance(1599);
    expect(await one.read(away, bounds)).toMatchObject({ is: 'away' });
    one.world.clock.advance(1);
    expect(await one.read(away, bounds)).toMatchObject({ is: 'failed' });
  });

  it('is reported once, however many polls fail, and once more when it is over', async () => {
    const one = await during();
    for (const _ of [1, 2, 3]) await one.read(away);
    one.world.clock.advance(60);
    await one.read(async () => 'seen');
    await one.read(async () => 'seen');
    expect(one.messages().filter((line) => line.startsWith('PROVIDER_SAID'))).toEqual([
      expect.stringContaining('provider alpha does not answer; nothing is cancelled meanwhile'),
      'PROVIDER_SAID: provider alpha answers again',
    ]);
  });

  it('moves the deadline of the attempt by as long as it lasted, and adds up', async () => {
    const one = await during({ awayMs: 5_000 });
    await one.read(away);
    one.world.clock.advance(60);
    expect(await one.read(async () => 'seen')).toBe('seen');
    expect(await one.attempt()).toMatchObject({
      ...{ reachableAt: afterSeconds(60), awayMs: 65_000, deadline: afterSeconds(3660) },
    });
  });

  it.each([
    ['a refusal', new ProviderFailedError('no')],
    ['not ready', new NotReadyError('soon')],
    ['that it does not know the infrastructure', new NotFoundError('no such infrastructure')],
  ])('is over when the provider answers with %s', async (_, error) => {
    const one = await during({ unreachableAt: afterSeconds(0) });
    one.world.clock.advance(30);
    await expect(
      one.read(async () => {
        throw error;
      }),
    ).rejects.toBe(error);
    expect(await one.attempt()).toMatchObject({ reachableAt: afterSeconds(30) });
  });

  it('is not over when the step fails for a reason of its own', async () => {
    const one = await during({ unreachableAt: afterSeconds(0) });
    const own = new TypeError('a mistake of the code');
    await expect(
      one.read(async () => {
        throw own;
      }),
    ).rejects.toBe(own);
    expect((await one.attempt()).reachableAt).toBeUndefined();
  });
});

describe('the deadline of an attempt after an outage', () => {
  /** after an outage that began at second 0 and lasted so long, in an attempt that started then */
  const deadlineAfter = async (seconds: number, changes: Partial<Attempt>) => {
    const one = await during({ unreachableAt: afterSeconds(0), ...changes });
    one.world.clock.advance(seconds);
    await one.read(async () => 'seen');
    return (await one.attempt()).deadline;
  };

  it('does not count the part of an outage that lay before the start of the attempt', async () => {
    expect(await deadlineAfter(60, { startedAt: afterSeconds(50) })).toBe(afterSeconds(3610));
  });

  it('moves no further than ten days after the start, which is what a workflow can follow', async () => {
    const tenDays = 10 * 24 * hours;
    expect(await deadlineAfter(20 * hours, { deadline: afterSeconds(tenDays - 60) })).toBe(afterSeconds(tenDays));
  });

  it('never moves back', async () => {
    const elevenDays = 11 * 24 * hours;
    expect(await deadlineAfter(60, { deadline: afterSeconds(elevenDays) })).toBe(afterSeconds(elevenDays));
  });
});

describe('operators', () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  afterEach(() => log.mockClear());

  /** causes of the alarms, with what they say */
  const alarms = () =>
    log.mock.calls.flatMap(([line]) => {
      const { attention, message, providerId } = JSON.parse(`${line}`);
      return attention === undefined ? [] : [[attention, message, providerId]];
    });
  const refused = new ProviderUnavailableError('the password is wrong', { outageCause: 'credentials-refused' });

  it('hear of refused credentials at once', () => {
    alertOperators('alpha', refused, false);
    expect(alarms()).toEqual([['credentials-refused', 'the password is wrong', 'alpha']]);
  });

  it('hear of an outage only when it is long', () => {
    alertOperators('alpha', new ProviderUnavailableError('502'), false);
    expect(alarms()).toEqual([]);
    alertOperators('alpha', new ProviderUnavailableError('502'), true);
    expect(alarms()).toEqual([['provider-away', '502', 'alpha']]);
  });

  it('hear of an owner whose login has ended at once, and the owner hears what to do', async () => {
    const ended = new ProviderUnavailableError('the owner has to sign in', { outageCause: 'login-ended' });
    const one = await during();
    expect(await one.read(() => Promise.reject(ended))).toMatchObject({ is: 'away' });
    expect(one.messages()[0]).toMatch(/login of the deployment's owner, which has ended.*the owner has to sign in/);
    expect(alarms()).toEqual([['login-ended', 'the owner has to sign in', 'alpha']]);
    expect(await one.read(async () => 'there')).toBe('there');
  });

  it('are named to the owner as those who have to correct the credentials', async () => {
    const one = await during();
    const why = 'provider alpha refuses the credentials of this service: the operators of this service have to correct';
    expect(await one.read(() => Promise.reject(refused))).toMatchObject({ why: expect.stringContaining(why) });
    expect(one.messages()[0]).toContain(why);
    expect(alarms()).toHaveLength(1);
  });
});

describe('a provider that answers one call', () => {
  it('makes the step wait when it leaves another one unanswered', async () => {
    await expect(whileAnswering(away)).rejects.toMatchObject({ name: 'NotReadyError', message: 'connection refused' });
    expect(await whileAnswering(async () => 1)).toBe(1);
  });

  it('is not waited for when it refuses', async () => {
    const error = new ProviderFailedError('no');
    await expect(whileAnswering(() => Promise.reject(error))).rejects.toBe(error);
  });
});

describe('a time limit', () => {
  it('starts again when an outage has ended', async () => {
    const now = new Date(afterSeconds(500));
    const { attempt } = await during();
    const one = await attempt();
    expect(countedFrom(afterSeconds(10), one, now)).toBe(afterSeconds(10));
    expect(countedFrom(afterSeconds(10), { ...one, unreachableAt: afterSeconds(20) }, now)).toBe(afterSeconds(500));
    const over = { ...one, unreachableAt: afterSeconds(20), reachableAt: afterSeconds(40) };
    expect(countedFrom(afterSeconds(10), over, now)).toBe(afterSeconds(40));
    expect(countedFrom(afterSeconds(90), over, now)).toBe(afterSeconds(90));
  });

  it('is read again from the record only after an outage', async () => {
    const one = await during();
    const before = await one.attempt();
    await one.record({ deadline: afterSeconds(9000) });
    expect((await afterOutage(one.world, before)).deadline).toBe(before.deadline);
    const inOutage = { ...before, unreachableAt: afterSeconds(0) };
    expect((await afterOutage(one.world, inOutage)).deadline).toBe(afterSeconds(9000));
  });
});
