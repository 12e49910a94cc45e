import { describe, expect, it } from 'vitest';
import type { InfrastructureState } from '../../src/domain/deployers/machines.ts';
import { NotFoundError, ProviderUnavailableError } from '../../src/foundation/errors.ts';
import { epoch, limits, memoryWorld } from '../domain/deployments/world.ts';
import { type Scenario, scenario } from './scenario.ts';
import { templateOf } from './templates.ts';

const begin = (changes: Parameters<typeof scenario>[1] = {}) => scenario(memoryWorld(), changes);

const secondsOf = ({ world }: Scenario): number => (world.clock.now().getTime() - epoch) / 1000;

/** What the first provider's infrastructures show, by the seconds since the test began; undefined: what they are. */
const showing = ({ world }: Scenario, state: (seconds: number) => InfrastructureState | Error | undefined): void => {
  const { status } = world.clouds;
  world.clouds.status = async (providerId, id) => {
    const seen = providerId === 'alpha' ? state((world.clock.now().getTime() - epoch) / 1000) : undefined;
    if (seen instanceof Error) throw seen;
    const real = await status.call(world.clouds, providerId, id);
    return seen === undefined ? real : { state: seen, vms: { '0': seen } };
  };
};

describe('a creation whose first provider misbehaves', () => {
  it('goes on when the Infrastructure Manager has forgotten the infrastructure', async () => {
    const one = await begin();
    showing(one, (seconds) => {
      const [made] = one.world.clouds.made;
      if (seconds > 8 && made) made.destroyedAt ??= 0;
      return undefined;
    });
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', providerId: 'beta' });
    const [first] = await one.world.attempts.list(one.deployment.id);
    expect(first).toMatchObject({ state: 'DESTROYED', reason: expect.stringContaining('no longer exists') });
  });

  it('believes no single word that the infrastructure is gone', async () => {
    const one = await begin();
    let said = 0;
    showing(one, (seconds) => {
      if (seconds < 8 || said > 0) return undefined;
      said += 1;
      return new NotFoundError('no such infrastructure');
    });
    await one.run();
    expect(said).toBe(1);
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', providerId: 'alpha' });
    expect(one.world.clouds.made).toHaveLength(1);
  });

  it('does not believe it either while the list of infrastructures has it', async () => {
    const one = await begin();
    showing(one, (seconds) => (seconds > 8 && seconds < 200 ? new NotFoundError('no such infrastructure') : undefined));
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', providerId: 'alpha' });
  });

  it('goes on when `configured` was not final', async () => {
    const one = await begin();
    one.world.clouds.set('alpha', { addressSeconds: 1_000, create: 'unconfigured' });
    showing(one, (seconds) => (seconds > 10 && seconds < 60 ? 'configured' : undefined));
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', providerId: 'beta' });
  });

  it('ends as what it is when the Infrastructure Manager was restarted on the way, and tells of the outage once', async () => {
    const one = await begin();
    one.world.clouds.set('alpha', { bootSeconds: 600, outage: { from: epoch / 1000 + 60, to: epoch / 1000 + 400 } });
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE', providerId: 'alpha' });
    const log = await one.world.files.readLog(one.deployment.id);
    expect(
      log.match(
        /provider alpha does not answer; nothing is cancelled meanwhile, and it is asked again: alpha is down/g,
      ),
    ).toHaveLength(1);
    expect(log.match(/provider alpha answers again/g)).toHaveLength(1);
    expect(one.world.events.filter(({ message }) => message.includes('alpha does not answer'))).toHaveLength(1);
  });

  it('says at once that a provider does not answer, not only once it is given up', async () => {
    const one = await begin();
    const told: string[] = [];
    showing(one, (seconds) => {
      if (seconds < 8) return undefined;
      told.push(one.world.events.map(({ message }) => message).join('\n'));
      return new ProviderUnavailableError('the Infrastructure Manager answered 503');
    });
    await one.run();
    expect(told[0]).not.toContain('answered 503');
    expect(told[1]).toContain('answered 503');
  });
});

describe('the bounds of time', () => {
  const bounds: readonly [string, Parameters<typeof scenario>[1], number][] = [
    ['providerTimeoutMins', { limits: { ...limits, providerTimeoutMins: 7 } }, 7],
    ['timeoutMins', { timeoutMins: 11 }, 11],
    ['the smaller one', { timeoutMins: 30, limits: { ...limits, providerTimeoutMins: 3 } }, 3],
  ];
  it.each(bounds)('are kept to the minute: %s', async (_, changes, minutes) => {
    const one = await begin(changes);
    one.world.clouds.set('alpha', { create: 'never-ready' });
    await one.run();
    const [first] = await one.world.attempts.list(one.deployment.id);
    const seconds = (Date.parse(first?.cleaningAt ?? '') - epoch) / 1000;
    expect(seconds).toBeGreaterThanOrEqual(minutes * 60);
    expect(seconds).toBeLessThan(minutes * 60 + 15);
  });

  it('end an update that is never answered after ten minutes, not after ten days', async () => {
    const one = await begin();
    await one.world.files.putTemplate(one.deployment.id, one.deployment.templateOf, templateOf({ web: {}, db: {} }));
    await one.run();
    const began = secondsOf(one);
    one.world.clouds.update = async () => {
      throw new ProviderUnavailableError('the Infrastructure Manager answered 503');
    };
    await one.run(await one.update(templateOf({ web: { scalable: 'count: 2' }, db: {} })));
    expect(await one.now()).toMatchObject({
      status: 'UPDATE_FAILED',
      statusReason: expect.stringMatching(/alpha has not answered the update for 10 minutes.*answered 503/),
    });
    expect(secondsOf(one) - began).toBeLessThan(15 * 60);
  });
});

describe('the log of a creation', () => {
  it('tells of every attempt, its end and its cleaning up, between what the providers said', async () => {
    const one = await begin();
    one.world.clouds.set('alpha', { create: 'unconfigured' });
    await one.run();
    const lines = (await one.world.files.readLog(one.deployment.id)).split('\n');
    const story = lines.map((line) => line.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z /, ''));
    const order = [
      '2 providers may be tried',
      'attempt 1: provider alpha is asked for the infrastructure',
      'attempt 1: provider alpha works on infrastructure inf-1',
      'VM 0 of inf-1: launched',
      'attempt 1 failed: the infrastructure is unconfigured',
      'infrastructure inf-1 on provider alpha is to be destroyed',
      'nothing is left of attempt 1 on provider alpha',
      'attempt 2: provider beta is asked for the infrastructure',
      'VM 0 of inf-2: configured',
      'the deployment is CREATE_COMPLETE',
    ];
    expect(order.map((line) => story.indexOf(line))).toEqual(
      order.map((line) => story.indexOf(line)).toSorted((a, b) => a - b),
    );
    expect(order.filter((line) => !story.includes(line))).toEqual([]);
  });

  it('keeps what was told when all providers failed, and says so at its end', async () => {
    const one = await begin();
    one.world.clouds.set('alpha', { create: 'refuse' });
    one.world.clouds.set('beta', { create: 'fail', destroy: 'refuse' });
    await one.run();
    const log = await one.world.files.readLog(one.deployment.id);
    expect(log).toContain('attempt 1 failed: alpha has no such image');
    expect(log).toContain('left over on beta: inf-1 (beta: quota of deletions exceeded)');
    expect(log.trimEnd().split('\n').at(-1)).toContain(
      'the deployment is CREATE_FAILED: Retries on cloud providers exhausted',
    );
  });
});
