import { describe, expect, it } from 'vitest';
import { deleteDeployment } from '../../../../src/domain/deployments/accepting/delete.ts';
import { keepEnded, orEnded } from '../../../../src/domain/deployments/deleting/keep-ended.ts';
import { removeDeployment } from '../../../../src/domain/deployments/deleting/remove-deployment.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import { UnavailableError } from '../../../../src/foundation/errors.ts';
import type { Identity } from '../../../../src/foundation/identity.ts';
import { everyCut, killedAfter } from '../../../statemachines/interruption.ts';
import { memoryEnded } from '../ended-list.ts';
import { accepted, memoryWorld } from '../world.ts';

const secret = 'Tr0ub4dor-and-3';

/** A deployment whose deletion has nothing left to do but to forget it. */
const leaving = async (force = false, requestedBy?: Identity) => {
  const world = memoryWorld();
  const parameters = { admin_password: secret };
  const deployment = await accepted(world, { parameters, userGroup: 'physics', callback: 'https://receiver.example' });
  await world.files.appendLog(deployment.id, '0001', `the log says ${secret}\n`);
  await world.timeline.add(deployment.id, {
    name: 'a',
    kind: 'FAILED',
    message: `no ${secret}`,
    at: deployment.createdAt,
  });
  await deleteDeployment(world, deployment, { force, ...(requestedBy && { requestedBy }) });
  const { id, operation } = world.started[0] as Deployment;
  return { world, id, input: { deploymentId: id, operationId: operation.id, silently: false } };
};

type Left = Awaited<ReturnType<typeof leaving>>;

const keptOf = async ({ world: { ended, endedFiles }, id }: Left) => ({
  record: await ended.find(id),
  log: await endedFiles.readLog(id),
  timeline: (await endedFiles.readTimeline(id)).map(({ message }) => message),
});

const expectWhole = async (left: Left) => {
  const { record, log, timeline } = await keptOf(left);
  expect(record).toMatchObject({ status: 'DELETE_COMPLETE', userGroup: 'physics', ended: { reason: 'no ********' } });
  expect(log).toBe('the log says ********\n');
  expect(timeline).toEqual(['no ********', 'the deployment is deleted']);
};

describe('a deployment that ends', () => {
  it('leaves a record with log and timeline, without inputs, outputs, callback and secrets', async () => {
    const left = await leaving();
    await removeDeployment(left.world)(left.input);
    await expectWhole(left);
    const { record } = await keptOf(left);
    expect(record).toMatchObject({ parameters: {}, outputs: {} });
    expect(record).not.toHaveProperty('callback');
    expect(JSON.stringify(await keptOf(left))).not.toContain(secret);
  });

  it('leaves who asked for its deletion, in the record and in the last event, if that is known', async () => {
    const colleague = { issuer: 'https://issuer.example', subject: 'colleague' };
    for (const requestedBy of [colleague, undefined]) {
      const { world, id, input } = await leaving(false, requestedBy);
      await removeDeployment(world)(input);
      expect((await world.ended.find(id))?.ended.requestedBy).toEqual(requestedBy);
      expect((await world.endedFiles.readTimeline(id)).at(-1)?.requestedBy).toEqual(requestedBy);
    }
  });

  it('leaves it whole wherever its process dies, and nothing is removed before', async () => {
    const cuts = await everyCut(async (cut) => {
      const left = await leaving();
      const { guarded, process } = killedAfter(left.world, cut);
      await removeDeployment(guarded)(left.input).catch(() => undefined);
      const { record } = await keptOf(left);
      if (record === undefined) {
        expect(await left.world.files.readLog(left.id)).toContain('the log says');
        expect(await left.world.resources.all(left.id)).toHaveLength(2);
      }
      left.world.clock.advance(5);
      await removeDeployment(left.world)(left.input);
      await expectWhole(left);
      return process.dead;
    });
    expect(cuts).toBeGreaterThan(10);
  });

  it('leaves it whole when a step and its repeat run at once', async () => {
    const left = await leaving();
    const { files } = left.world;
    let overtaken = false;
    const slow = {
      ...left.world,
      files: {
        ...files,
        readLog: async (id: string) => {
          const text = await files.readLog(id);
          if (!overtaken) {
            overtaken = true;
            await removeDeployment(left.world)(left.input);
          }
          return text;
        },
      },
    };
    await removeDeployment(slow)(left.input);
    await expectWhole(left);
  });

  it('says that it was deleted by force', async () => {
    const left = await leaving(true);
    await removeDeployment(left.world)(left.input);
    const { record, timeline } = await keptOf(left);
    expect(record?.ended).toMatchObject({ forced: true });
    expect(timeline.at(-1)).toContain('may still exist');
  });

  it('keeps the end of a log that is too long, from the beginning of a line', async () => {
    const left = await leaving();
    const lines = Array.from({ length: 30_000 }, (_, number) => `line ${number} ${'x'.repeat(90)}\n`);
    await left.world.files.appendLog(left.id, '0002', lines.join(''));
    await removeDeployment(left.world)(left.input);
    const { log } = await keptOf(left);
    expect(log.length).toBeGreaterThan(999_000);
    expect(log.length).toBeLessThanOrEqual(1_000_000);
    expect(log).toMatch(/^line \d+ x/);
    expect(log.endsWith(lines.at(-1) ?? '')).toBe(true);
  });

  it('whose deletion fails on the way keeps what was kept, with the end of the deletion that ends it', async () => {
    const left = await leaving();
    const { remove } = left.world.files;
    left.world.files.remove = async (id) => {
      await remove(id);
      throw new UnavailableError('S3 did not answer');
    };
    await expect(removeDeployment(left.world)(left.input)).rejects.toThrow(UnavailableError);
    left.world.files.remove = remove;
    const failed = { status: 'DELETE_FAILED' } as const;
    const now = await left.world.deployments.record(left.id, left.input.operationId, failed);
    left.world.clock.advance(3_600);
    await deleteDeployment(left.world, now, { force: true });
    const again = left.world.started[1] as Deployment;
    await removeDeployment(left.world)({ ...left.input, operationId: again.operation.id });
    const { record, log } = await keptOf(left);
    expect(log).toContain('the log says');
    expect(record).toMatchObject({
      operation: { id: again.operation.id },
      ended: { forced: true, reason: 'no ********' },
    });
    expect(record?.ended.at).toBe(left.world.clock.now().toISOString());
  });

  it('leaves nothing where nothing is to be kept', async () => {
    const left = await leaving();
    const nothing = memoryEnded(0);
    await removeDeployment({ ...left.world, ...nothing })(left.input);
    expect(await nothing.ended.find(left.id)).toBeUndefined();
    expect(await nothing.endedFiles.readLog(left.id)).toBe('');
    expect(await left.world.deployments.find(left.id)).toBeUndefined();
  });
});

