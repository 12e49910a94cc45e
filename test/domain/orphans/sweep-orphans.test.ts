import { describe, expect, it } from 'vitest';
import { currentDeployment } from '../../../src/domain/credentials/current-deployment.ts';
import { checksAtOnce } from '../../../src/domain/orphans/sweep-orphans.ts';
import {
  NotFoundError,
  NotReadyError,
  ProviderFailedError,
  ProviderUnavailableError,
} from '../../../src/foundation/errors.ts';
import { afterMinutes, attempted, linesOf, orphan, silentLog, sweeping } from './sweep-world.ts';

const log = silentLog();
const written = () => linesOf(log);

const soon = afterMinutes(5);
const inADay = afterMinutes(24 * 60);

describe('an infrastructure whose deployment is gone', () => {
  it('is destroyed in its owner’s name, and checked again soon', async () => {
    log.mockClear();
    const one = sweeping([orphan({ infrastructureId: 'inf-1' })], { 'inf-1': {} });
    await one.sweep();
    expect(one.calls.slice(-2)).toEqual(['status of inf-1 for gone', 'destroy inf-1 for gone']);
    expect(one.checked).toEqual([{ number: 1, at: soon }]);
    expect(one.report).toEqual(['destroyed']);
    expect(written()).toEqual([
      {
        ...{ level: 'WARN', message: 'an orphan is being destroyed', infrastructureId: 'inf-1' },
        ...{ deploymentId: 'gone', attempt: 1, providerId: 'alpha' },
      },
    ]);
    expect([...one.world.stores.kept.files.keys()]).toEqual([]);
  });

  it('is found by its name, and once where its id and its name tell of it', async () => {
    const there = { 'inf-1': { name: 'toscanini-gone-1' }, 'inf-2': { name: 'toscanini-gone-1' } };
    const one = sweeping([orphan({ infrastructureId: 'inf-1' })], there);
    one.deployer.names = async () => new Map(Object.entries(there).map(([id, { name }]) => [id, name]));
    await one.sweep();
    expect(one.calls.filter((call) => call.startsWith('destroy'))).toEqual([
      'destroy inf-1 for gone',
      'destroy inf-2 for gone',
    ]);
  });

  it('and that is gone loses what lay beside it, in its owner’s name', async () => {
    const one = sweeping([orphan({ infrastructureId: 'inf-1' })]);
    const removed: string[] = [];
    Object.assign(one.deployer, {
      removeRemains: async (id: string) => void removed.push(`${id} for ${currentDeployment()}`),
    });
    await one.sweep();
    expect(removed).toEqual(['inf-1 for gone']);
    expect(one.calls).toEqual(['list for nobody', 'names of  for nobody']);
  });

  it('and that still stands keeps it', async () => {
    const one = sweeping([orphan({ infrastructureId: 'inf-1' })], { 'inf-1': {} });
    Object.assign(one.deployer, { removeRemains: () => Promise.reject(new Error('it is needed')) });
    await one.sweep();
    expect(one.report).toEqual(['destroyed']);
  });

  it('is not touched when it has another name, or is not listed', async () => {
    const there = { 'inf-2': { name: 'toscanini-gone-10' }, 'inf-3': { name: 'toscanini-other-1' } };
    const one = sweeping([orphan({ infrastructureId: 'inf-1' })], there);
    await one.sweep();
    expect(one.calls).toEqual(['list for nobody', 'names of inf-2,inf-3 for nobody']);
    expect(one.checked).toEqual([{ number: 1 }]);
  });

  it('that is being destroyed is only checked again', async () => {
    const one = sweeping([orphan({ infrastructureId: 'inf-1' })], { 'inf-1': { state: 'deleting' } });
    await one.sweep();
    expect(one.calls.at(-1)).toBe('status of inf-1 for gone');
    expect([one.checked, one.report]).toEqual([[{ number: 1, at: soon }], []]);
  });

  it('that goes meanwhile needs no further check', async () => {
    const one = sweeping([orphan({ infrastructureId: 'inf-1' })], { 'inf-1': {} });
    one.deployer.status = () => Promise.reject(new NotFoundError('invalid infrastructure ID'));
    await one.sweep();
    expect([one.checked, one.report]).toEqual([[{ number: 1 }], []]);
  });

  it.each([new NotReadyError('409: it is being added'), new ProviderFailedError('the volume is in use')])(
    'that its provider does not destroy is checked again like any: $name',
    async (error) => {
      log.mockClear();
      const one = sweeping([orphan({ infrastructureId: 'inf-1' })], { 'inf-1': {} });
      one.deployer.destroy = () => Promise.reject(error);
      await one.sweep();
      expect([one.checked, one.report]).toEqual([[{ number: 1, at: inADay }], []]);
      expect(written()).toEqual([
        expect.objectContaining({
          ...{ level: 'WARN', message: 'an orphan cannot be destroyed yet', infrastructureId: 'inf-1' },
          error: expect.objectContaining({ detail: error.message }),
        }),
      ]);
    },
  );

  it('that is refused does not keep a second one from being destroyed', async () => {
    const there = { 'inf-1': {}, 'inf-2': { name: 'toscanini-gone-1' } };
    const one = sweeping([orphan({ infrastructureId: 'inf-1' })], there);
    const { destroy } = one.deployer;
    one.deployer.destroy = async (id) => {
      await destroy(id);
      if (id === 'inf-1') throw new ProviderFailedError('the volume is in use');
    };
    await one.sweep();
    expect(one.calls.at(-1)).toBe('destroy inf-2 for gone');
    expect([one.checked, one.report]).toEqual([[{ number: 1, at: inADay }], ['destroyed']]);
  });

  it('whose provider does not answer is checked again in five minutes', async () => {
    const one = sweeping([orphan({ infrastructureId: 'inf-1' })], { 'inf-1': {} });
    one.deployer.destroy = () => Promise.reject(new ProviderUnavailableError('502'));
    await one.sweep();
    expect(one.checked).toEqual([{ number: 1, postponed: soon }]);
  });

  it('that fails in an unexpected way is checked again, and the sweep fails', async () => {
    const one = sweeping([orphan({ infrastructureId: 'inf-1' })], { 'inf-1': {} });
    one.deployer.destroy = () => Promise.reject(new Error('DynamoDB is down'));
    await expect(one.sweep()).rejects.toThrow(
      expect.objectContaining({
        ...{ name: 'AggregateError', message: '1 possible orphans could not be checked' },
        errors: [expect.objectContaining({ message: 'DynamoDB is down' })],
      }),
    );
    expect(one.checked).toEqual([{ number: 1, postponed: soon }]);
  });
});

