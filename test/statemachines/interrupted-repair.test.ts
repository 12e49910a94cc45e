/** A repair that is cut anywhere ends as one that is not, and makes nothing twice: docs/decisions/0077. */

import { expect, it } from 'vitest';
import { interrupted, someCuts } from './interruption.ts';
import { machineOf, machinesOf, standing, standingOf } from './repairing.ts';
import { statesOf } from './scenario.ts';

it.each([
  ['with every answer', {}],
  ['and the answer of the machines is lost', { update: 'lose' }],
  ['and the answer of the software is lost', { reconfigure: 'lose' }],
] as const)('has every machine once, wherever the process was cut, %s', async (_, behaviour) => {
  const cuts = await someCuts(async (cut) => {
    const one = await standing();
    machineOf(one, 'db').gone = true;
    machineOf(one, 'web').power = { to: 'stop', at: 0 };
    machineOf(one, 'db', 1).size = { cpus: 8, gigabytes: 4 };
    const kept = [machineOf(one, 'web'), machineOf(one, 'db', 1)];
    one.world.clouds.set('alpha', behaviour);
    const ran = await interrupted(one.world, await one.repair(), cut);
    if (!ran) return false;
    expect(await one.now(), `cut ${cut}`).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(standingOf(one), `cut ${cut}`).toEqual({ web: [kept[0]?.id], db: [kept[1]?.id, expect.any(String)] });
    expect(machineOf(one, 'db').size, `cut ${cut}`).toEqual({ cpus: 2, gigabytes: 4 });
    expect(machinesOf(one).at(-1)?.configuredAt, `cut ${cut}`).not.toBe('never');
    expect(await statesOf(one), `cut ${cut}`).toEqual({ web: 'STARTED', db: 'STARTED' });
    return true;
  });
  expect(cuts).toBeGreaterThan(20);
});
