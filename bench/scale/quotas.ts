/**
 * AWS's default quotas of a large region (us-east-1), as its documentation had them in November 2026, and our own limits.
 * Other regions have less; Service Quotas in the console has the account's own.
 */

import type { Step } from './work.ts';

/** A bucket of tokens: so many a second, and so many at once after a pause. */
export interface Rate {
  readonly name: string;
  readonly perSecond: number;
  readonly burst: number;
  readonly demand: (step: Step) => number;
  readonly knob: string;
}

export const lambdaConcurrency = 1_000;
/** new environments of one function: so many at once, and then a tenth of it each second */
export const lambdaScaling = 1_000;

export const rates: readonly Rate[] = [
  {
    name: "API Gateway, the account's 10,000 requests a second",
    perSecond: 10_000,
    burst: 5_000,
    demand: ({ requests = 0 }) => requests,
    knob: 'on request',
  },
  {
    name: 'our throttle of POST /deployments, 50 a second',
    perSecond: 50,
    burst: 100,
    demand: ({ name }) => (name === 'POST /deployments' ? 1 : 0),
    knob: '`throttling` in toscanini.config.ts; over it clients get 429',
  },
  {
    name: 'Step Functions, StartExecution, 300 a second',
    perSecond: 300,
    burst: 1_300,
    demand: ({ executions = 0 }) => executions,
    knob: 'on request; what was throttled is started by `start-operations`',
  },
  {
    name: 'Step Functions, transitions, 5,000 a second',
    perSecond: 5_000,
    burst: 5_000,
    demand: ({ transitions = 0 }) => transitions,
    knob: 'on request; states wait, nothing is lost',
  },
  {
    name: 'DynamoDB, a new on-demand table, 4,000 write units a second',
    perSecond: 4_000,
    burst: 4_000,
    demand: ({ writes = 0 }) => writes,
    knob: 'doubles by itself half an hour after each peak; warm throughput beforehand',
  },
  {
    name: 'DynamoDB, a new on-demand table, 12,000 read units a second',
    perSecond: 12_000,
    burst: 12_000,
    demand: ({ reads = 0 }) => reads,
    knob: 'as above',
  },
  {
    name: 'DynamoDB, the key of the list of all, 1,000 write units a second',
    perSecond: 1_000,
    burst: 1_000,
    demand: ({ listWrites = 0 }) => listWrites,
    knob: 'spread the key, see below; over it the index pushes back on the table',
  },
  {
    name: 'S3, 3,500 writes a second for a prefix',
    perSecond: 3_500,
    burst: 3_500,
    demand: ({ puts = 0 }) => puts,
    knob: 'S3 splits busy prefixes by itself; 503 meanwhile',
  },
  {
    name: 'S3, 5,500 reads a second for a prefix',
    perSecond: 5_500,
    burst: 5_500,
    demand: ({ gets = 0 }) => gets,
    knob: 'as above',
  },
  {
    name: 'KMS, 10,000 requests a second, if no data key were reused',
    perSecond: 10_000,
    burst: 10_000,
    demand: ({ puts = 0, gets = 0 }) => puts + gets,
    knob: "on request; S3's bucket key and DynamoDB's cache make it a hundredth",
  },
  {
    name: 'EventBridge, 18,750 invocations a second, if every execution failed',
    perSecond: 18_750,
    burst: 18_750,
    demand: ({ executions = 0 }) => executions,
    knob: 'on request; EventBridge tries for a day',
  },
];
