/** Drives one cell: an operation on what stands, one of whose calls goes wrong as long as it lasts. */

import { mendMachines, reset } from '../cell.ts';
import type { House } from '../house.ts';
import type { Kind, Outgoing } from '../kinds.ts';
import type { Scenario } from '../lost/prepared.ts';
import { Recorder } from '../lost/recorder.ts';
import { clear } from '../lost/records.ts';
import { Scene } from '../lost/scene.ts';
import { secretsIn } from '../secrets.ts';
import { type Called, Calls, nameOf } from './calls.ts';
import { type State, stateOf } from './state.ts';

/** An operation without a fault: what it makes of what was there, and the calls that it makes. */
export interface Well {
  readonly before: State;
  readonly after: State;
  readonly calls: readonly Called[];
}

export interface Ill {
  readonly before: State;
  readonly after: State;
  /** what the client was told; empty: all was taken */
  readonly refusal: string;
  readonly problems: readonly string[];
}

export const without = (house: House, scenario: Scenario): Promise<Well> =>
  quietly(house, () => undisturbed(house, scenario));

const undisturbed = async (house: House, scenario: Scenario): Promise<Well> => {
  const scene = await prepared(house, scenario);
  const before = await stateOf(scene);
  const calls = new Calls(house, () => scene.recorder.inWorkflow);
  house.wire.set(calls.watch());
  await scenario.act(scene);
  house.wire.set();
  await settle(scene);
  return { before, after: await stateOf(scene), calls: calls.all };
};

export const withFault = async (
  house: House,
  scenario: Scenario,
  { call, kind }: { readonly call: string; readonly kind: Kind },
): Promise<Ill> => {
  const { before, after, refusal, met, said } = await quietly(house, async (said) => {
    const scene = await prepared(house, scenario);
    const before = await stateOf(scene);
    const matches = (request: Outgoing) => nameOf(house, request, scene.recorder.inWorkflow) === call;
    house.wire.set({ kind, matches });
    const refusal = await scenario.act(scene).then(
      () => '',
      (error: unknown) => (error instanceof Error ? error.message : `${error}`),
    );
    const met = house.wire.hits > 0;
    house.wire.set();
    await settle(scene);
    return { before, after: await stateOf(scene), refusal, met, said };
  });
  const leaks = secretsIn(house, [...said, refusal]);
  return { before, after, refusal, problems: [...(met ? [] : ['the call was never made']), ...leaks] };
};

/** The lines of the log are collected. */
const quietly = async <T>(house: House, run: (said: readonly string[]) => Promise<T>): Promise<T> => {
  const said: string[] = [];
  const { log } = console;
  console.log = (...lines: unknown[]) => void said.push(lines.join(' '));
  try {
    return await run(said);
  } finally {
    console.log = log;
    house.wire.set();
  }
};

const prepared = async (house: House, scenario: Scenario): Promise<Scene> => {
  await reset(house);
  await clear(house);
  const token = await house.sandbox.token({ subject: 'ann' });
  const recorder = new Recorder(house.engine.endpoints.s3);
  const scene = new Scene(house, token, recorder, { mode: 'lost', deployer: scenario.deployer });
  await scenario.prepare?.(scene);
  return scene;
};

/** All is well again, also at the clouds: what happens by itself from then on. */
const settle = async (scene: Scene): Promise<void> => {
  await mendMachines(scene.house, scene.deployer);
  scene.recorder.inWorkflow = false;
  await scene.work();
  for (const minutes of [2, 30, 61]) await scene.later(minutes);
  await scene.look();
  await scene.work();
  for (const minutes of [2, 6, 40]) await scene.sweepOrphans(minutes);
};
