/** Worlds whose providers are regions of the sandbox's AWS, with a real deployer in front of them. */

import { directAws } from '../../local/direct/aws.ts';
import type { JobRunner } from '../../local/sandbox/aws/batch/processes.ts';
import { startAws } from '../../local/sandbox/aws/server.ts';
import type { Fault } from '../../local/sandbox/aws/world/faults.ts';
import type { ClientSettings } from '../../src/adapters/aws/kept-sessions.ts';
import { configuredProviders } from '../../src/adapters/providers/configured.ts';
import { memoryWorld, type World } from '../domain/deployments/world.ts';
import { isEach } from './kinds-of-calls.ts';

export const first = 'eu-central-1';
export const second = 'eu-west-1';

/**
 * Clouds that take an eighth of their usual time are looked at less often: the same kinds of calls, fewer equal polls. A run that
 * lets the process die after each call keeps the usual time.
 */
const pace = isEach ? 1 : 0.12;

interface Kind {
  readonly configured: Parameters<typeof configuredProviders>[0];
  readonly instantJobs?: boolean;
  readonly jobs?: JobRunner;
  /** the ports that differ between stacks and jobs */
  ports(world: World, clients: ClientSettings): Partial<World>;
}

/** One server for all worlds of a file: each starts with an empty AWS, and with its own time. */
export const awsWorlds = async ({ configured, ports, ...options }: Kind) => {
  let clock: World['clock'] | undefined;
  const server = await startAws({ port: 0, clock: { now: () => clock?.now() ?? new Date() }, pace, ...options });
  const clients = {
    endpoint: server.url,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
    extensions: [directAws(server)],
  };
  const make = (...faults: Fault[]): World => {
    const world = memoryWorld();
    clock = world.clock;
    server.world.reset();
    server.world.faults.set(faults);
    return { ...world, providers: configuredProviders(configured), ...ports(world, clients) };
  };
  /** from now on */
  const fail = (...faults: Fault[]) => server.world.faults.set(faults);
  return {
    ...{ url: server.url, make, fail, advance: (s: number) => clock?.advance(s), stop: () => server.stop() },
    /** scripts that run on machines have ended */
    idle: () => server.world.commands.idle(),
  };
};
