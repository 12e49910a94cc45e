/** A run that is cut anywhere ends as one that is not, and no operation runs twice: docs/decisions/0092. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { interrupted, someCuts } from './interruption.ts';
import { ask, lastRun, runWorlds, standing } from './running.ts';

let aws: Awaited<ReturnType<typeof runWorlds>>;
beforeAll(async () => {
  aws = await runWorlds();
});
afterAll(() => aws.stop());

const workflows = `  workflows:
    care:
      steps:
        save: { target: shop, activities: [ { call_operation: Care.backup }, { set_state: saved } ], on_success: look }
        look: { target: shop, activities: [ { call_operation: Care.check } ], on_failure: end }
        end: { target: shop, activities: [ { call_operation: Standard.stop } ] }
`;

it('runs each operation once on each machine, wherever the process was cut', async () => {
  const cuts = await someCuts(async (cut) => {
    const one = await standing(aws, workflows, 2);
    const ran = await interrupted(one.world, await ask(one, { workflow: 'care' }), cut);
    if (!ran) return false;
    const backup = expect.stringMatching(/^backup to nowhere /);
    expect(aws.lines(), `cut ${cut}`).toEqual([backup, backup, 'checked', 'checked', 'stopped', 'stopped']);
    expect((await lastRun(one))?.progress, `cut ${cut}`).toMatchObject({
      is: 'done',
      entries: [{ is: 'done' }, { is: 'done' }, { is: 'failed' }, { is: 'done' }],
    });
    expect(await one.now(), `cut ${cut}`).toMatchObject({ status: 'UPDATE_COMPLETE' });
    const told = one.world.events.filter(({ message }) => message === 'step end: Standard.stop of shop: done');
    expect(told, `cut ${cut}`).toHaveLength(1);
    return true;
  });
  expect(cuts).toBeGreaterThan(10);
});
