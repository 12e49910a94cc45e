import { setTimeout as sleep } from 'node:timers/promises';
import { StopExecutionCommand } from '@aws-sdk/client-sfn';
import { afterEach, describe, expect, it } from 'vitest';
import { type Places, places } from '../../../local/functions/concurrency.ts';
import { calling, functionArn, gate, type Laptop, openLaptop, type Setting } from './laptop.ts';

let laptop: Laptop;
const given = async (setting: Setting): Promise<void> => {
  laptop = await openLaptop(setting);
};
afterEach(() => laptop.stop());

describe('a task whose function waits for a place', () => {
  it('calls no function when its execution was stopped meanwhile', async () => {
    const door = gate();
    const calls: string[] = [];
    const holding = gate();
    await given({
      workflows: { holder: calling('hold'), waiter: calling('wait') },
      functions: {
        hold: () => {
          holding.open();
          return door.opened;
        },
        wait: ({ name }: { name: string }) => void calls.push(name),
      },
      place: places(1),
    });
    const holder = await laptop.start('holder');
    await holding.opened;
    const stopped = await laptop.start('waiter', { name: 'stopped' });
    const other = await laptop.start('waiter', { name: 'other' });
    await laptop.client.send(new StopExecutionCommand({ executionArn: stopped }));
    door.open();
    await Promise.all([laptop.ended(holder), laptop.ended(other)]);
    expect(calls).toEqual(['other']);
  });

  it('has its time from when the function begins', async () => {
    const door = gate();
    const place: Places = async (work) => {
      await door.opened;
      return work();
    };
    const state = { Type: 'Task', Resource: functionArn('work'), TimeoutSeconds: 1, End: true };
    const forever = gate();
    await given({
      workflows: {
        quick: { StartAt: 'A', States: { A: state } },
        slow: { StartAt: 'B', States: { B: { ...state, Resource: functionArn('slow') } } },
      },
      functions: { work: () => 1, slow: () => forever.opened },
      place,
    });
    const [quick, slow] = [await laptop.start('quick'), await laptop.start('slow')];
    await sleep(1_100); // longer than the state may take
    door.open();
    expect((await laptop.ended(quick)).status).toBe('SUCCEEDED');
    expect(await laptop.ended(slow)).toMatchObject({ status: 'FAILED', error: 'States.Timeout' });
    forever.open();
  });
});
