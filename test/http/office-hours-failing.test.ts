import { describe, expect, it, vi } from 'vitest';
import { keptHours, local, rome } from './kept-hours.ts';
import { id } from './samples.ts';
import { serviceForTests } from './service.ts';

const { over, sweep, standing, put, sweeps, record } = keptHours(serviceForTests());

describe('a look that fails', () => {
  /** A sweep in which nothing can be read of the deployment. */
  const failing = async (now: Date): Promise<void> => {
    const broken = { deployments: { find: () => Promise.reject(new Error('the record cannot be read')) } };
    await expect(sweep(now, broken)).rejects.toThrow(AggregateError);
  };
  const due = async (now: Date) => (await over(now).hoursRuns.due(now, 1))[0];
  const minutesLater = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
  /** Minutes until it is due again. */
  const wait = async (now: Date): Promise<number> => {
    for (let minutes = 0; minutes < 120; minutes += 5) if (await due(minutesLater(now, minutes))) return minutes;
    throw new Error('it is not due again');
  };

  it('is made again ever later, but within half an hour, behind the others, which the log says', async () => {
    await standing();
    await put(rome);
    await sweeps(local('12:00'));
    const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const waits: number[] = [];
    let now = local('19:00');
    for (let failed = 0; failed < 6; failed += 1) {
      await failing(now);
      const minutes = await wait(now);
      waits.push(minutes);
      now = minutesLater(now, minutes);
    }
    expect(waits).toEqual([5, 10, 20, 30, 30, 30]);
    const said = lines.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown);
    lines.mockRestore();
    expect(said).toContainEqual(
      expect.objectContaining({
        ...{ level: 'WARN', message: expect.stringContaining('tried again later'), deploymentId: id(1) },
        ...{ failures: 2, again: local('19:15').toISOString() },
      }),
    );
  });

  it('counts anew after one that has not failed, and is no try', async () => {
    await standing();
    await put(rome);
    await sweeps(local('12:00'));
    await sweep(local('19:00'));
    await failing(local('19:05'));
    expect(await wait(local('19:05'))).toBe(5);
    expect(await due(local('19:10'))).toMatchObject({ tries: 1, failures: 1 });
    await record('UPDATE_IN_PROGRESS');
    await sweep(local('19:10'));
    expect(await due(local('19:15'))).not.toHaveProperty('failures');
    expect(await due(local('19:15'))).toMatchObject({ tries: 1 });
  });
});
