/** The deployers that the contract is checked against, each with a provider whose faults a check can choose. */

import { directAws } from '../../local/direct/aws.ts';
import { awsBatch } from '../../src/adapters/batch/batch.ts';
import { planner as jobPlanner } from '../../src/adapters/batch/planner.ts';
import { cloudFormation } from '../../src/adapters/cloudformation/cloudformation.ts';
import { planner as stackPlanner } from '../../src/adapters/cloudformation/planner.ts';
import { infrastructureManager } from '../../src/adapters/infrastructure-manager/infrastructure-manager.ts';
import { planner } from '../../src/adapters/infrastructure-manager/planner.ts';
import { batchReach } from '../../src/domain/batch/fit.ts';
import { stackReach } from '../../src/domain/cloudformation/fit.ts';
import type { Planner } from '../../src/domain/deployers/planner.ts';
import type { Deployer } from '../../src/domain/deployers/ports.ts';
import type { Behaviour } from '../domain/deployments/cloud-behaviour.ts';
import { deployersOver } from '../domain/deployments/cloud-deployers.ts';
import { Clouds } from '../domain/deployments/clouds.ts';
import { startBench } from '../local/sandbox/aws/bench.ts';
import { testSandbox } from '../local/sandbox/client.ts';
import { topologyOf } from '../tosca/fixtures.ts';

/**
 * refuse-create: the provider takes no order. lose-answer: it takes the next one, and nobody hears of it. fail: what it
 * makes fails. launch-nothing: it accepts an order and makes nothing. refuse-destroy, refuse-alter: as they say. away:
 * nobody answers.
 */
type Mishap = 'refuse-create' | 'lose-answer' | 'fail' | 'launch-nothing' | 'refuse-destroy' | 'refuse-alter' | 'away';

export interface Bench {
  readonly deployer: Deployer;
  readonly planner: Planner;
  /** what ranking would make of a template for the planner; absent: the planner needs nothing */
  blueprintOf?(template: string): Promise<string | undefined>;
  /** true: an update changes the whole and removes what it leaves out, and machines are not altered one by one */
  readonly changesAsAWhole: boolean;
  /** true: what it makes are jobs, which run once: nothing is updated, started or stopped */
  readonly runsJobs?: true;
  /** waits until everything that really runs on this machine has ended */
  idle?(): Promise<void>;
  /** lets seconds go by */
  pass(seconds: number): void;
  set(mishap: Mishap | 'none'): Promise<void>;
  stop(): Promise<void>;
}

const faultOf: { readonly [M in Mishap]: string } = {
  'refuse-create': 'refuse-create',
  'lose-answer': 'lose-answer',
  fail: 'fail-vm',
  'launch-nothing': 'hang-in-pending',
  'refuse-destroy': 'refuse-destroy',
  'refuse-alter': 'refuse-alter',
  away: 'answer-5xx',
};

/** The Infrastructure Manager's adapter, over HTTP, in front of the sandbox. */
export const infrastructureManagerBench = async (): Promise<Bench> => {
  const { sandbox, pass, fault } = await testSandbox();
  const [cloud] = sandbox.providers;
  if (cloud === undefined) throw new Error('the sandbox has a cloud');
  const own = sandbox.secrets[sandbox.imSecret] ?? {};
  const lines = [{ ...own }, { ...cloud.credentials, ...sandbox.secrets[cloud.secret ?? ''] }];
  const deployerOf = infrastructureManager({ url: sandbox.imUrl, authorization: async () => lines });
  return {
    deployer: deployerOf(cloud.id),
    planner,
    changesAsAWhole: false,
    pass,
    set: async (mishap) => {
      const { status } = await fault(cloud.id, { fault: mishap === 'none' ? null : faultOf[mishap] });
      if (status !== 200) throw new Error(`the sandbox answered ${status} to ${mishap}`);
    },
    stop: () => sandbox.stop(),
  };
};

