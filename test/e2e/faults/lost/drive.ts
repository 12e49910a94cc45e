/** One scenario with one answer lost, held against the same scenario with none. */

import { reset } from '../cell.ts';
import type { House } from '../house.ts';
import { differences, type End, endOf } from './end.ts';
import type { Scenario } from './prepared.ts';
import { type Change, type Loss, Recorder } from './recorder.ts';
import { clear } from './records.ts';
import { Scene } from './scene.ts';

/** What a scenario comes to when no answer is lost, and every changing call on the way. */
export interface Undisturbed {
  readonly scenario: Scenario;
  readonly end: End;
  readonly swept: number;
  readonly changes: readonly Change[];
}

export const undisturbed = async (house: House, scenario: Scenario): Promise<Undisturbed> => {
  const { scene, end } = await play(house, scenario);
  return { scenario, end, swept: scene.swept, changes: scene.recorder.changes };
};

/** A run may make one call less, as when one step already finds what mostly a later one finds. It is then run again. */
const mostRuns = 3;

/** What is wrong: nothing, when the end is the same. */
export const disturbed = async (
  house: House,
  undisturbed: Undisturbed,
  loss: Loss,
  run = 1,
): Promise<readonly string[]> => {
  const { scenario, end, swept } = undisturbed;
  const { scene, end: is } = await play(house, scenario, loss);
  if (!scene.recorder.hasLost && run < mostRuns) return disturbed(house, undisturbed, loss, run + 1);
  return [
    ...(scene.recorder.hasLost ? [] : [`no answer was lost in ${run} runs`]),
    ...(scene.swept === swept ? [] : [`sweeps ended ${scene.swept} things, and ${swept} were to be ended`]),
    ...differences(is, end),
  ];
};

const play = async (house: House, scenario: Scenario, loss?: Loss): Promise<{ scene: Scene; end: End }> => {
  await reset(house);
  await clear(house);
  const { log } = console;
  console.log = () => {};
  try {
    const recorder = new Recorder(house.engine.endpoints.s3, loss);
    const scene = new Scene(house, await house.sandbox.token({ subject: 'ann' }), recorder, {
      ...{ mode: loss?.mode, deployer: scenario.deployer },
    });
    house.wire.set(...recorder.faults());
    house.receiver.isLost = () => recorder.losesCallback();
    await scenario.prepare?.(scene);
    recorder.start();
    await scenario.act(scene);
    recorder.stop();
    for (const minutes of [2, 61, 61]) await scene.later(minutes);
    return { scene, end: await endOf(scene) };
  } finally {
    console.log = log;
    house.wire.set();
  }
};
