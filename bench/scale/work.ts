/**
 * The work of one deployment, step by step: the README's web server on two machines, ready after ten minutes, with
 * callbacks, then deleted. The calls were counted in the SDK's requests on the local stack (2026-11-20); polls follow from
 * the workflow's own pauses. The seconds of functions are assumed, not measured.
 */

import { polls } from './polls.ts';

export interface Step {
  readonly name: string;
  /** seconds after the end of the step before it */
  readonly after: number;
  /** seconds that its function runs */
  readonly seconds: number;
  readonly requests?: number;
  /** of Step Functions, with retries */
  readonly transitions?: number;
  readonly executions?: number;
  /** units of the table of deployments, without its indexes */
  readonly writes?: number;
  readonly reads?: number;
  /** units of the index of all deployments by their last change, which has one key */
  readonly listWrites?: number;
  /** a transaction that changes the counters for a new or deleted deployment */
  readonly counts?: true;
  readonly puts?: number;
  readonly gets?: number;
  /** requests to the Infrastructure Manager */
  readonly manager?: number;
}

export const readySeconds = 600;

const callback = (after: number): Step => ({
  name: 'send the callback',
  after,
  seconds: 0.3,
  transitions: 2,
  writes: 4,
  reads: 1,
  gets: 1,
});

const poll = ({ after, transitions }: Pick<Step, 'after' | 'transitions'>): Step => ({
  name: 'poll the infrastructure',
  after,
  seconds: 0.3,
  ...(transitions !== undefined && { transitions }),
  reads: 2,
  manager: 2,
});

/** The deployment's log in S3 grows at the first and the last step. */
const loggedAtEnds = (steps: readonly Step[]): readonly Step[] =>
  steps.map((step, index) => (index === 0 || index === steps.length - 1 ? { ...step, puts: 1 } : step));

export const creation: readonly Step[] = [
  {
    name: 'POST /deployments',
    after: 0,
    seconds: 0.4,
    requests: 1,
    executions: 1,
    writes: 14,
    reads: 1,
    listWrites: 1,
    counts: true,
    puts: 1,
  },
  {
    name: 'rank the providers',
    after: 0.1,
    seconds: 0.5,
    transitions: 2,
    writes: 1,
    reads: 2,
    listWrites: 2,
    puts: 2,
    gets: 1,
  },
  { name: 'choose a provider', after: 0.1, seconds: 0.1, transitions: 2, reads: 3 },
  {
    name: 'submit the template',
    after: 0.1,
    seconds: 2,
    transitions: 2,
    executions: 2,
    writes: 19,
    reads: 5,
    listWrites: 2,
    puts: 3,
    gets: 2,
    manager: 2,
  },
  callback(0.1),
  ...loggedAtEnds(polls(readySeconds).map(poll)),
  {
    name: 'complete the deployment',
    after: 0.1,
    seconds: 0.5,
    transitions: 3,
    executions: 1,
    writes: 15,
    reads: 6,
    listWrites: 2,
    puts: 2,
    gets: 2,
    manager: 4,
  },
  callback(0.1),
];

/** Meanwhile a client reads the deployment every minute. */
export const looking: readonly Step[] = Array.from({ length: readySeconds / 60 }, () => ({
  name: 'GET /deployments/{deployment_id}',
  after: 60,
  seconds: 0.05,
  requests: 1,
  reads: 1,
}));

const destroying = ({ after, transitions }: Pick<Step, 'after' | 'transitions'>): Step => ({
  name: 'destroy the infrastructures',
  after,
  seconds: 0.3,
  ...(transitions !== undefined && { transitions }),
  writes: 1,
  reads: 3,
  manager: 1,
});

export const deletion: readonly Step[] = [
  {
    name: 'DELETE /deployments/{deployment_id}',
    after: 0,
    seconds: 0.3,
    requests: 1,
    executions: 1,
    writes: 5,
    reads: 3,
    listWrites: 2,
  },
  { name: 'begin the deletion', after: 0.1, seconds: 0.1, transitions: 2, writes: 1, reads: 1, listWrites: 2 },
  ...loggedAtEnds(polls(9).map(destroying)),
  {
    name: 'forget the deployment',
    after: 0.1,
    seconds: 0.5,
    transitions: 3,
    executions: 1,
    writes: 35,
    reads: 6,
    listWrites: 1,
    counts: true,
    puts: 1,
    gets: 2,
  },
  callback(0.1),
];

type Amount =
  | 'requests'
  | 'transitions'
  | 'executions'
  | 'writes'
  | 'reads'
  | 'listWrites'
  | 'puts'
  | 'gets'
  | 'manager';

/** The sum for a whole deployment, from its creation to its deletion. */
export const total = (amount: Amount | 'seconds'): number =>
  [...creation, ...looking, ...deletion].reduce((sum, step) => sum + (step[amount] ?? 0), 0);

export const invocations = creation.length + looking.length + deletion.length;
