/** A deployment whose provider is gone moves without a request: docs/decisions/0089. */

import { describe, expect, it } from 'vitest';
import type { Inspection } from '../../../src/domain/deployers/inspection.ts';
import { ProviderUnavailableError } from '../../../src/foundation/errors.ts';
import { switchedPause } from '../../support/paused.ts';
import { machine } from './drift-world.ts';
import { away, silent, type WorldOptions, world } from './moving-world.ts';

const refused: Inspection = { is: 'read', machines: [silent, silent], cloudAnswers: false };

const messages = (one: Awaited<ReturnType<typeof world>>) => one.world.events.map(({ message }) => message);

describe('a move by itself', () => {
  it('begins after a pause, and not in one', async () => {
    const one = await world();
    await one.begins(away);
    one.pause(await switchedPause().pauses.current());
    await one.passes(120, away);
    expect((await one.deployment()).status).toBe('CREATE_COMPLETE');
    one.pause(undefined);
    await one.passes(90, away);
    expect((await one.deployment()).operation.moves).toMatchObject({ from: { providerId: 'alpha' } });
  });

  it('counts from the first look after a pause, in which the provider may have answered', async () => {
    const one = await world();
    await one.begins(away);
    await one.passes(45, away);
    one.pause(await switchedPause().pauses.current());
    await one.passes(600, away);
    one.pause(undefined);
    await one.passes(45, away);
    expect((await one.deployment()).status).toBe('CREATE_COMPLETE');
    await one.passes(45, away);
    expect((await one.deployment()).operation.moves).toMatchObject({ from: { providerId: 'alpha' } });
  });

  it('counts on over a pause in which no look was due', async () => {
    const one = await world();
    await one.begins(away);
    await one.passes(45, away);
    one.pause(await switchedPause().pauses.current());
    await one.passes(3, away);
    one.pause(undefined);
    const { outage } = one.check() ?? {};
    expect(outage).toEqual({ providerId: 'alpha', since: expect.any(String), seenAt: expect.any(String) });
    await one.passes(30, away);
    expect(one.check()?.outage?.since).toBe(outage?.since);
  });

  it('begins when no look has got an answer for as long as is configured, and not before', async () => {
    const one = await world();
    await one.begins(away);
    await one.passes(45, away);
    expect((await one.deployment()).status).toBe('CREATE_COMPLETE');
    expect(one.check()?.outage).toMatchObject({ providerId: 'alpha' });
    await one.passes(60, away);
    const { status, operation } = await one.deployment();
    expect(status).toBe('UPDATE_IN_PROGRESS');
    expect(operation).toMatchObject({
      kind: 'UPDATE',
      moves: { from: { providerId: 'alpha' }, byItself: { tries: 1 } },
    });
    expect(one.world.started).toHaveLength(1);
    expect(messages(one).join()).toMatch(/moves by itself \(try 1 of 3\)/);
  });

  it('is seen coming: what may move is looked at more often than once a day', async () => {
    const well: Inspection = { is: 'read', machines: [machine('0'), machine('1')] };
    const one = await world();
    await one.begins(well);
    await one.passes(40, well);
    await one.passes(120, away);
    expect((await one.deployment()).status).toBe('UPDATE_IN_PROGRESS');
    const still = await world({ mayMove: false });
    await still.begins(well);
    await still.passes(40, well);
    expect(still.calls).toHaveLength(1);
  });

  it('counts from the last answer', async () => {
    const one = await world();
    await one.begins(away);
    await one.passes(45, away);
    const since = one.check()?.outage?.since ?? '';
    await one.passes(30, { is: 'read', machines: [machine('0'), machine('1')] });
    expect(one.check()?.outage).toBeUndefined();
    await one.begins(away);
    await one.passes(45, away);
    expect((await one.deployment()).status).toBe('CREATE_COMPLETE');
    expect(one.check()?.outage?.since.localeCompare(since)).toBe(1);
  });

  it('counts anew after an operation, which may have got answers', async () => {
    const one = await world();
    await one.begins(away);
    await one.passes(45, away);
    const { operation } = await one.deployment();
    const acceptedAt = one.world.clock.now().toISOString();
    one.change({ status: 'UPDATE_COMPLETE', operation: { ...operation, kind: 'UPDATE', acceptedAt } });
    await one.passes(45, away);
    expect((await one.deployment()).status).toBe('UPDATE_COMPLETE');
    await one.passes(60, away);
    expect((await one.deployment()).status).toBe('UPDATE_IN_PROGRESS');
  });

  it.each<[string, Inspection | Error]>([
    ['refused credentials at its cloud', refused],
    ['one machine that is heard of', { ...away, machines: [silent, machine('1')] } as Inspection],
    ['refused credentials', new ProviderUnavailableError('no', { outageCause: 'credentials-refused' })],
    ['a login that has ended', new ProviderUnavailableError('no', { outageCause: 'login-ended' })],
    ['an Infrastructure Manager that does not answer', new ProviderUnavailableError('no answer')],
  ])('never follows from %s', async (_, seen) => {
    const one = await world();
    await one.begins(seen);
    await one.passes(600, seen);
    expect((await one.deployment()).status).toBe('CREATE_COMPLETE');
    expect(one.check()?.outage).toBeUndefined();
  });

  it('follows from a deployer that is asked itself, and does not answer', async () => {
    const one = await world();
    one.change({ provider: { deployer: 'cloudformation' } });
    const silence = new ProviderUnavailableError('no answer');
    await one.begins(silence);
    await one.passes(120, silence);
    expect((await one.deployment()).operation.moves).toBeDefined();
  });

  it('never follows from a deployer that asks for less calls', async () => {
    const one = await world();
    one.change({ provider: { deployer: 'cloudformation' } });
    const busy = new ProviderUnavailableError('Rate exceeded', { hasAnswered: true });
    await one.begins(busy);
    await one.passes(600, busy);
    expect((await one.deployment()).status).toBe('CREATE_COMPLETE');
  });

  it.each<[string, WorldOptions]>([
    ['whose template does not ask for it', { mayMove: false }],
    ['where the operators allow none', { atOnce: 0 }],
  ])('is not for a deployment %s', async (_, options) => {
    const one = await world(options);
    await one.begins(away);
    await one.passes(600, away);
    expect((await one.deployment()).status).toBe('CREATE_COMPLETE');
  });

  it('waits while an administrator has stopped all', async () => {
    const one = await world();
    const stopped = { since: '', by: { issuer: 'i', subject: 's' } };
    await one.moveStates.replaceStopped(undefined, stopped);
    await one.begins(away);
    await one.passes(300, away);
    expect((await one.deployment()).status).toBe('CREATE_COMPLETE');
    await one.moveStates.replaceStopped(stopped, undefined);
    await one.passes(60, away);
    expect((await one.deployment()).status).toBe('UPDATE_IN_PROGRESS');
  });

  it('ends after three that failed, and alarms', async () => {
    const one = await world();
    await one.begins(away);
    for (let n = 0; n < 5; n += 1) {
      // each move lasts longer than the pause between two looks
      await one.passes(120, away);
      one.change({ status: 'UPDATE_FAILED' });
    }
    expect(one.world.started).toHaveLength(3);
    expect(messages(one).join()).toMatch(/could not move in 3 tries/);
  });
});
