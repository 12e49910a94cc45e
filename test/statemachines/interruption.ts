/** Processes that die in the middle of a workflow, and what comes after. */

import { expect } from 'vitest';
import { deleteDeployment } from '../../src/domain/deployments/accepting/delete.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import type { World } from '../domain/deployments/world.ts';
import { isEach, kindsOf, noteCall } from './kinds-of-calls.ts';
import { Killed, type Ran, type RunOptions, run } from './machines.ts';
import { inputOf, type Scenario, workflowOf } from './scenario.ts';
import { stepsOver } from './steps.ts';

/** Methods of ports that change nothing: interruption.test.ts looks at what they send. Any other may change something. */
export const reads: ReadonlySet<string | symbol> = new Set([
  'find',
  'list',
  'all',
  'findRanking',
  'findRun',
  'getTemplate',
  'readLog',
  'names',
  'status',
  'virtualMachines',
  'outputs',
  'log',
  'inspect',
]);

/**
 * A process that is killed just after its n-th call of a port: that call took effect, and nothing after it. Then the
 * laptop starts again, and runs the execution from its start under the same name. Only calls count that leave another
 * world behind: to die after a read is to die before it, unless time has passed.
 */
export const killedAfter = (ports: World, calls: number) => {
  const process = { calls: 0, dead: false };
  let countedAt = Number.NaN;
  const leavesAnother = (method: string | symbol): boolean => {
    const now = ports.clock.now().getTime();
    if (reads.has(method) && now === countedAt) return false;
    countedAt = now;
    return true;
  };
  const guard = (port: object, of: string): never =>
    new Proxy(port, {
      get: (target, name) => {
        if (name === 'policy') return Reflect.get(target, name);
        const method = Reflect.get(target, name) as (...given: unknown[]) => Promise<unknown>;
        if (typeof method !== 'function') return method; // a port may lack it
        return async (...given: unknown[]) => {
          if (process.dead) throw new Killed('the process died');
          const counts = leavesAnother(name);
          if (counts) {
            process.calls += 1;
            noteCall(`${of}${String(name)}`, given);
          }
          const last = counts && process.calls === calls;
          if (last) process.dead = true;
          const result = await method.apply(target, given);
          if (last) throw new Killed('the process died');
          return result;
        };
      },
    }) as never;
  const { deployments, attempts, resources, files, workflows, deployerOf, orphans, ended, endedFiles } = ports;
  const guarded: World = {
    ...ports,
    deployments: guard(deployments, 'deployments.'),
    attempts: guard(attempts, 'attempts.'),
    resources: guard(resources, 'resources.'),
    files: guard(files, 'files.'),
    workflows: guard(workflows, 'workflows.'),
    actionSweepQueue: guard(ports.actionSweepQueue, 'actionSweepQueue.'),
    callbackSweepQueue: guard(ports.callbackSweepQueue, 'callbackSweepQueue.'),
    delegations: guard(ports.delegations, 'delegations.'),
    deployerOf: (providerId) => guard(deployerOf(providerId), `${providerId}.`),
    orphans: guard(orphans, 'orphans.'),
    claims: guard(ports.claims, 'claims.'),
    ended: { ...(guard(ended, 'ended.') as object), days: ended.days } as never,
    endedFiles: guard(endedFiles, 'endedFiles.'),
    versions: guard(ports.versions, 'versions.'),
  };
  return { guarded, process };
};

/** Runs until the n-th call kills it, then again as after a restart; undefined once n is more than the calls there are. */
export const interruptedRun = async (
  world: World,
  execute: (options: RunOptions) => Promise<Ran>,
  calls: number,
): Promise<Ran | undefined> => {
  const { guarded, process } = killedAfter(world, calls);
  const again = { steps: stepsOver(world), clock: world.clock };
  await execute({ ...again, steps: stepsOver(guarded), isDead: () => process.dead });
  if (!process.dead) return undefined;
  world.clock.advance(5);
  return execute(again);
};

export const interrupted = (world: World, operation: Deployment, calls: number): Promise<Ran | undefined> =>
  interruptedRun(world, (options) => run(workflowOf(operation), inputOf(operation), options), calls);

/** Every point at which a process can die, until it does not die any more. */
export const everyCut = async (check: (cut: number) => Promise<boolean>): Promise<number> => {
  for (let cut = 1; ; cut += 1) if (!(await check(cut))) return cut - 1;
};

/** `npm test` tries every third kind of cut, `npm run tool cuts` each cut: the gate runs both. */
const turns = 3;

/**
 * Lets the process die at the first call of every third kind. For long runs, most of whose calls are equal polls. `known`:
 * kinds that an earlier test has met; they are left out. Returns how many calls there are.
 */
export const someCuts = async (
  check: (cut: number) => Promise<boolean>,
  known: Set<string> = new Set(),
): Promise<number> => {
  const kinds = await kindsOf(async () => expect(await check(Number.POSITIVE_INFINITY), 'no cut').toBe(false));
  for (const [index, kind] of kinds.entries()) {
    const isTurn = !known.has(kind) && known.size % turns === 0;
    known.add(kind);
    if (isTurn || isEach) expect(await check(index + 1), `cut ${index + 1}: ${kind}`).toBe(true);
  }
  return kinds.length;
};

/** Creates and deletes, and kills the deletion as `someCuts` does: neither a record nor anything at a provider is left. */
export const deletionAtSomeCuts = (make: () => Promise<Scenario>, standing: () => Promise<unknown>): Promise<number> =>
  someCuts(async (cut) => {
    const one = await make();
    await one.run();
    await deleteDeployment(one.world, (await one.now()) as Deployment, { force: false });
    const ran = await interrupted(one.world, one.world.started.at(-1) as Deployment, cut);
    if (!ran) return false;
    expect(await one.now(), `cut ${cut}`).toBeUndefined();
    expect(await standing(), `cut ${cut}`).toEqual([]);
    return true;
  });
