import type { Pause } from '../../../src/domain/operators/pause.ts';
import { switchedPause } from '../../support/paused.ts';
/** A deployment whose provider is gone moves without a request: docs/decisions/0089. */

import { describe, expect, it } from 'vitest';
import type { Inspection } from '../../../src/domain/deployers/inspection.ts';
import { moveByItself } from '../../../src/domain/deployments/accepting/move-by-itself.ts';
import { checkDue } from '../../../src/domain/drift/run-checks.ts';
import { ProviderUnavailableError } from '../../../src/foundation/errors.ts';
import { memoryMoves } from '../../support/memory-moves.ts';
import { machine, standing } from './drift-world.ts';

const silent = machine('0', { state: 'silent' });
const away: Inspection = {
  ...{ is: 'read', machines: [silent, machine('1', { state: 'silent' })] },
  ...{ cloudAnswers: false, cloudIsSilent: true },
};
const refused: Inspection = { is: 'read', machines: [silent, silent], cloudAnswers: false };

interface Options {
  readonly mayMove?: boolean;
  readonly atOnce?: number;
}

/** It stands at alpha, and its checks see what `script` says. */
const world = async ({ mayMove = true, atOnce = 1 }: Options = {}) => {
  const one = await standing();
  const { files, attempts, clock } = one.world;
  const { operation, id } = await one.deployment();
  const ranking = { candidates: [], dropped: [], notes: [], outputs: [], ...(mayMove && { mayMove: true as const }) };
  await files.putRanking(id, operation.id, ranking);
  const times = { startedAt: clock.now().toISOString(), deadline: clock.now().toISOString(), last: true, logged: {} };
  const made = { number: 1, providerId: 'alpha', state: 'COMPLETE', infrastructureId: 'inf' } as const;
  await attempts.findOrCreate({ deploymentId: id, operationId: operation.id, ...made, ...times });
  const moveStates = memoryMoves();
  let current: Pause | undefined;
  const pauses = { current: async () => current };
  const ports = { ...one.ports, moveStates, moving: { afterMins: 60, atOnce } };
  const runs = async () => checkDue({ ...ports, pauses, moveElsewhere: moveByItself(ports) })();
  return {
    ...one,
    moveStates,
    pause: (pause: Pause | undefined) => {
      current = pause;
    },
    /** the checks that are due within these minutes, each seeing the same */
    async passes(minutes: number, seen: Inspection | Error) {
      one.script.length = 0;
      for (let left = minutes; left > 0; left -= 3) {
        one.script.push(seen, seen);
        clock.advance(180);
        await runs();
      }
    },
    async begins(seen: Inspection | Error) {
      one.script.length = 0;
      one.script.push(seen, seen);
      const before = await one.ports.driftChecks.find(id);
      const dueAt = clock.now().toISOString();
      await one.ports.driftChecks.replace(before, { deploymentId: id, findings: [], dueAt });
      clock.advance(1);
      await runs();
    },
  };
};

const messages = (one: Awaited<ReturnType<typeof world>>) => one.world.events.map(({ message }) => message);

describe('a move by itself', () => {
  it('begins after a pause, and not in one', async () => {
    const one = await world();
    await one.begins(away);
    one.pause(await switchedPause().pauses.current());
    await one.passes(120, away);
    expect((await one.deployment()).status).toBe('CREATE_COMPLETE');
    one.pause(undefined);
    await one.passes(60, away);
    expect((await one.deployment()).operation.moves).toMatchObject({ from: { providerId: 'alpha' } });
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

  it.each<[string, Options]>([
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
    await one.moveStates.stop({ since: '', by: { issuer: 'i', subject: 's' } });
    await one.begins(away);
    await one.passes(300, away);
    expect((await one.deployment()).status).toBe('CREATE_COMPLETE');
    await one.moveStates.resume();
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
