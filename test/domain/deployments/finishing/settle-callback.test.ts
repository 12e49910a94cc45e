import { describe, expect, it, vi } from 'vitest';
import type { Execution } from '../../../../src/domain/deployments/record/ports.ts';
import { notify } from '../../../../src/domain/deployments/reporting/notify.ts';
import { sendCallback } from '../../../../src/domain/deployments/reporting/send-callback.ts';
import { checkSoon } from '../../../../src/domain/schedules/check-soon.ts';
import { ConflictError, NotFoundError, UnavailableError } from '../../../../src/foundation/errors.ts';
import { sweptWorld } from '../swept.ts';
import { accepted, epoch } from '../world.ts';

/** A callback that was queued an hour ago, and the executions that were started for it. */
const queued = async () => {
  const swept = sweptWorld();
  const { world, ports } = swept;
  const started: string[] = [];
  const workflows = {
    ...world.workflows,
    startNotification: async (id: string, interrupted?: { readonly times: number }) =>
      void started.push(`${id}${interrupted ? `-r${interrupted.times}` : ''}`),
  };
  Object.assign(ports, { workflows });
  const deployment = await accepted(world, { callback: 'https://receiver.example/hook' });
  await notify({ ...world, workflows }, deployment, 'complete');
  const [id = ''] = started;
  const { places } = world.callbackSweepQueue;
  const stands = (state: Execution['state'], name = id) => void swept.states.set(name, state);
  const later = (minutes: number) => {
    world.clock.advance(minutes * 60);
    return swept.sweep();
  };
  world.clock.advance(1);
  return { ...swept, id, started, places, stands, later };
};

describe('a callback under way', () => {
  it('is left in peace while it is tried, and looked at every hour', async () => {
    const one = await queued();
    one.stands('RUNNING');
    await one.later(60);
    await one.later(1);
    expect(one.asked).toEqual([one.id]);
    expect([one.started, one.places.size]).toEqual([[one.id], 1]);
  });

  it('is looked at no more once it was sent', async () => {
    const { world, id, places } = await queued();
    await sendCallback(world)({ notificationId: id });
    expect(places.size).toBe(0);
    expect(world.events.map(({ kind }) => kind)).toEqual(['CALLBACK_SENT']);
  });

  it('was sent, too, when its workflow succeeded and nobody could say so', async () => {
    const one = await queued();
    one.stands('SUCCEEDED');
    await one.later(60);
    expect([one.places.size, one.started.length, one.sweptSoFar(), one.resumedSoFar()]).toEqual([0, 1, 0, 0]);
  });

  it('is started when whoever queued it died before that', async () => {
    const one = await queued();
    await one.later(60);
    expect(one.started).toEqual([one.id, one.id]);
    expect(one.places.size).toBe(1);
  });

  it('goes on when its workflow was cut off, and is given up with a reason when that happens too often', async () => {
    const one = await queued();
    const names = [one.id, `${one.id}-r1`, `${one.id}-r2`];
    for (const name of names) {
      one.stands('FAILED', name);
      await one.later(60);
    }
    expect(one.started).toEqual(names);
    expect([one.resumedSoFar(), one.sweptSoFar(), one.places.size]).toEqual([2, 1, 0]);
    const [told] = one.world.events;
    expect(told).toMatchObject({ kind: 'CALLBACK_FAILED', message: expect.stringContaining('was given up') });
  });

  it('is given up when what was to be sent has expired, and is looked at no more', async () => {
    const lines = vi.spyOn(console, 'log').mockReturnValue();
    const one = await queued();
    one.world.files.getNotification = (id) => Promise.reject(new NotFoundError(`there is no file notifications/${id}`));
    const ofCallback = async () => ({ state: 'FAILED', error: 'NotFoundError' }) as const;
    Object.assign(one.ports, { executions: { ...one.ports.executions, ofCallback } });
    await one.later(60);
    expect([one.places.size, one.sweptSoFar(), one.resumedSoFar()]).toEqual([0, 1, 0]);
    expect(lines.mock.calls.join()).toContain('a callback expired before it was sent');
    lines.mockRestore();
  });

  it('is given up when an operator stopped it', async () => {
    const one = await queued();
    one.stands('ABORTED');
    await one.later(60);
    expect([one.started.length, one.places.size, one.world.events.length]).toEqual([1, 0, 1]);
  });

  it('is looked at a minute after its workflow ended badly', async () => {
    const one = await queued();
    const input = JSON.stringify({ notificationId: one.id });
    await checkSoon(one.ports)({ detail: { name: one.id, status: 'FAILED', input } });
    expect(one.places.get(one.id)?.at).toEqual(new Date(epoch + 61_000));
  });

  it('is left to another process that resumes it at the same moment', async () => {
    const one = await queued();
    one.stands('FAILED');
    one.world.callbackSweepQueue.interrupt = () => Promise.reject(new ConflictError('it goes on already'));
    await one.later(60);
    expect([one.started, one.resumedSoFar(), one.sweptSoFar(), one.places.size]).toEqual([[one.id], 0, 0, 1]);
  });

  it('is not lost when its interruption cannot be recorded', async () => {
    const one = await queued();
    one.stands('FAILED');
    one.world.callbackSweepQueue.interrupt = () => Promise.reject(new UnavailableError('DynamoDB'));
    await expect(one.later(60)).rejects.toMatchObject({ name: 'AggregateError' });
    expect([one.started, one.places.size]).toEqual([[one.id], 1]);
  });

  it('is started again under its name when it was interrupted and nobody started it', async () => {
    const one = await queued();
    one.stands('FAILED');
    await one.later(60);
    // its execution is unknown: the process that resumed it died in between
    await one.later(60);
    expect(one.started).toEqual([one.id, `${one.id}-r1`, `${one.id}-r1`]);
  });

  it('is named in the log by its id', async () => {
    const lines = vi.spyOn(console, 'log').mockReturnValue();
    const one = await queued();
    one.stands('ABORTED');
    await one.later(60);
    expect(lines.mock.calls.map(([line]) => JSON.parse(`${line}`).notificationId)).toContain(one.id);
    lines.mockRestore();
  });
});
