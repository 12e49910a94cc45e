import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { compare } from '../../src/domain/drift/compare.ts';
import { keepOfficeHours } from '../../src/domain/hours-keeping/keep-hours.ts';
import { keptHours, local, rome } from './kept-hours.ts';
import { call } from './requests.ts';
import { id, sampleResource } from './samples.ts';
import { serviceForTests } from './service.ts';
import { remove } from './under-test.ts';

const test = serviceForTests();
const {
  told,
  asked,
  over,
  sweep,
  standing,
  path,
  put,
  found,
  machine,
  state,
  byHand,
  settle,
  sweeps,
  record,
  messages,
} = keptHours(test);

describe('machines with office hours', () => {
  it('are stopped and started at their times by the action of users, once each, and the owner is told', async () => {
    await standing();
    await put(rome);
    await sweeps(local('12:00'), local('18:59'));
    expect([asked, await messages()]).toEqual([[], []]);
    await sweeps(local('19:00'), local('19:05'), local('19:10'), local('23:59'));
    expect([await state(), asked.map(({ type }) => type)]).toEqual(['STOPPED', ['stop']]);
    expect((await found())?.officeHours?.next?.text).toBe('starts Tue 1 Dec 08:00 Europe/Rome');
    await sweeps(local('00:00', '2026-12-01'), local('07:59', '2026-12-01'), local('08:00', '2026-12-01'));
    expect([await state(), asked.map(({ type }) => type)]).toEqual(['STARTED', ['stop', 'start']]);
    expect(await messages()).toEqual(['office hours stop server', 'office hours start server']);
    expect(told.map(({ body }) => body['machines'])).toEqual([
      { type: 'stop', resources: [id(100)], left: [] },
      { type: 'start', resources: [id(100)], left: [] },
    ]);
  });

  it('are stopped at once by hours that are set when they are over, and by no drift', async () => {
    await standing();
    await put(rome, local('21:00'));
    await sweeps(local('21:05'));
    expect(await state()).toBe('STOPPED');
    const seen = await machine();
    const machines = [{ id: seen?.physicalId ?? '', node: 'server', state: 'stopped', values: {} } as const];
    const findings = compare(seen ? [seen] : [], { is: 'read', machines } as never);
    expect(findings).toEqual([expect.objectContaining({ is: 'ignored' })]);
  });

  it('that somebody has started by hand are left until the next day, which is said once', async () => {
    await standing();
    await put(rome);
    await test.service.resources.put([sampleResource({ state: 'STOPPED' })]);
    expect((await byHand('start', local('18:00'))).status).toBe(202);
    await settle();
    await sweeps(local('19:00'), local('19:05'), local('23:55'));
    expect([await state(), asked.length]).toEqual(['STARTED', 1]);
    expect(await messages()).toEqual([expect.stringMatching(/do not stop server today.*by hand/)]);
    await sweeps(local('00:00', '2026-12-01'));
    expect([await state(), asked.length]).toEqual(['STOPPED', 2]);
  });

  it('that somebody has stopped by hand are not started that day', async () => {
    await standing();
    await put(rome);
    expect((await byHand('stop', local('07:00'))).status).toBe(202);
    await settle();
    await sweeps(local('08:00'), local('18:00'));
    expect(await state()).toBe('STOPPED');
    await sweeps(local('00:00', '2026-12-01'), local('08:00', '2026-12-01'));
    expect(await state()).toBe('STARTED');
  });

  it('are brought to what holds now after an outage, and nothing that was missed is repeated', async () => {
    await standing();
    await put(rome);
    await sweeps(local('12:00'));
    await sweeps(local('12:00', '2026-12-16')); // over two weeks
    expect([asked, await state()]).toEqual([[], 'STARTED']);
    await sweeps(local('22:00', '2026-12-30'));
    expect([asked.length, await state()]).toEqual([1, 'STOPPED']);
    expect((await found())?.officeHours?.next?.text).toBe('starts Thu 31 Dec 08:00 Europe/Rome');
  });

  it('are left while an operation runs; when it ends, what holds then counts', async () => {
    await standing();
    await put(rome);
    await record('UPDATE_IN_PROGRESS');
    await sweeps(local('19:00'), local('19:05'), local('19:10'));
    expect(asked).toEqual([]);
    await record('UPDATE_COMPLETE');
    await sweeps(local('19:15'));
    expect(asked.map(({ type }) => type)).toEqual(['stop']);
  });

  it('are not started late: an update that ran over the whole day leaves them stopped', async () => {
    await standing();
    await put(rome, local('21:00', '2026-11-29'));
    await sweeps(local('21:00', '2026-11-29'));
    await record('UPDATE_IN_PROGRESS');
    await sweeps(local('08:00'), local('12:00'));
    await record('UPDATE_COMPLETE');
    await sweeps(local('19:05'));
    expect([asked.map(({ type }) => type), await state()]).toEqual([['stop'], 'STOPPED']);
  });

  it('that are protected are stopped too: nothing is lost by it', async () => {
    await standing({ protected: true });
    await put(rome);
    await sweeps(local('19:00'));
    expect(await state()).toBe('STOPPED');
  });

  it('are left by the hours of a deployment that is being deleted, which can no longer change', async () => {
    await standing();
    await put(rome);
    await call(remove(over(local('18:00')) as never), { as: 'olga', method: 'DELETE', path });
    await sweeps(local('19:00'), local('19:05'));
    expect([asked, (await put(rome)).status]).toEqual([[], 409]);
  });

  it('are tried again ever later where a provider refuses, and the owner is told when it is given up for the day', async () => {
    await standing();
    await put(rome);
    const refuse = async (): Promise<void> => {
      const seen = await machine();
      if (!seen?.action) return;
      const { action: _, ...rest } = seen;
      await test.service.resources.replace(seen, {
        ...rest,
        state: 'STARTED',
        updatedAt: new Date(Date.parse(seen.updatedAt) + 1).toISOString(),
      });
    };
    for (let minutes = 0; minutes < 299; minutes += 5) {
      await sweep(new Date(local('19:00').getTime() + minutes * 60_000));
      await refuse();
    }
    expect(asked).toHaveLength(6);
    expect(await messages()).toEqual(['office hours stop server', expect.stringContaining('could not stop server')]);
    await sweep(local('00:00', '2026-12-01'));
    expect(asked).toHaveLength(7);
  });

  it('have no hours any more when they are taken away in the last moment', async () => {
    await standing();
    await put(rome);
    await put(null, local('18:59'));
    await sweeps(local('19:00'));
    expect(asked).toEqual([]);
  });
});

