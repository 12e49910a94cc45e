import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it } from 'vitest';
import { deleteDeployment } from '../../src/domain/deployments/accepting/delete.ts';
import { type Engine, engineWorld, startEngine } from './engine-world.ts';
import { reads } from './interruption.ts';
import { run } from './machines.ts';
import { inputOf, scenario, workflowOf } from './scenario.ts';
import { stepsOver } from './steps.ts';

const reading = /^(Get|BatchGet|Query|GetObject|ListObjectsV2)Command$/;

/** What each method of the ports sends to the tables and the bucket, and whether it changed a cloud. */
const observed = (engine: Engine) => {
  const world = engineWorld(engine);
  const method = new AsyncLocalStorage<string>();
  const sent = new Map<string, Set<string>>();
  const note = (what: string) => sent.get(method.getStore() ?? '')?.add(what);
  for (const client of [engine.client, engine.s3] as { send: (command: object) => Promise<unknown> }[]) {
    const send = client.send.bind(client);
    client.send = (command) => {
      note(command.constructor.name);
      return send(command);
    };
  }
  const clouds = () => JSON.stringify(world.clouds.made);
  const watched = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const called = Reflect.get(target, name);
        if (typeof called !== 'function') return called;
        return (...given: unknown[]) => {
          const [told, before] = [String(name), clouds()];
          sent.set(told, sent.get(told) ?? new Set());
          return method.run(told, async () => {
            const result: unknown = await called.apply(target, given);
            if (clouds() !== before) note('a change of a cloud');
            return result;
          });
        };
      },
    });
  const { deployments, attempts, resources, files, deployerOf } = world;
  const ports = {
    ...world,
    ...{ deployments: watched(deployments), attempts: watched(attempts), resources: watched(resources) },
    ...{ files: watched(files), deployerOf: (id: string) => watched(deployerOf(id)) },
  };
  return { world, ports, sent };
};

it('counts no method as a read that changes something', async () => {
  const engine = await startEngine();
  try {
    const { world, ports, sent } = observed(engine);
    const one = await scenario(world, { callback: 'https://receiver.example/hook' });
    const options = { steps: stepsOver(ports), clock: world.clock };
    await run('create-deployment', inputOf(one.deployment), options);
    const complete = await one.now();
    if (complete) await deleteDeployment(world, complete, { force: false });
    const deletion = world.started[0];
    if (deletion) await run(workflowOf(deletion), inputOf(deletion), options);
    expect(await one.now()).toBeUndefined();
    const changing = [...sent].filter(([, commands]) => [...commands].some((name) => !reading.test(name)));
    expect(changing.map(([name]) => name)).toEqual(
      expect.arrayContaining(['record', 'putRanking', 'create', 'remove']),
    );
    expect(changing.filter(([name]) => reads.has(name))).toEqual([]);
  } finally {
    await engine.stop();
  }
});
