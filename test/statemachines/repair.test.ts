/** What has drifted at an Infrastructure Manager is put right: docs/decisions/0077. */

import { describe, expect, it } from 'vitest';
import { ConflictError } from '../../src/foundation/errors.ts';
import { machineOf, machinesOf, type One, sized, standing, standingOf } from './repairing.ts';
import { statesOf } from './scenario.ts';
import { templateOf } from './templates.ts';

const inOrder = { web: 'STARTED', db: 'STARTED' };

const repaired = async (one: One, changes: object = {}) => {
  await one.run(await one.repair(changes));
  return one.now();
};

describe('a repair', () => {
  it('makes a machine again that is gone, runs software on it alone, and leaves the others', async () => {
    const one = await standing();
    const before = await one.now();
    machineOf(one, 'db').gone = true;
    const { id: lost } = machineOf(one, 'db');
    const others = machinesOf(one).filter(({ id }) => id !== lost);
    expect(await repaired(one)).toMatchObject({ status: 'UPDATE_COMPLETE', inForce: before?.inForce });
    const [made] = machinesOf(one).filter((each) => !others.includes(each));
    expect(standingOf(one)).toEqual({ web: [others[0]?.id], db: [others[1]?.id, made?.id] });
    expect(one.world.clouds.reconfigured).toEqual([made?.id]);
    expect(one.world.clouds.updates).toHaveLength(1);
    expect(await statesOf(one)).toEqual(inOrder);
  });

  it('starts a machine that was stopped, and sends nothing else', async () => {
    const one = await standing();
    machineOf(one, 'web').power = { to: 'stop', at: 0 };
    expect(await repaired(one)).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(one.world.clouds.operated).toEqual([`start ${machineOf(one, 'web').id}`]);
    expect(one.world.clouds.updates).toEqual([]);
    expect(await statesOf(one)).toEqual(inOrder);
  });

  it('gives a machine its size back, and believes only what it reads', async () => {
    const one = await standing();
    machineOf(one, 'web').size = { cpus: 8, gigabytes: 4 };
    one.world.clouds.set('alpha', { alter: 'ignore' });
    expect(await repaired(one)).toMatchObject({
      status: 'UPDATE_FAILED',
      statusReason: expect.stringMatching(/web: cpu.count is 8, and has to be 2/),
    });
    one.world.clouds.set('alpha', {});
    expect(await repaired(one)).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(machineOf(one, 'web').size).toEqual({ cpus: 2, gigabytes: 4 });
  });

  it('repairs the nodes that the request names, and no other', async () => {
    const one = await standing();
    machineOf(one, 'db').gone = true;
    machineOf(one, 'web').power = { to: 'stop', at: 0 };
    expect(await repaired(one, { nodes: ['web'] })).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(standingOf(one)).toMatchObject({ gone: [expect.any(String)] });
    expect(await repaired(one)).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(standingOf(one)).toEqual({ web: [expect.any(String)], db: [expect.any(String), expect.any(String)] });
  });

  it('changes nothing that is as it was asked for again when it looks', async () => {
    const one = await standing();
    machineOf(one, 'db').gone = true;
    const accepted = await one.repair();
    delete machineOf(one, 'db').gone;
    await one.run(accepted);
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(one.world.clouds.updates).toEqual([]);
    expect(machinesOf(one)).toHaveLength(3);
  });

  it('waits while nothing is heard of the cloud, and removes nothing', async () => {
    const one = await standing();
    machineOf(one, 'db').gone = true;
    const accepted = await one.repair();
    for (const machine of machinesOf(one)) machine.gone = true;
    const { clouds } = one.world;
    const status = clouds.status.bind(clouds);
    let looks = 0;
    clouds.status = async (...given) => {
      looks += 1;
      if (looks === 5) for (const machine of machinesOf(one)) if (machine.node === 'web') delete machine.gone;
      return status(...given);
    };
    await one.run(accepted);
    expect(looks).toBeGreaterThan(5);
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(machinesOf(one)).toHaveLength(3);
    expect(machinesOf(one).filter(({ gone }) => gone)).toHaveLength(1);
  });

  it('can be repeated when it failed after it had removed what was left', async () => {
    const one = await standing();
    machineOf(one, 'db').gone = true;
    one.world.clouds.set('alpha', { update: 'refuse' });
    expect(await repaired(one)).toMatchObject({ status: 'UPDATE_FAILED' });
    expect(machinesOf(one)).toHaveLength(2);
    one.world.clouds.set('alpha', {});
    expect(await repaired(one)).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(machinesOf(one)).toHaveLength(3);
    expect(await statesOf(one)).toEqual(inOrder);
  });

  it('is refused where nothing has drifted, and after an update that failed', async () => {
    const one = await standing();
    await expect(one.repair()).rejects.toThrow(ConflictError);
    one.world.clouds.set('alpha', { alter: 'refuse' });
    const larger = { ...sized, host: 'num_cpus: 4, mem_size: 4 GB' };
    await one.run(await one.update(templateOf({ web: larger, db: { ...sized, scalable: 'default_instances: 2' } })));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_FAILED' });
    await expect(one.repair()).rejects.toThrow(/last update failed/);
  });
});
