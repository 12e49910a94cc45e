import { describe, expect, it, vi } from 'vitest';
import { createDeployment } from '../../../../src/domain/deployments/accepting/create.ts';
import { daysToRecord, sweepUnrecorded } from '../../../../src/domain/deployments/accepting/sweep-unrecorded.ts';
import { UnavailableError } from '../../../../src/foundation/errors.ts';
import { epoch, limits, memoryWorld, template } from '../world.ts';

const owner = { issuer: 'https://issuer.example', subject: 'user' };
const request = { template, parameters: {}, limits, owner };

/** A week after the epoch; `ids` have files that are old enough. */
const afterAWeek = (ids: readonly string[]) => {
  const world = memoryWorld();
  const revoked: string[] = [];
  const asked: Date[] = [];
  world.clock.advance(daysToRecord * 86_400);
  const ports = {
    ...world,
    delegations: { ...world.delegations, revoke: async (id: string) => void revoked.push(id) },
    schedules: { find: async (id: string) => (id === 'schedule' ? ({ id } as never) : undefined) },
    fileOwners: {
      async *unchangedSince(instant: Date) {
        asked.push(instant);
        for (const id of ids) yield [id];
      },
    },
  };
  const left = () => [...world.stores.kept.files.keys(), ...world.stores.kept.resources.keys()];
  return { world, ports, revoked, asked, left };
};

/** Dies, or is refused and cannot clean up, before the deployment is recorded. */
const unrecorded = async ({ ports, left }: ReturnType<typeof afterAWeek>): Promise<string> => {
  const failing = async () => Promise.reject(new UnavailableError('no answer'));
  const deployments = { ...ports.deployments, accept: failing, remove: failing };
  const creation = createDeployment({ ...ports, deployments }, request);
  await expect(creation).rejects.toMatchObject({ leftSomething: true });
  const [id = ''] = left()[0]?.match(/[0-9a-f-]{36}/) ?? [];
  return id;
};

describe('the sweep of what was never recorded', () => {
  it('removes files and planned resources that have no record, and revokes the token', async () => {
    const ids: string[] = [];
    const run = afterAWeek(ids);
    ids.push(await unrecorded(run));
    expect(run.left()).not.toEqual([]);

    const written = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await sweepUnrecorded(run.ports)();
    const lines = written.mock.calls.map(([line]) => JSON.parse(`${line}`));
    written.mockRestore();

    expect(run.left()).toEqual([]);
    expect(run.revoked).toEqual(ids);
    expect(lines).toEqual([expect.objectContaining({ level: 'WARN', ownerId: ids[0] })]);
  });

  it('touches nothing of a deployment or schedule that has a record', async () => {
    const ids = ['schedule'];
    const run = afterAWeek(ids);
    const { id } = await createDeployment(run.ports, request);
    ids.push(id);
    const before = run.left();

    await sweepUnrecorded(run.ports)();

    expect(run.left()).toEqual(before);
    expect(run.revoked).toEqual([]);
  });

  it('asks only for files that are a week old', async () => {
    const { ports, asked } = afterAWeek([]);
    await sweepUnrecorded(ports)();
    expect(asked).toEqual([new Date(epoch)]);
  });

  it('fails when something cannot be removed, and removes the others: the next run tries again', async () => {
    const { ports } = afterAWeek(['stuck', 'gone']);
    const removed: string[] = [];
    const remove = async (id: string) => {
      if (id === 'stuck') throw new UnavailableError('no answer');
      removed.push(id);
    };
    await expect(sweepUnrecorded({ ...ports, files: { ...ports.files, remove } })()).rejects.toThrow(AggregateError);
    expect(removed).toEqual(['gone']);
  });
});
