import { describe, expect, it, vi } from 'vitest';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import type { ScheduleEvent } from '../../../src/domain/schedules/schedule.ts';
import { startAndSweep } from '../../../src/domain/schedules/start-and-sweep.ts';
import { UnavailableError } from '../../../src/foundation/errors.ts';
import { noRemovals } from '../../support/no-removals.ts';
import { switchedPause } from '../../support/paused.ts';
import { sweptWorld } from '../deployments/swept.ts';
import { accepted, epoch } from '../deployments/world.ts';

const log = vi.spyOn(console, 'log').mockReturnValue();

const event = (id: string) => ({ id, scheduleId: 's', deploymentId: 'd', operationId: 'o' }) as ScheduleEvent;

/** When the waiting operation was accepted: longer than a minute ago. */
const long = new Date(epoch - 60_001).toISOString();

/** An operation and two events that have not started, and workflows and backfills that are swept. */
const world = async (waits: Partial<Deployment['operation']> = {}) => {
  const swept = sweptWorld();
  const deployment = await accepted(swept.world);
  const operation = { ...deployment, operation: { ...deployment.operation, acceptedAt: long, ...waits } };
  const asked: Date[] = [];
  const sweptKinds: string[] = [];
  const ports = {
    ...swept.ports,
    deployments: {
      ...swept.ports.deployments,
      notStarted: async (before: Date): Promise<Deployment[]> => {
        asked.push(before);
        return [operation];
      },
    },
    scheduleEvents: {
      ...swept.ports.scheduleEvents,
      ...noRemovals,
      notStarted: async (before: Date, limit?: number) => {
        asked.push(before);
        return [event('e1'), event('e2')].slice(0, limit);
      },
    },
    operationSweepQueue: {
      ...swept.ports.operationSweepQueue,
      due: async (): Promise<Deployment[]> => {
        sweptKinds.push('workflows');
        return [];
      },
    },
    backfillSweepQueue: {
      ...swept.ports.backfillSweepQueue,
      due: async () => {
        sweptKinds.push('backfills');
        return [];
      },
    },
  };
  const run = () => startAndSweep(ports)();
  return { ...swept, ports, operation, asked, sweptKinds, run };
};

const away = () => Promise.reject(new UnavailableError('Step Functions does not answer'));

describe('a run of the sweep', () => {
  it('starts the operations and events that have not started a minute after they were accepted', async () => {
    const one = await world();
    log.mockClear();
    await one.run();
    const late = new Date(epoch - 60_000);
    expect(one.asked).toEqual([new Date(epoch), late, late]);
    expect(one.world.started).toEqual([one.operation]);
    expect(one.fired.map(({ id }) => id)).toEqual(['e1', 'e2']);
    expect(one.sweptKinds).toEqual(['workflows', 'backfills']);
    expect(log.mock.calls.join()).toMatch(/"event started".*"eventId":"e1".*"scheduleId":"s"/s);
  });

  it('starts what was accepted before a pause, and the events of files only after it', async () => {
    const one = await world();
    const { pauses, resume } = switchedPause();
    const run = startAndSweep({ ...one.ports, pauses });
    await run();
    expect([one.world.started.length, one.fired]).toEqual([1, []]);
    expect(one.sweptKinds).toEqual(['workflows', 'backfills']);
    resume();
    await run();
    expect(one.fired.map(({ id }) => id)).toEqual(['e1', 'e2']);
  });

  it('reads one event while the installation is paused, and starts a part of very many in each run after it', async () => {
    const one = await world();
    const { pauses, resume } = switchedPause();
    const many = Array.from({ length: 20_000 }, (_, n) => event(`e${n}`));
    const limits: number[] = [];
    const notStarted = async (_: Date, limit = many.length) => {
      limits.push(limit);
      return many.filter(({ id }) => !one.fired.some((fired) => fired.id === id)).slice(0, limit);
    };
    const run = startAndSweep({ ...one.ports, pauses, scheduleEvents: { ...one.ports.scheduleEvents, notStarted } });
    await run();
    expect(limits).toEqual([1]);
    resume();
    await run();
    expect(one.fired).toHaveLength(1_500);
    expect(limits).toEqual([1, 1, 1_500]);
  });

  it('begins no start so late that nothing else of the run has its time', async () => {
    const one = await world();
    const many = Array.from({ length: 100 }, (_, n) => event(`e${n}`));
    one.ports.eventWorkflows = {
      startEvent: async (started) => {
        one.fired.push(started);
        one.world.clock.advance(1);
      },
    };
    one.ports.scheduleEvents.notStarted = async () => many;
    await one.run();
    expect(one.fired).toHaveLength(20);
    expect(one.sweptKinds).toEqual(['workflows', 'backfills']);
  });

  it.each([
    ['at once what takes an update back', { acceptedAt: new Date(epoch).toISOString(), reverts: { version: 1 } }, 1],
    ['nothing else within the first minute', { acceptedAt: new Date(epoch - 60_000).toISOString() }, 0],
  ])('starts %s', async (_, waits, started) => {
    const one = await world(waits as Partial<Deployment['operation']>);
    await one.run();
    expect(one.world.started).toHaveLength(started);
  });

  it('starts the events although no operation could be started, and tries each event', async () => {
    const one = await world();
    one.ports.workflows = { ...one.ports.workflows, startOperation: away };
    one.ports.eventWorkflows = {
      startEvent: async (started) => (started.id === 'e1' ? away() : void one.fired.push(started)),
    };
    const error: AggregateError = await one.run().then(
      () => undefined,
      (reason) => reason,
    );
    expect(error.message).toBe('some accepted work could not be started');
    expect(error.errors.map(({ message }: Error) => message)).toEqual([
      '1 operations could not be started',
      '1 events could not be started',
    ]);
    expect(one.fired.map(({ id }) => id)).toEqual(['e2']);
    expect(one.sweptKinds).toEqual(['workflows', 'backfills']);
  });

  it('sweeps the backfills although workflows could not be swept, and says everything that failed', async () => {
    const one = await world();
    one.ports.operationSweepQueue = { ...one.ports.operationSweepQueue, due: away };
    await expect(one.run()).rejects.toThrow('some workflows could not be checked');
    expect(one.sweptKinds).toEqual(['backfills']);
    one.ports.backfillSweepQueue = { ...one.ports.backfillSweepQueue, due: away };
    await expect(one.run()).rejects.toMatchObject({ name: 'AggregateError', errors: { length: 2 } });
  });
});