describe('keepEnded', () => {
  const colleague = { issuer: 'https://issuer.example', subject: 'colleague' };
  const event = (kind: 'FAILED' | 'COMPLETE', message: string, at = '2026-11-20T12:00:00.000Z') =>
    ({ name: message, kind, message, at }) as const;

  /** A deployment whose deletion is under way, with these events. */
  const deleted = async (more: Partial<Deployment> = {}, ...events: readonly ReturnType<typeof event>[]) => {
    const world = memoryWorld();
    const deployment: Deployment = { ...(await accepted(world)), ...more };
    for (const one of events) await world.timeline.add(deployment.id, one);
    return { world, deployment, kept: async () => (await world.ended.find(deployment.id)) as Deployment };
  };

  it('stores of a deployment that never had an infrastructure only what every deployment has', async () => {
    const { world, deployment, kept } = await deleted({ callback: 'https://receiver.example', outputs: { a: 1 } });
    await keepEnded(world, deployment);
    const { id, createdAt, createdBy, limits, operation, templateOf } = deployment;
    expect(await kept()).toStrictEqual({
      ...{ id, createdAt, createdBy, limits, operation, templateOf, updatedAt: world.clock.now().toISOString() },
      ...{ status: 'DELETE_COMPLETE', task: 'NONE', parameters: {}, outputs: {} },
      ended: { at: world.clock.now().toISOString() },
    });
  });

  it('stores where and for whom it was, who ended it, and why it had failed last', async () => {
    const provider = { type: 'OPENSTACK' };
    const where = { userGroup: 'physics', providerId: 'alpha', provider, infrastructureId: 'inf-1' };
    const events = [event('FAILED', 'first'), event('FAILED', 'last'), event('COMPLETE', 'after')];
    const { world, deployment, kept } = await deleted(where, ...events);
    const operation = { ...deployment.operation, force: true, requestedBy: colleague };
    await keepEnded(world, { ...deployment, operation });
    const at = world.clock.now().toISOString();
    expect(await kept()).toMatchObject(where);
    expect(await kept()).toHaveProperty('ended', { at, requestedBy: colleague, forced: true, reason: 'last' });
  });

  it('ends the timeline with who ended it, if that is known', async () => {
    const { world, deployment } = await deleted();
    await keepEnded(world, deployment);
    const end = { kind: 'COMPLETE', at: world.clock.now().toISOString() };
    const name = `${deployment.operation.id}-ended`;
    expect(await world.endedFiles.readTimeline(deployment.id)).toStrictEqual([
      { ...end, name, message: 'the deployment is deleted' },
    ]);
  });

  it('changes nothing when it is repeated', async () => {
    const { world, deployment, kept } = await deleted();
    await keepEnded(world, deployment);
    const before = await kept();
    world.clock.advance(60);
    await keepEnded(world, deployment);
    expect(await kept()).toEqual(before);
  });
});

describe('orEnded', () => {
  const finder = (...ids: readonly string[]) => ({
    find: async (id: string) => (ids.includes(id) ? ({ id, templateOf: ids.join() } as Deployment) : undefined),
  });

  it.each([
    ['a', 'a,both'],
    ['b', 'b,both'],
    ['both', 'a,both'],
    ['nobody', undefined],
  ])('finds %s among deployments, else among ended ones', async (id, from) => {
    expect((await orEnded(finder('a', 'both'), finder('b', 'both')).find(id))?.templateOf).toBe(from);
  });
});
