import { describe, expect, it } from 'vitest';
import { NotFoundError, ProviderFailedError, ProviderUnavailableError } from '../../../src/foundation/errors.ts';
import { afterMinutes, idMadeAt, linesOf, orphan, silentLog, sweeping } from './sweep-world.ts';

const log = silentLog();
const written = () => linesOf(log);

const soon = afterMinutes(5);
const day = 24 * 60;
const millisecond = 1 / 60_000;

describe('the name of an infrastructure', () => {
  /** Whether the name of an infrastructure with this id is read for this orphan. */
  const isRead = async (id: string, changes: Parameters<typeof orphan>[0] = {}): Promise<boolean> => {
    const one = sweeping([orphan(changes)], { [id]: {} });
    await one.sweep();
    expect(one.calls.slice(0, 2)).toEqual(['list for nobody', expect.stringContaining('names of ')]);
    return one.calls[1] === `names of ${id} for nobody`;
  };

  it.each([
    [true, 'ten minutes before the call, since clocks differ', -10],
    [false, 'earlier', -10 - millisecond],
    [true, 'at the call', 0],
    [true, 'two days later, since a call may take effect late', 2 * day],
    [false, 'later', 2 * day + millisecond],
  ])('is read: %s, for one that was made %s', async (expected, _, minutes) => {
    expect(await isRead(idMadeAt(afterMinutes(minutes)))).toBe(expected);
  });

  it.each([
    [true, 'ten minutes before its deployment', -70],
    [false, 'earlier', -70 - millisecond],
    [true, 'two days after the call', 2 * day],
    [false, 'later', 2 * day + millisecond],
  ])('is read: %s, for one that was made %s', async (expected, _, minutes) => {
    const deploymentId = idMadeAt(afterMinutes(-60));
    expect(await isRead(idMadeAt(afterMinutes(minutes)), { deploymentId })).toBe(expected);
  });

  it('counts from the call where a clock puts the deployment after it', async () => {
    const deploymentId = idMadeAt(afterMinutes(60));
    expect(await isRead(idMadeAt(afterMinutes(-10)), { deploymentId })).toBe(true);
  });

  it('is read where the id does not say when it was made', async () => {
    expect(await isRead('inf-7')).toBe(true);
  });

  it('is not read where the id is known, or every call was answered', async () => {
    expect(await isRead('inf-1', { infrastructureId: 'inf-1' })).toBe(false);
    expect(await isRead('inf-7', { unanswered: false })).toBe(false);
  });

  it('is read where one of several orphans may bear it', async () => {
    const one = sweeping(
      [orphan({ unanswered: false }), orphan({ number: 2, startedAt: afterMinutes(9 * day).toISOString() })],
      {
        [idMadeAt(afterMinutes(0))]: {},
        [idMadeAt(afterMinutes(9 * day))]: {},
      },
    );
    await one.sweep();
    expect(one.calls).toEqual(['list for nobody', `names of ${idMadeAt(afterMinutes(9 * day))} for nobody`]);
  });
});

describe('a provider', () => {
  const two = [orphan({ deploymentId: 'one' }), orphan({ deploymentId: 'two', number: 2 })];

  it('is asked once for all of its orphans', async () => {
    const one = sweeping(two);
    await one.sweep();
    expect(one.calls).toEqual(['list for nobody', 'names of  for nobody']);
    expect(one.checked).toEqual([{ number: 1 }, { number: 2 }]);
  });

  it('that lists only what an owner has made is asked in the name of each', async () => {
    const one = sweeping(two, { 'inf-1': { name: 'toscanini-two-2' } });
    const { list } = one.deployer;
    one.deployer.list = async () => {
      const ids = await list();
      if (one.calls.length === 1) throw new ProviderFailedError('only in the name of an owner');
      return ids;
    };
    await one.sweep();
    expect(one.calls.filter((call) => call.startsWith('list'))).toEqual([
      'list for nobody',
      'list for one',
      'list for two',
    ]);
    expect(one.calls.at(-1)).toBe('destroy inf-1 for two');
    expect(one.checked).toEqual([{ number: 1 }, { number: 2, at: soon }]);
  });

  it('whose owner’s access is gone is checked like one that has nothing', async () => {
    log.mockClear();
    const one = sweeping([orphan({ looks: 0 })]);
    one.deployer.list = () => Promise.reject(new ProviderFailedError('the token was removed'));
    await one.sweep();
    expect(one.checked).toEqual([{ number: 1, at: soon }]);
    expect(written()).toEqual([
      expect.objectContaining({
        ...{ level: 'WARN', message: 'a possible orphan could not be checked', deploymentId: 'gone', attempt: 1 },
        error: expect.objectContaining({ detail: 'the token was removed' }),
      }),
    ]);
  });

  it('that is no longer configured is not asked', async () => {
    log.mockClear();
    const one = sweeping([orphan({ providerId: 'former' })]);
    await one.sweep();
    expect([one.calls, one.checked]).toEqual([[], [{ number: 1 }]]);
    expect(written()).toEqual([
      expect.objectContaining({
        error: expect.objectContaining({
          detail:
            'provider former is no longer configured; who runs this service can configure it again, with draining: true',
        }),
      }),
    ]);
  });

  it('that has another kind of deployer now is not believed to have nothing', async () => {
    log.mockClear();
    const one = sweeping([orphan({ deployer: 'cloudformation', infrastructureId: 'stack', looks: 0 })]);
    await one.sweep();
    expect([one.calls, one.checked]).toEqual([['list for nobody', 'names of  for nobody'], [{ number: 1, at: soon }]]);
    const detail = expect.stringContaining('cannot reach what cloudformation has made');
    expect(written()).toEqual([expect.objectContaining({ error: expect.objectContaining({ detail }) })]);
  });

  it('that does not answer is asked again in five minutes, and the sweep does not fail', async () => {
    log.mockClear();
    const one = sweeping(two);
    one.deployer.list = () => Promise.reject(new ProviderUnavailableError('502'));
    await one.sweep();
    expect(one.checked).toEqual([
      { number: 1, postponed: soon },
      { number: 2, postponed: soon },
    ]);
    expect(written()).toEqual([
      {
        ...{ level: 'WARN', message: 'possible orphans are checked later', providerId: 'alpha', count: 2 },
        error: expect.objectContaining({ detail: '502' }),
      },
    ]);
  });

  it('that fails in an unexpected way does not keep the sweep from the others', async () => {
    const one = sweeping([orphan({ providerId: 'beta' }), orphan({ number: 2 })]);
    const { get } = one.ports.providers;
    one.ports.providers.get = async (id) => {
      if (id === 'beta') throw new Error('the list of providers cannot be read');
      return get(id);
    };
    await expect(one.sweep()).rejects.toThrow('1 possible orphans could not be checked');
    expect(one.checked.toSorted((a, b) => a.number - b.number)).toEqual([
      { number: 1, postponed: soon },
      { number: 2 },
    ]);
  });

  it('whose answer about one orphan means nothing to it counts as not answered', async () => {
    const one = sweeping([orphan()]);
    one.deployer.names = () => Promise.reject(new NotFoundError('no such page'));
    await expect(one.sweep()).rejects.toThrow('1 possible orphans could not be checked');
    expect(one.checked).toEqual([{ number: 1, postponed: soon }]);
  });
});