/** The deployer of the domain's tests. */
export const scriptedBench = async (): Promise<Bench> => {
  let seconds = Date.parse('2026-11-20T12:00:00Z') / 1000;
  const clouds = new Clouds(() => new Date(seconds * 1000));
  const behaviours: { readonly [M in Mishap]: () => Behaviour } = {
    'refuse-create': () => ({ create: 'refuse' }),
    'lose-answer': () => ({ create: 'lose' }),
    fail: () => ({ create: 'fail' }),
    'launch-nothing': () => ({ create: 'launch-nothing' }),
    'refuse-destroy': () => ({ destroy: 'refuse' }),
    'refuse-alter': () => ({ alter: 'refuse' }),
    away: () => ({ outage: { from: seconds, to: seconds + 3600 } }),
  };
  return {
    deployer: deployersOver(clouds)('alpha'),
    planner,
    changesAsAWhole: false,
    pass: (more) => {
      seconds += more;
    },
    set: async (mishap) => clouds.set('alpha', mishap === 'none' ? {} : behaviours[mishap]()),
    stop: async () => undefined,
  };
};

/** Hours pass, and nothing is made. */
const neverEnding = 1e9;

/** CloudFormation's adapter, over the real SDK, in front of the sandbox's AWS. */
export const cloudFormationBench = async (): Promise<Bench> => {
  const aws = await startBench();
  const account = { region: 'eu-west-1' };
  const clients = {
    endpoint: aws.url,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
    extensions: [directAws(aws.server)],
  };
  const deployerOf = cloudFormation({ clock: { now: () => new Date() }, clients, accountOf: () => account });
  const everyInstance = 'AWS::EC2::Instance';
  const mishaps: { readonly [M in Mishap]: Parameters<typeof aws.setFaults> } = {
    'refuse-create': [{ call: 'CreateStack', answer: 'deny' }],
    'lose-answer': [{ call: 'CreateStack', answer: 'lose-after', times: 1 }],
    fail: [{ resource: 'fail', type: everyInstance }],
    'launch-nothing': [],
    'refuse-destroy': [{ resource: 'block-deletion', type: everyInstance }],
    'refuse-alter': [],
    away: [{ call: '*', answer: 'unavailable' }],
  };
  return {
    deployer: deployerOf('aws'),
    planner: stackPlanner,
    blueprintOf: async (template) => {
      const fit = stackReach.fit(await topologyOf(template), { id: 'aws', name: 'AWS', priority: 1, stack: account });
      if (fit.blueprint === undefined) throw new Error(fit.lacks.join('\n'));
      return fit.blueprint;
    },
    changesAsAWhole: true,
    pass: aws.pass,
    set: async (mishap) => {
      aws.setPace(mishap === 'launch-nothing' ? neverEnding : 1);
      await aws.setFaults(...(mishap === 'none' ? [] : mishaps[mishap]));
    },
    stop: () => aws.stop(),
  };
};

/** The adapter of AWS Batch, over the real SDK, in front of the sandbox's AWS. */
export const batchBench = async (): Promise<Bench> => {
  const aws = await startBench();
  const account = { region: 'eu-west-1', logGroup: '/aws/batch/job' };
  const clients = {
    endpoint: aws.url,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
    extensions: [directAws(aws.server)],
  };
  const deployerOf = awsBatch({ clock: { now: () => new Date() }, clients, accountOf: () => account });
  const batch = {
    region: account.region,
    queues: [{ name: 'toscanini-jobs' }],
    executionRoleArn: 'arn:aws:iam::111111111111:role/toscanini-jobs',
  };
  const mishaps: { readonly [M in Mishap]: Parameters<typeof aws.setFaults> } = {
    'refuse-create': [{ call: 'SubmitJob', answer: 'deny' }],
    'lose-answer': [{ call: 'SubmitJob', answer: 'lose-after', times: 1 }],
    fail: [{ job: 'no-image' }],
    'launch-nothing': [{ job: 'no-capacity' }],
    'refuse-destroy': [{ job: 'refuse-end' }],
    'refuse-alter': [],
    away: [{ call: '*', answer: 'unavailable' }],
  };
  return {
    deployer: deployerOf('aws'),
    planner: jobPlanner,
    blueprintOf: async (template) => {
      const fit = batchReach.fit(await topologyOf(template), { id: 'aws', name: 'AWS', priority: 1, batch });
      if (fit.blueprint === undefined) throw new Error(fit.lacks.join('\n'));
      return fit.blueprint;
    },
    changesAsAWhole: true,
    runsJobs: true,
    idle: () => aws.idle(),
    pass: aws.pass,
    set: async (mishap) => void (await aws.setFaults(...(mishap === 'none' ? [] : mishaps[mishap]))),
    stop: () => aws.stop(),
  };
};
