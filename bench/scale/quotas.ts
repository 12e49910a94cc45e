/**
 * AWS's default quotas and our own limits. `large` is N. Virginia, Oregon and Ireland; `other` is the smallest documented
 * figure for any other region, such as Milan. Service Quotas shows the account's own: docs/scale.md says how to ask for
 * them.
 */

import type { Step } from './work.ts';

export const regions = ['large', 'other'] as const;
export type Region = (typeof regions)[number];

/** A token bucket: its rate per second, and the number at once after a pause. */
export interface Supply {
  readonly perSecond: number;
  readonly burst: number;
}

/** The source of the figures: an AWS page, our own configuration, or AWS documentation from memory, not checked again. */
export type Origin = 'AWS' | 'ours' | 'memory';

export interface Rate {
  readonly name: string;
  readonly supply: Readonly<Record<Region, Supply>>;
  readonly from: Origin;
  readonly demand: (step: Step) => number;
  readonly knob: string;
}

const supply = (perSecond: number, burst = perSecond): Supply => ({ perSecond, burst });
const everywhere = (perSecond: number, burst = perSecond) => ({
  large: supply(perSecond, burst),
  other: supply(perSecond, burst),
});

export const concurrencyOfRegion = 1_000;
/** the start value of many new accounts, in any region */
export const concurrencyOfNewAccount = 10;
/** new environments of one function: this many at once, and then a tenth of it each second */
export const lambdaScaling = 1_000;
/** executions of Step Functions that may be open at the same time, per account and region */
export const openExecutions = 1_000_000;

/** Each environment keeps secrets for five minutes; here each step reads its secrets as if for the first time. */
const secretsOf = ({ name, manager = 0 }: Step): number => {
  if (manager > 0) return 2; // the manager's own line and the provider's
  return name === 'send the callback' ? 1 : 0;
};

export const rates: readonly Rate[] = [
  {
    name: 'API Gateway, requests of the account',
    supply: { large: supply(10_000, 5_000), other: supply(2_500, 1_250) },
    from: 'AWS',
    demand: ({ requests = 0 }) => requests,
    knob: 'on request',
  },
  {
    name: 'our throttle of POST /deployments',
    supply: everywhere(50, 100),
    from: 'ours',
    demand: ({ name }) => (name === 'POST /deployments' ? 1 : 0),
    knob: '`throttling` in toscanini.config.ts; over it clients get 429',
  },
  {
    name: 'Step Functions, StartExecution',
    supply: { large: supply(300, 1_300), other: supply(150, 800) },
    from: 'AWS',
    demand: ({ executions = 0 }) => executions,
    knob: 'on request; what was throttled is started by `start-operations`',
  },
  {
    name: 'Step Functions, transitions',
    supply: { large: supply(5_000), other: supply(800) },
    from: 'memory',
    demand: ({ transitions = 0 }) => transitions,
    knob: 'on request; states wait, nothing is lost',
  },
  {
    name: 'DynamoDB, write units of a new on-demand table',
    supply: everywhere(4_000),
    from: 'memory',
    demand: ({ writes = 0 }) => writes,
    knob: 'doubles by itself half an hour after each peak; warm throughput beforehand',
  },
  {
    name: 'DynamoDB, read units of a new on-demand table',
    supply: everywhere(12_000),
    from: 'memory',
    demand: ({ reads = 0 }) => reads,
    knob: 'as above',
  },
  {
    name: 'DynamoDB, write units of the key of the list of all',
    supply: everywhere(1_000),
    from: 'memory',
    demand: ({ listWrites = 0 }) => listWrites,
    knob: 'spread the key, see below; over it the index pushes back on the table',
  },
  {
    name: 'S3, writes for a prefix',
    supply: everywhere(3_500),
    from: 'memory',
    demand: ({ puts = 0 }) => puts,
    knob: 'S3 splits busy prefixes by itself; 503 meanwhile',
  },
  {
    name: 'S3, reads for a prefix',
    supply: everywhere(5_500),
    from: 'memory',
    demand: ({ gets = 0 }) => gets,
    knob: 'as above',
  },
  {
    name: 'KMS, if no data key were reused',
    supply: { large: supply(50_000), other: supply(10_000) },
    from: 'memory',
    demand: ({ puts = 0, gets = 0 }) => puts + gets,
    knob: "on request; S3's bucket key and DynamoDB's cache make it a hundredth",
  },
  {
    name: 'Secrets Manager, GetSecretValue, if nothing were kept',
    supply: everywhere(10_000),
    from: 'AWS',
    demand: secretsOf,
    knob: 'none; each environment keeps what it read for five minutes',
  },
  {
    name: 'EventBridge, invocations, if every execution failed',
    supply: { large: supply(18_750), other: supply(750) },
    from: 'AWS',
    demand: ({ executions = 0 }) => executions,
    knob: 'on request; EventBridge tries for a day',
  },
];

/** The quotas of a simulation. */
export interface Quotas {
  readonly region: Region;
  readonly concurrency: number;
}

export const large: Quotas = { region: 'large', concurrency: concurrencyOfRegion };
export const other: Quotas = { region: 'other', concurrency: concurrencyOfRegion };
export const newAccount: Quotas = { region: 'large', concurrency: concurrencyOfNewAccount };
