/** A world whose two providers are job queues of the sandbox's AWS. */

import type { JobRunner } from '../../local/sandbox/aws/batch/processes.ts';
import { awsBatch } from '../../src/adapters/batch/batch.ts';
import { planner } from '../../src/adapters/batch/planner.ts';
import { jobsAt } from '../e2e/jobs-held.ts';
import { awsWorlds, first, second } from './aws-world.ts';

const configured = [first, second].map((region, index) => ({
  ...{ id: region, name: `Jobs ${region}`, priority: index, deployer: 'batch' as const },
  batch: {
    region,
    queues: [{ name: 'toscanini-jobs' }],
    executionRoleArn: 'arn:aws:iam::111111111111:role/toscanini-jobs',
  },
}));

/** A job, and one that waits for it. */
export const jobs = (command = 'true', more: object = {}, ofReport: object = {}): string =>
  JSON.stringify({
    tosca_definitions_version: 'tosca_simple_yaml_1_0',
    imports: ['toscanini-types.yaml'],
    topology_template: {
      node_templates: {
        count: { type: 'toscanini.nodes.Job', properties: { image: 'busybox', command, ...more } },
        report: {
          type: 'toscanini.nodes.Job',
          properties: { image: 'busybox', command: 'true', ...ofReport },
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

const accountOf = (id: string) => {
  const found = configured.find((one) => one.id === id);
  return found && { region: found.batch.region, logGroup: '/aws/batch/job' };
};

/** Each job succeeds at once, but for one without memory left, and no process runs: what they really do is the subject of test/local/sandbox/aws/batch.test.ts. */
const succeeding = (): JobRunner => {
  const logs = new Map<string, readonly string[]>();
  const running = new Set<string>();
  return {
    start: ({ stream, command }, ended) => {
      logs.set(stream, ['done']);
      running.add(stream);
      queueMicrotask(() => {
        running.delete(stream);
        // what the sandbox runs for a container without memory left
        ended(command.includes('exit 137') ? 137 : 0);
      });
    },
    isRunning: (stream) => running.has(stream),
    kill: () => undefined,
    log: (stream) => logs.get(stream),
    idle: async () => undefined,
    reset: () => logs.clear(),
    stop: async () => undefined,
  };
};

export const jobWorlds = async () => {
  const aws = await awsWorlds({
    configured,
    instantJobs: true,
    jobs: succeeding(),
    ports: ({ clock }, clients) => ({
      plannerOf: () => planner,
      deployerOf: awsBatch({ clock, clients, accountOf }),
    }),
  });
  const standing = async (): Promise<readonly StandingJobs[]> =>
    (await jobsAt(aws.url)).map(({ cloud, state, jobs: names }) => ({
      region: cloud.replace('sandbox-batch-', ''),
      state,
      nodes: names.map((name) => name.split('-').at(-1) ?? '').toSorted(),
    }));
  return { ...aws, standing };
};
