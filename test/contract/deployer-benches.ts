/** The deployers that the contract is checked against, each with a provider whose faults a check can choose. */

import { infrastructureManager } from '../../src/adapters/infrastructure-manager/infrastructure-manager.ts';
import { planner } from '../../src/adapters/infrastructure-manager/planner.ts';
import type { Planner } from '../../src/domain/deployers/planner.ts';
import type { Deployer } from '../../src/domain/deployers/ports.ts';
import { deployersOver } from '../domain/deployments/cloud-deployers.ts';
import { type Behaviour, Clouds } from '../domain/deployments/clouds.ts';
import { testSandbox } from '../local/sandbox/client.ts';

/**
 * refuse-create: the provider takes no order. lose-answer: it takes the next one, and nobody hears of it. fail: what it
 * makes fails. launch-nothing: it accepts an order and makes nothing. refuse-destroy, refuse-alter: as they say. away:
 * nobody answers.
 */
export type Mishap =
  | 'refuse-create'
  | 'lose-answer'
  | 'fail'
  | 'launch-nothing'
  | 'refuse-destroy'
  | 'refuse-alter'
  | 'away';

export interface Bench {
  readonly deployer: Deployer;
  readonly planner: Planner;
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
    pass: (more) => {
      seconds += more;
    },
    set: async (mishap) => clouds.set('alpha', mishap === 'none' ? {} : behaviours[mishap]()),
    stop: async () => undefined,
  };
};
