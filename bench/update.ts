/**
 * The update of one machine of a deployment of 300, beside the same of 3: the whole workflow on real tables and files, with clouds
 * that take no processor time of their own worth the name.
 */

import type { Deployment } from '../src/domain/deployments/record/deployment.ts';
import { type Engine, engineWorld } from '../test/statemachines/engine-world.ts';
import { type Scenario, scenario } from '../test/statemachines/scenario.ts';
import { templateOf } from '../test/statemachines/templates.ts';
import { startEngine } from '../test/support/engine.ts';
import { processorTime } from '../test/support/processor-time.ts';
import { quietly } from './cost/lives.ts';
import { inPairs } from './pairs.ts';
import type { Row } from './row.ts';

const [few, many] = [3, 300];
const pairs = 7;

/** `web` is the one that changes. */
const machines = (count: number, cpus: number): string =>
  templateOf({
    web: { host: `num_cpus: ${cpus}, mem_size: 2 GB` },
    rest: { host: 'num_cpus: 2, mem_size: 2 GB', scalable: `count: ${count - 1}` },
  });

export const run = async (): Promise<readonly Row[]> => {
  const engine = await startEngine();
  const sent = counting(engine);
  try {
    const [small, large] = await quietly(
      async () => [await standing(engine, few), await standing(engine, many)] as const,
    );
    const update = async (of: Standing) => {
      const before = processorTime();
      await of.update();
      return processorTime() - before;
    };
    const { ratio, spread, one, other } = await quietly(async () => {
      await inPairs(
        2,
        () => update(large),
        () => update(small),
      ); // compiles both, and settles what the creation has left
      return inPairs(
        pairs,
        () => update(large),
        () => update(small),
      );
    });
    const calls = await quietly(async () => [await callsOf(sent, large), await callsOf(sent, small)] as const);
    return [
      {
        name: `update of one machine of ${many} / of ${few}, processor time`,
        ratio,
        spread,
        detail: `${one.toFixed(0)} ms against ${other.toFixed(0)} ms, the whole workflow`,
      },
      {
        name: `update of one machine of ${many} / of ${few}, calls to tables and files`,
        ratio: calls[0] / calls[1],
        budget: 2,
        detail: `${calls[0]} against ${calls[1]}`,
      },
    ];
  } finally {
    await engine.stop();
  }
};

interface Standing {
  /** makes the machine larger, or smaller */
  update(): Promise<void>;
}

const standing = async (engine: Engine, count: number): Promise<Standing> => {
  const one = await scenario(engineWorld(engine));
  await done(one, one.deployment);
  await done(one, await one.update(machines(count, 2), { replace: true }));
  let cpus = 2;
  return {
    update: async () => {
      cpus = 6 - cpus;
      await done(one, await one.update(machines(count, cpus)));
    },
  };
};

const done = async (one: Scenario, operation: Deployment): Promise<void> => {
  await one.run(operation);
  const status = (await one.now())?.status;
  if (!status?.endsWith('_COMPLETE')) throw new Error(`the deployment is ${status}`);
};

const counting = ({ client, s3 }: Engine): { calls: number } => {
  const counter = { calls: 0 };
  for (const one of [client, s3]) {
    const send = one.send.bind(one) as (...given: never[]) => unknown;
    Object.assign(one, {
      send: (...given: never[]) => {
        counter.calls += 1;
        return send(...given);
      },
    });
  }
  return counter;
};

const callsOf = async (sent: { calls: number }, of: Standing): Promise<number> => {
  const before = sent.calls;
  await of.update();
  return sent.calls - before;
};