/** A sweep at 19:00 whose process dies at the call with this number; returns how many calls a whole one makes, or Infinity. */
const sweepDyingAt = async (died: number, when: 'before' | 'after'): Promise<number> => {
  let calls = 0;
  const mortal = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as unknown;
        if (typeof method !== 'function') return method;
        return async (...given: readonly unknown[]) => {
          const isLast = calls++ === died;
          if (calls > died + 1 || (isLast && when === 'before')) throw new Error('died');
          const answer = await Reflect.apply(method, target, given);
          if (isLast) throw new Error('died');
          return answer;
        };
      },
    });
  const ports = over(local('19:00'));
  const { actionSweepQueue, deployments, files, hoursRuns, resources, timeline, workflows } = ports;
  const all = { actionSweepQueue, callbackSweepQueue: ports.callbackSweepQueue, deployments, files, hoursRuns };
  const dying = Object.entries({ ...all, resources, timeline, workflows }).map(([name, port]) => [name, mortal(port)]);
  await Promise.allSettled([keepOfficeHours({ ...ports, ...Object.fromEntries(dying) } as never)()]);
  return calls > died ? Number.POSITIVE_INFINITY : calls;
};

describe('a process that dies', () => {
  const dying = new Error('died');
  it.each<[string, (ports: ReturnType<typeof over>) => object]>([
    [
      'before it has asked',
      ({ workflows }) => ({ workflows: { ...workflows, startAction: () => Promise.reject(dying) } }),
    ],
    [
      'before it has taken the machine',
      ({ resources: all }) => ({ resources: { ...all, replace: () => Promise.reject(dying) } }),
    ],
    [
      'before it wrote when to look next',
      ({ hoursRuns: looks }) => ({
        hoursRuns: { ...looks, replace: () => Promise.reject(dying), replaceShown: () => Promise.reject(dying) },
      }),
    ],
    ['before it has told', ({ timeline }) => ({ timeline: { ...timeline, add: () => Promise.reject(dying) } })],
  ])('%s leaves it to the next run, which does it once', async (_, broken) => {
    await standing();
    await put(rome);
    await sweeps(local('12:00'));
    const ports = over(local('19:00'));
    await expect(keepOfficeHours({ ...ports, ...broken(ports) } as never)()).rejects.toThrow(AggregateError);
    await sweeps(local('19:05'), local('19:10'));
    expect([await state(), new Set(asked.map(({ actionId }) => actionId)).size]).toEqual(['STOPPED', 1]);
    expect(await messages()).toEqual(['office hours stop server']);
    expect(new Set(told.map((one) => one.id)).size).toBe(1);
  });

  it.each(['before', 'after'] as const)(
    '%s any of its calls leaves the rest to the next run, which asks for one action and tells it once',
    async (when) => {
      let calls = Number.POSITIVE_INFINITY;
      for (let died = 0; died < calls; died += 1) {
        await standing();
        await put(rome);
        await sweeps(local('12:00'));
        [told.length, asked.length] = [0, 0];
        calls = await sweepDyingAt(died, when);
        await sweep(local('19:05'));
        await settle();
        await sweeps(local('19:10'));
        expect([died, await state(), new Set(asked.map(({ actionId }) => actionId)).size]).toEqual([
          died,
          'STOPPED',
          1,
        ]);
        expect([died, await messages(), new Set(told.map((one) => one.id)).size]).toEqual([
          ...[died, ['office hours stop server'], 1],
        ]);
        expect((await found())?.officeHours?.next?.type).toBe('start');
        await test.service.deployments.remove(id(1), (await found())?.operation.id ?? '');
        await test.service.resources.remove(id(1));
      }
      expect(calls).toBeGreaterThan(8);
    },
  );

  it('writes what comes next together with when to look, or neither', async () => {
    await standing();
    await put(rome);
    await sweeps(local('12:00'));
    const [seen] = await over(local('19:00')).hoursRuns.due(local('19:00'), 10);
    await put({ ...rome, stop: '20:00' }, local('18:59'));
    if (!seen) throw new Error('nothing is due');
    await over(local('19:00')).hoursRuns.replaceShown(
      seen,
      { dueAt: local('23:00').toISOString() },
      { calendar: rome },
    );
    expect((await found())?.officeHours?.calendar.stop).toBe('20:00');
    expect(await over(local('19:00')).hoursRuns.due(local('19:00'), 10)).toHaveLength(1);
  });
});

it('forgets a deployment that is gone, also when its hours were set while it was removed', async () => {
  const left = () => over(local('12:00', '2027-01-01')).hoursRuns.due(local('12:00', '2027-01-01'), 10);
  await standing();
  await put(rome);
  await test.service.deployments.remove(id(1), (await found())?.operation.id ?? '');
  expect(await left()).toEqual([]);
  await standing();
  await put(rome);
  const Key = { pk: id(1), sk: 'deployment' };
  await test.engine.client.send(new DeleteCommand({ TableName: test.engine.tables.deployments, Key }));
  expect(await left()).toHaveLength(1);
  await sweep(local('19:00'));
  expect([await left(), asked]).toEqual([[], []]);
});

it('two runs at once ask for the same action', async () => {
  await standing();
  await put(rome);
  await sweeps(local('12:00'));
  await Promise.allSettled([sweep(local('19:00')), sweep(local('19:00'))]);
  expect(new Set(asked.map(({ actionId }) => actionId)).size).toBe(1);
  await settle();
  await sweeps(local('19:05'));
  expect(await state()).toBe('STOPPED');
});
