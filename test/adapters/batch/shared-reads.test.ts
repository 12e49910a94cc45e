import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedReads } from '../../../src/adapters/batch/shared-reads.ts';
import type { Found } from '../../../src/adapters/batch/status.ts';
import { definition, failed, job, ScriptedBatch } from './scripted-batch.ts';

const name = 'toscanini-1-1';
const batch = new ScriptedBatch();
beforeAll(() => batch.start());
afterAll(() => batch.stop());

const called = () => batch.calls.map((call) => call.name);
const theThree = ['describejobdefinitions', 'listjobs', 'describejobs'];

describe('a poll of jobs', () => {
  it('reads them once for their status, machines, set-up, outputs and log', async () => {
    const ended = [job('a', { status: 'SUCCEEDED' }), job('b', { status: 'SUCCEEDED' })];
    const deployer = batch.holds({ definitions: [definition(name)], jobs: ended });
    const { vms } = await deployer.status(name);
    expect(await deployer.virtualMachines(name, Object.keys(vms))).toHaveLength(2);
    expect(await deployer.configure(name, { since: '2026-01-01T00:00:00Z' })).toEqual({ is: 'done' });
    await deployer.outputs(name);
    expect((await deployer.log(name)).parts).toHaveLength(1);
    expect(called()).toEqual(theThree);
  });

  it('reads them anew for the next status, and for what may submit them again', async () => {
    const deployer = batch.holds({ definitions: [definition(name)], jobs: [failed('a')] });
    await deployer.status(name);
    await deployer.configure(name, { since: '2026-01-01T00:00:00Z' });
    await deployer.status(name);
    expect(called()).toEqual([...theThree, ...theThree, ...theThree]);
  });

  it('reads them anew after a deletion, and without a status before', async () => {
    const deployer = batch.holds({ definitions: [definition(name)], jobs: [job('a', { status: 'SUCCEEDED' })] });
    await deployer.log(name);
    await deployer.status(name);
    await deployer.destroy(name);
    batch.calls = [];
    await deployer.log(name);
    expect(called()).toEqual(theThree);
  });
});

describe('what was read', () => {
  const found: Found = { jobs: [], goneQueues: [], isDeleted: false, parameters: {} };

  it('is kept for three seconds, for its own provider', async () => {
    let now = 0;
    const all = sharedReads({ now: () => new Date(now) });
    const look = all.at('one');
    await look.keep(name, async () => found);
    now = 2_999;
    expect(look.kept(name)).toBe(found);
    expect(all.at('other').kept(name)).toBeUndefined();
    now = 3_000;
    expect(look.kept(name)).toBeUndefined();
  });

  it('is gone while it is read anew, and when that fails', async () => {
    const look = sharedReads({ now: () => new Date(0) }).at('one');
    await look.keep(name, async () => found);
    await expect(
      look.keep(name, async () => {
        expect(look.kept(name)).toBeUndefined();
        throw new Error('away');
      }),
    ).rejects.toThrow('away');
    expect(look.kept(name)).toBeUndefined();
  });
});
