/** What goes wrong meanwhile: processes die, clouds and AWS misbehave. One thing at a time, some of them together. */

import { setTimeout as sleep } from 'node:timers/promises';
import { callFaults, jobFaults, resourceFaults } from '../../../local/sandbox/aws/world/faults.ts';
import { faults as cloudFaults } from '../../../local/sandbox/im/clouds.ts';
import type { Chance } from '../schedules/chance.ts';
import type { Likelihood } from './fault-proxy.ts';
import type { Stack } from './stack.ts';

/** What happened how often, e.g. `kill the service`. */
export type Mishaps = Map<string, number>;

/** Always a little, as in any cloud. */
const usual: Likelihood = { throttled: 0.005, broken: 0.003, unanswered: 0.003, slow: 0.002 };

const storms: Readonly<Record<string, Likelihood>> = {
  throttling: { throttled: 0.3 },
  'server errors': { broken: 0.15 },
  'answers lost': { unanswered: 0.1 },
  slowness: { slow: 0.15 },
  'answers too late': { silent: 0.02 },
  'everything at once': { throttled: 0.1, broken: 0.05, unanswered: 0.05, slow: 0.05, silent: 0.005 },
};

/** Until the signal; on return everything works again. */
export const misbehave = async (stack: Stack, dice: Chance, happened: Mishaps, over: AbortSignal): Promise<void> => {
  stack.proxy.become(usual);
  await Promise.all([
    repeatedly(stack, over, dice, [15, 45], () => kill(stack, dice, happened)),
    repeatedly(stack, over, dice, [4, 14], () => cloudTrouble(stack, dice, happened, over)),
    repeatedly(stack, over, dice, [4, 14], () => stackTrouble(stack, dice, happened, over)),
    repeatedly(stack, over, dice, [6, 18], () => storm(stack, dice, happened, over)),
  ]);
  stack.proxy.become({});
  for (const cloud of clouds) await change(stack, cloud, null);
  await changeStacks(stack, []);
};

const note = (happened: Mishaps, what: string): void => void happened.set(what, (happened.get(what) ?? 0) + 1);

/** Between `seconds` from one end to the next beginning. */
const repeatedly = async (
  { time }: Stack,
  over: AbortSignal,
  dice: Chance,
  [least, most]: readonly [number, number],
  run: () => Promise<void>,
): Promise<void> => {
  while (!over.aborted) {
    await time.pause((least + dice.below(most - least)) * 1_000, over);
    if (!over.aborted) await run();
  }
};

/** dynoxide is not started again when it dies oftener than three times a minute, which is the laptop's own rule. */
const kill = async (stack: Stack, dice: Chance, happened: Mishaps): Promise<void> => {
  const victim = dice.pick(['the service', 'the service', 'the engine of the tables', 'the clouds'] as const);
  note(happened, `kill ${victim}`);
  if (victim === 'the engine of the tables') stack.killTables();
  else await (victim === 'the clouds' ? stack.clouds : stack.service).kill();
};

const clouds = ['sandbox-a', 'sandbox-b'] as const;

const cloudTrouble = async (stack: Stack, dice: Chance, happened: Mishaps, over: AbortSignal): Promise<void> => {
  const cloud = dice.pick(clouds);
  const fault = dice.pick(cloudFaults);
  note(happened, `cloud: ${fault}`);
  await change(stack, cloud, fault);
  await stack.time.pause((3 + dice.below(9)) * 1_000, over);
  await change(stack, cloud, null);
};

/** A call, what a stack is made of, or a job, in any account and region. */
const stackTrouble = async (stack: Stack, dice: Chance, happened: Mishaps, over: AbortSignal): Promise<void> => {
  const answer = dice.pick(callFaults);
  const resource = dice.pick(resourceFaults);
  const job = dice.pick(jobFaults);
  const [what, fault] = dice.pick([
    [answer, { call: '*', answer }],
    [answer, { call: '*', answer }],
    [resource, { resource, type: 'AWS::EC2::Instance' }],
    [`job ${job}`, { job }],
  ] as const);
  note(happened, `AWS of the sandbox: ${what}`);
  await changeStacks(stack, [fault]);
  await stack.time.pause((3 + dice.below(9)) * 1_000, over);
  await changeStacks(stack, []);
};

const storm = async ({ proxy, time }: Stack, dice: Chance, happened: Mishaps, over: AbortSignal): Promise<void> => {
  const [name, likelihood] = dice.pick(Object.entries(storms) as [[string, Likelihood]]);
  note(happened, `AWS: ${name}`);
  proxy.become(likelihood);
  await time.pause((4 + dice.below(8)) * 1_000, over);
  proxy.become(usual);
};

const change = ({ imUrl }: Stack, cloud: string, fault: string | null): Promise<void> =>
  told(`${imUrl}/_sandbox/clouds/${cloud}`, { fault, bootSeconds: 2 });

const changeStacks = ({ awsUrl }: Stack, faults: readonly object[]): Promise<void> =>
  told(`${awsUrl}/_sandbox/aws`, { faults });

/** The clouds may be dying just then: told again until they have heard it. */
const told = async (address: string, setting: object): Promise<void> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const body = JSON.stringify(setting);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(address, { method: 'PUT', headers, body }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error(`the clouds do not take ${JSON.stringify(setting)}`);
};
