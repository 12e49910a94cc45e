import { describe, expect, it } from 'vitest';
import { step } from '../../../functions/events/check-deployments.ts';
import { driftOf } from '../../../src/domain/deployments/record/drift-summary.ts';
import { dailyCheck } from '../../../src/domain/drift/checkable.ts';
import { checkDue } from '../../../src/domain/drift/run-checks.ts';
import { NotFoundError, ProviderFailedError, ProviderUnavailableError } from '../../../src/foundation/errors.ts';
import { checksView } from '../../../src/http/checks/checks.ts';
import { machine, standing } from './drift-world.ts';

const seen = (...machines: ReturnType<typeof machine>[]) => ({ is: 'read' as const, machines });
const stopped = seen(machine('0', { state: 'stopped' }), machine('1'));
const silent = seen(machine('0', { state: 'silent' }), machine('1'));

describe('a check', () => {
  it('that finds nothing new changes nothing that readers see', async () => {
    const one = await standing({ callback: 'https://receiver.example' });
    const before = await one.deployment();
    await one.checks();
    expect(await one.deployment()).toEqual(before);
    expect(one.check()).toMatchObject({ last: { verdict: 'in-order' }, findings: [] });
    expect([one.world.events, one.world.notified, one.counted.found]).toEqual([[], [], []]);
    expect(one.world.started).toEqual([]);
  });

  it('tells a finding once: record, timeline, callback, metric', async () => {
    const one = await standing({ callback: 'https://receiver.example' });
    one.world.clock.advance(5);
    await one.checks(stopped);
    const told = await one.deployment();
    expect(driftOf(told)).toMatchObject({ drifted: 1, of: 2, since: told.updatedAt });
    expect(one.world.events).toMatchObject([{ kind: 'DRIFT', message: expect.stringContaining('1 of 2') }]);
    expect(one.world.notified).toHaveLength(1);
    one.world.clock.advance(500);
    await one.checks(stopped);
    expect(await one.deployment()).toEqual(told);
    expect([one.world.events.length, one.world.notified.length, one.counted.found]).toEqual([1, 1, [1]]);
  });

  it('tells when all is in order again, and when it differs in another way', async () => {
    const one = await standing();
    await one.checks(stopped);
    one.world.clock.advance(1);
    await one.checks(seen(machine('0'), machine('1', { state: 'gone' })));
    one.world.clock.advance(1);
    await one.checks();
    expect(one.counted.found).toEqual([1, 1, 0]);
    expect(driftOf(await one.deployment())).toMatchObject({ drifted: 0 });
    expect(one.check()?.findings).toEqual([]);
  });

  it('of an older operation counts no more', async () => {
    const one = await standing();
    await one.checks(stopped);
    const { operation } = await one.deployment();
    one.change({ operation: { ...operation, id: 'newer' } });
    expect(driftOf(await one.deployment())).toBeUndefined();
    await one.checks();
    expect(one.counted.found).toEqual([1]);
  });

  it.each([
    ['an outage', new ProviderUnavailableError('nobody there')],
    ['a refusal', new ProviderFailedError('not allowed')],
  ])('that meets %s says that nothing was checked, and keeps what was found before', async (_, error) => {
    const one = await standing();
    await one.checks(stopped);
    const before = await one.deployment();
    await one.checks(error);
    expect(one.check()).toMatchObject({ last: { verdict: 'not-checked', why: error.message } });
    expect(one.check()?.findings).toHaveLength(1);
    expect(await one.deployment()).toEqual(before);
  });

  it('looks twice before it believes that a machine of which nothing is heard is missing', async () => {
    const one = await standing();
    await one.checks(silent, { ...silent, cloudAnswers: true });
    expect(one.check()).toMatchObject({ running: { doubtful: true } });
    await one.runs(100);
    expect(one.calls).toHaveLength(1);
    await one.runs(60);
    expect(one.check()).toMatchObject({ last: { verdict: 'drifted' }, findings: [{ is: 'missing', node: 'web' }] });
  });

  it('does not take a whole silent cloud for drift, and keeps what it knew of a silent machine', async () => {
    const one = await standing();
    await one.checks(stopped);
    await one.checks(silent, { ...silent, cloudAnswers: false });
    await one.runs(160);
    expect(one.check()?.findings.map(({ is }) => is)).toEqual(['stopped', 'not-checked']);
    expect(one.counted.found).toEqual([1]);
  });

  it('believes that an infrastructure is gone when a second look says so and no list has it', async () => {
    const gone = new NotFoundError('no such infrastructure');
    const one = await standing();
    await one.checks(gone, gone);
    await one.runs(160);
    expect(one.check()).toMatchObject({ last: { verdict: 'not-checked' } });
    one.listed.ids = [];
    await one.checks(gone, gone);
    await one.runs(160);
    expect(driftOf(await one.deployment())).toMatchObject({ drifted: 2, of: 2 });
  });

  it('lets an engine compare by itself, and asks again when that is done or after a pause', async () => {
    const one = await standing();
    const comparing = { is: 'comparing' as const, comparison: 'detection-1' };
    await one.checks(comparing, comparing);
    await one.runs(30);
    expect(one.calls).toHaveLength(1);
    await one.runs(31);
    expect(one.calls.at(-1)).toContain('detection-1');
    const stackId = `arn:aws:cloudformation:eu-west-1:123456789012:stack/toscanini-${one.id}-1/abc`;
    await checkDue(one.ports)({ stackId, comparison: 'of somebody else' });
    expect(one.calls).toHaveLength(2);
    await checkDue(one.ports)({ stackId, comparison: 'detection-1' });
    expect(one.calls.at(-1)).toContain('"isDone":true');
    expect(one.check()?.last).toMatchObject({ verdict: 'in-order' });
  });

  it('ends the wait at the event of CloudFormation, in the form that its guide gives', async () => {
    const one = await standing();
    await one.checks({ is: 'comparing', comparison: 'detection-1' });
    const event = {
      version: '0',
      source: 'aws.cloudformation',
      account: '111122223333',
      id: '12345678-1234-1234-1234-111122223333',
      region: 'us-east-1',
      'detail-type': 'CloudFormation Drift Detection Status Change',
      time: '2022-06-14T23:08:54Z',
      resources: ['arn:aws:cloudformation:us-east-1:111122223333:stack/teststack'],
      detail: {
        'stack-id': `arn:aws:cloudformation:us-east-1:111122223333:stack/toscanini-${one.id}-1/abc`,
        'stack-drift-detection-id': 'detection-1',
        'status-details': { 'stack-drift-status': 'DRIFTED', 'detection-status': 'DETECTION_COMPLETE' },
        'drift-detection-details': { 'drifted-stack-resource-count': 1 },
      },
    };
    await step(one.ports)(event);
    expect(one.calls.at(-1)).toContain('"isDone":true');
    // any other event is a tick of the clock
    await step(one.ports)({ source: 'aws.events', detail: {} });
    expect(one.calls).toHaveLength(2);
  });

  it('gives up a comparison that does not end', async () => {
    const one = await standing();
    await one.checks(...Array.from({ length: 12 }, () => ({ is: 'comparing' as const, comparison: 'slow' })));
    for (let n = 0; n < 12; n += 1) await one.runs(1_000);
    expect(one.check()?.last).toMatchObject({ verdict: 'not-checked' });
    expect(one.calls).toHaveLength(12);
  });

  it('is refused while an operation runs, and one that meets an operation ends', async () => {
    const one = await standing();
    await one.checks({ is: 'comparing', comparison: 'x' });
    one.change({ status: 'UPDATE_IN_PROGRESS' });
    await expect(one.checks()).rejects.toMatchObject({ name: 'ConflictError' });
    await one.runs(100);
    expect(one.check()).not.toHaveProperty('running');
    expect(one.check()).not.toHaveProperty('dueAt');
  });

  it('that looked while an action changed something looks again', async () => {
    const one = await standing();
    const { inspect } = one.ports.inspectorOf();
    const acting = async (...given: Parameters<NonNullable<typeof inspect>>) => {
      one.change({ changes: ((await one.deployment()).changes ?? 0) + 1 });
      return inspect ? inspect(...given) : Promise.reject(new Error('none'));
    };
    one.script.push(stopped);
    one.ports.inspectorOf = () => ({ inspect: acting, list: async () => [] }) as never;
    await one.checks();
    expect(one.counted.found).toEqual([]);
    expect(driftOf(await one.deployment())).toBeUndefined();
    expect(one.check()).toHaveProperty('requested');
    expect(one.check()?.dueAt).toBe(one.world.clock.now().toISOString());
  });

  it('that finds more than is kept tells it once, in whatever order the provider names it', async () => {
    const one = await standing();
    const parts = Array.from({ length: 150 }, (_, n) => ({
      id: `Part${n}`,
      node: `n${n % 7}`,
      is: 'missing' as const,
    }));
    const machines = [machine('0'), machine('1')];
    await one.checks({ is: 'read', machines, parts });
    one.world.clock.advance(1);
    await one.checks({ is: 'read', machines, parts: parts.toReversed() });
    expect(one.counted.found).toEqual([150]);
    expect(one.check()?.findings).toHaveLength(100);
    one.world.clock.advance(1);
    await one.checks({ is: 'read', machines, parts: parts.slice(0, 120) });
    expect(one.counted.found).toEqual([150, 120]);
  });

  it('that an operation overtakes answers who asked: nothing was checked', async () => {
    const one = await standing();
    await one.checks({ is: 'comparing', comparison: 'x' });
    const { requested } = one.check() ?? {};
    one.change({ status: 'UPDATE_IN_PROGRESS' });
    await one.runs(100);
    expect(one.check()).toMatchObject({
      last: { verdict: 'not-checked', why: expect.stringContaining('UPDATE_IN_PROGRESS'), requestId: requested?.id },
    });
    expect(one.check()).not.toHaveProperty('requested');
  });

  it('is shown as running until its finding was told, and answers who asked only then', async () => {
    const one = await standing();
    const { driftChecks } = one.ports;
    const states: string[] = [];
    one.ports.driftChecks = {
      ...driftChecks,
      summarise: async (...given) => {
        states.push(checksView(await one.deployment(), one.check(), (text) => text).state);
        return driftChecks.summarise(...given);
      },
    };
    await one.checks(stopped);
    expect(states).toEqual(['RUNNING']);
    expect(one.check()).toMatchObject({ last: { verdict: 'drifted' }, findings: [{ is: 'stopped' }] });
    expect(one.check()).not.toHaveProperty('requested');
  });

  it('is gone with its deployment', async () => {
    const one = await standing();
    one.change({ leaving: true });
    await one.checks();
    expect(one.check()).toBeUndefined();
  });

  it('that is planned daily comes at its own time of the day, and not before the result has settled', async () => {
    const one = await standing({ daily: true });
    await one.checks();
    const at = Date.parse(one.check()?.dueAt ?? '');
    const now = one.world.clock.now().getTime();
    expect([at - now >= 3_600_000, at - now <= 25 * 3_600_000]).toEqual([true, true]);
    expect(
      new Set(Array.from({ length: 50 }, (_, n) => dailyCheck(`id-${n}`, one.world.clock.now()).getUTCHours())).size,
    ).toBeGreaterThan(12);
  });

  it('tells all of a finding, and nothing twice, at whatever call the process dies', async () => {
    for (let dies = 1; ; dies += 1) {
      const one = await standing({ callback: 'https://receiver.example' });
      const died = await dyingAt(one, dies);
      expect(driftOf(await one.deployment())).toMatchObject({ drifted: 1 });
      expect(one.world.events.filter(({ kind }) => kind === 'DRIFT')).toHaveLength(1);
      expect(one.world.notified).toHaveLength(1);
      expect(one.check()).not.toHaveProperty('found');
      if (!died) break;
      expect(dies).toBeLessThan(40);
    }
  });
});

/** Runs a check that dies at the nth call of a port, then again when its lease is over. False: it made fewer calls. */
const dyingAt = async (one: Awaited<ReturnType<typeof standing>>, nth: number): Promise<boolean> => {
  let left = Number.POSITIVE_INFINITY;
  const mortal = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (target, name) => {
        const member = target[name as keyof T];
        if (typeof member !== 'function') return member;
        return (...given: unknown[]) => {
          left -= 1;
          if (left === 0) throw new Error('the process died');
          return member.apply(target, given);
        };
      },
    });
  const { driftChecks, deployments, resources, timeline, files, workflows } = one.ports;
  const ports = {
    ...one.ports,
    ...{ driftChecks: mortal(driftChecks), deployments: mortal(deployments), resources: mortal(resources) },
    ...{ timeline: mortal(timeline), files: mortal(files), workflows: mortal(workflows) },
  };
  one.script.push(stopped, stopped, stopped);
  await one.ports.driftChecks.replace(undefined, {
    deploymentId: one.id,
    findings: [],
    dueAt: one.world.clock.now().toISOString(),
  });
  left = nth;
  const died = await checkDue(ports)().then(
    () => false,
    () => true,
  );
  await one.runs(400);
  await one.runs(400);
  return died;
};
