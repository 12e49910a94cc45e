/** A world whose two providers are job queues of the sandbox's AWS, with the real deployer in front of them. */

import { startAws } from '../../local/sandbox/aws/server.ts';
import type { Fault } from '../../local/sandbox/aws/world/faults.ts';
import { awsBatch } from '../../src/adapters/batch/batch.ts';
import { planner } from '../../src/adapters/batch/planner.ts';
import { configuredProviders } from '../../src/adapters/providers/configured.ts';
import { memoryWorld, type World } from '../domain/deployments/world.ts';
import { jobsAt } from '../e2e/jobs-held.ts';

export const first = 'eu-central-1';
export const second = 'eu-west-1';

const configured = [first, second].map((region, index) => ({
  ...{ id: region, name: `Jobs ${region}`, priority: index, deployer: 'batch' as const },
  batch: {
    region,
    queues: [{ name: 'toscanini-jobs' }],
    executionRoleArn: 'arn:aws:iam::111111111111:role/toscanini-jobs',
  },
}));

/** A job, and one that waits for it. */
export const jobs = (command = 'true'): string =>
  JSON.stringify({
    tosca_definitions_version: 'tosca_simple_yaml_1_0',
    imports: ['toscanini-types.yaml'],
    topology_template: {
      node_templates: {
        count: { type: 'toscanini.nodes.Job', properties: { image: 'busybox', command } },
        report: {
          type: 'toscanini.nodes.Job',
          properties: { image: 'busybox', command: 'true' },
          requirements: [{ dependency: 'count' }],
        },
      },
    },
  });

export interface StandingJobs {
  readonly region: string;
  readonly state: string;
  /** nodes of all jobs that were ever submitted for it: one that was submitted twice is there twice */
  readonly nodes: readonly string[];
}

/** One server for all worlds of a file: each starts with an empty AWS, and with its own time. */
export const jobWorlds = async () => {
  let clock: World['clock'] | undefined;
  const server = await startAws({ port: 0, clock: { now: () => clock?.now() ?? new Date() }, instantJobs: true });
  const make = (...faults: Fault[]): World => {
    const world = memoryWorld();
    clock = world.clock;
    server.world.reset();
    server.world.faults.set(faults);
    const clients = {
      endpoint: server.url,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      maxAttempts: 1,
    };
    const accountOf = (id: string) => {
      const found = configured.find((one) => one.id === id);
      return found && { region: found.batch.region, logGroup: '/aws/batch/job' };
    };
    return {
      ...world,
      providers: configuredProviders(configured),
      plannerOf: () => planner,
      deployerOf: awsBatch({ clock: world.clock, clients, accountOf }),
    };
  };
  const standing = async (): Promise<readonly StandingJobs[]> =>
    (await jobsAt(server.url)).map(({ cloud, state, jobs: names }) => ({
      region: cloud.replace('sandbox-batch-', ''),
      state,
      nodes: names.map((name) => name.split('-').at(-1) ?? '').toSorted(),
    }));
  return { make, standing, stop: () => server.stop() };
};