describe('the last check', () => {
  const lastCheck = orphan({ infrastructureId: 'inf-1', looks: 34 });

  it('leaves to the operators what still exists', async () => {
    log.mockClear();
    const one = sweeping([lastCheck], { 'inf-1': {} });
    await one.sweep();
    expect([one.checked, one.report]).toEqual([[{ number: 1 }], ['destroyed', 'left']]);
    expect(written()).toContainEqual(
      expect.objectContaining({ attention: 'orphan-left', infrastructureId: 'inf-1', providerId: 'alpha' }),
    );
  });

  it('reports nothing when nothing is there', async () => {
    const one = sweeping([lastCheck]);
    await one.sweep();
    expect([one.checked, one.report]).toEqual([[{ number: 1 }], []]);
  });

  it('is not the one before it', async () => {
    const one = sweeping([{ ...lastCheck, looks: 33 }], { 'inf-1': {} });
    await one.sweep();
    expect([one.checked, one.report]).toEqual([[{ number: 1, at: inADay }], ['destroyed']]);
  });
});

describe('an infrastructure of a deployment that exists', () => {
  /** A check of what an attempt with these records has left. */
  const checking = async (attempt: Parameters<typeof attempted>[1], there: Parameters<typeof sweeping>[1] = {}) => {
    const due: ReturnType<typeof orphan>[] = [];
    const one = sweeping(due, there);
    due.push(await attempted(one.world, attempt));
    const id = due[0]?.deploymentId ?? '';
    const after = async () => ({
      state: (await one.world.attempts.find(id, 1))?.state,
      log: await one.world.files.readLog(id),
    });
    return { ...one, id, after };
  };

  const givenUp = { left: 'given-up', infrastructureId: 'inf-1' } as const;

  it('is kept where its attempt needs it', async () => {
    const one = await checking({ state: 'RUNNING', infrastructureId: 'inf-1' }, { 'inf-1': {} });
    await one.sweep();
    expect(one.calls).toEqual(['list for nobody', 'names of inf-1 for nobody'].with(1, 'names of  for nobody'));
    expect([one.checked, one.report]).toEqual([[{ number: 1 }], []]);
    expect(await one.after()).toEqual({ state: 'RUNNING', log: '' });
  });

  it('is destroyed where its attempt gave it up, and its log says so', async () => {
    const one = await checking(givenUp, { 'inf-1': {} });
    await one.sweep();
    expect(one.calls.at(-1)).toBe(`destroy inf-1 for ${one.id}`);
    expect(one.checked).toEqual([{ number: 1, at: soon }]);
    expect(await one.after()).toEqual({
      state: 'FAILED',
      log: `${afterMinutes(0).toISOString()} infrastructure inf-1 on provider alpha still exists and is no longer needed: it is being destroyed\n`,
    });
  });

  it('that was given up and is gone counts as destroyed, if the provider confirms it for this one alone', async () => {
    const one = await checking(givenUp);
    await one.sweep();
    expect(one.calls.at(-1)).toBe(`status of inf-1 for ${one.id}`);
    expect(one.checked).toEqual([{ number: 1 }]);
    expect(await one.after()).toEqual({
      state: 'DESTROYED',
      log: `${afterMinutes(0).toISOString()} nothing is left of attempt 1 on provider alpha\n`,
    });
  });

  it('that is only missing in the list stays given up', async () => {
    const one = await checking(givenUp);
    one.deployer.status = async () => ({ state: 'configured', vms: {} });
    await one.sweep();
    expect(await one.after()).toEqual({ state: 'FAILED', log: '' });
    expect(one.checked).toEqual([{ number: 1 }]);
  });

  it('stays given up while its provider does not answer', async () => {
    const one = await checking(givenUp);
    one.deployer.status = () => Promise.reject(new ProviderUnavailableError('502'));
    await one.sweep();
    expect(await one.after()).toEqual({ state: 'FAILED', log: '' });
    expect(one.checked).toEqual([{ number: 1, postponed: soon }]);
  });

  it.each([
    ['was not given up', { infrastructureId: 'inf-1' }],
    ['is kept', { infrastructureId: 'inf-1', left: 'kept' }],
    ['has no known id', { left: 'given-up' }],
    ['was destroyed before', { ...givenUp, state: 'DESTROYED' }],
  ] as const)('is not asked for one by one when it %s', async (_, attempt) => {
    const one = await checking(attempt);
    await one.sweep();
    expect(one.calls).toEqual(['list for nobody', 'names of  for nobody']);
    expect(await one.after()).toEqual({ state: 'FAILED', ...('state' in attempt && { state: 'DESTROYED' }), log: '' });
  });

  it('that is being destroyed does not count as destroyed yet', async () => {
    const one = await checking(givenUp, { 'inf-1': { state: 'deleting' } });
    await one.sweep();
    expect(await one.after()).toEqual({ state: 'FAILED', log: '' });
  });

  it('that cannot be destroyed yet does not count as destroyed', async () => {
    const one = await checking(givenUp, { 'inf-1': {} });
    one.deployer.destroy = () => Promise.reject(new ProviderFailedError('the volume is in use'));
    await one.sweep();
    expect(await one.after()).toEqual({ state: 'FAILED', log: '' });
    expect(one.checked).toEqual([{ number: 1, at: inADay }]);
  });
});

describe('a sweep', () => {
  it('asks for what is due now, as many as one run can check', async () => {
    const one = sweeping([]);
    await one.sweep();
    expect(one.asked).toEqual([{ before: afterMinutes(0), limit: checksAtOnce }]);
    expect(one.calls).toEqual([]);
  });

  it('checks at most 25 at the same time, and all of them, whatever fails', async () => {
    const due = Array.from({ length: 60 }, (_, index) =>
      orphan({ number: index + 1, deploymentId: `gone-${index + 1}` }),
    );
    const one = sweeping(due);
    let [running, most] = [0, 0];
    one.ports.deployments.find = async (id) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (id === 'gone-3' || id === 'gone-27') throw new Error(`${id} cannot be read`);
      return undefined;
    };
    const there = { 'inf-1': { name: 'toscanini-gone-3-3' } };
    one.deployer.list = async () => Object.keys(there);
    await expect(one.sweep()).rejects.toThrow('2 possible orphans could not be checked');
    expect(most).toBe(25);
    expect(one.checked).toHaveLength(60);
    expect(one.checked.filter(({ postponed }) => postponed).map(({ number }) => number)).toEqual([3, 27]);
  });
});
