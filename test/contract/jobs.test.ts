/** What a deployer of jobs has to do besides the contract of all (deployers.test.ts): a job runs once. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, batchBench } from './deployer-benches.ts';
import { name, on } from './deployer-orders.ts';

describe('AWS Batch', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await batchBench();
  });
  afterEach(() => bench.stop());

  it('updates, starts and stops no job, and says so beforehand', async () => {
    const { deployer } = bench;
    const { plan, create, machinesOf, ended } = on(bench);
    expect(deployer.policy.cannot.toSorted()).toEqual(['start', 'stop', 'update']);
    const id = await create({ workers: 1 });
    const [job] = await machinesOf(id);
    const refused = { name: 'ProviderFailedError', message: expect.stringContaining('a job cannot be') };
    await expect(deployer.update(id, await plan({ workers: 2 }))).rejects.toMatchObject(refused);
    await expect(deployer.alter(id, job?.id ?? '', await plan())).rejects.toMatchObject(refused);
    await expect(deployer.operate(id, job?.id ?? '', 'stop')).rejects.toMatchObject(refused);
    await deployer.release(id, [job?.id ?? '']);
    expect(await ended(id)).toEqual({ is: 'ready' });
  });

  it('finishes what a call began that died between two jobs, and submits none twice', async () => {
    const { plan, machinesOf } = on(bench);
    await bench.set('lose-answer');
    await expect(bench.deployer.create(await plan({ workers: 2 }))).rejects.toMatchObject({
      name: 'ProviderUnavailableError',
    });
    expect(bench.deployer.policy.createResumes).toBe(true);
    const id = await bench.deployer.create(await plan({ workers: 2 }));
    const machines = await machinesOf(id);
    expect(machines.map(({ resourceId }) => resourceId).toSorted()).toEqual(['front-0', 'worker-0', 'worker-1']);
    expect(id).toBe(name);
    expect(await bench.deployer.create(await plan({ workers: 2 }))).toBe(id);
    expect(await machinesOf(id)).toHaveLength(3);
  });

  it('ends what it submitted before a refusal', async () => {
    await bench.set('refuse-create');
    await expect(on(bench).create({ workers: 1 })).rejects.toMatchObject({ name: 'ProviderFailedError' });
    await bench.set('none');
    expect(await bench.deployer.list()).toEqual([]);
    expect(await bench.deployer.find(name)).toBeUndefined();
  });
});
