/** The service's routes as a client calls them, and its workflows as Step Functions runs them. */

import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { step as executionEnded } from '../../../functions/events/execution-ended.ts';
import { route as create } from '../../../functions/http/deployments/create.ts';
import { route as remove } from '../../../functions/http/deployments/delete.ts';
import { route as get } from '../../../functions/http/deployments/get.ts';
import { route as log } from '../../../functions/http/deployments/log.ts';
import { route as update } from '../../../functions/http/deployments/update.ts';
import { route as act } from '../../../functions/http/resources/act.ts';
import { route as resources } from '../../../functions/http/resources/list.ts';
import { asFunction } from '../../../local/functions/signing.ts';
import { startAndSweep } from '../../../src/domain/schedules/start-and-sweep.ts';
import { run, type WorkflowName } from '../../statemachines/machines.ts';
import { stepsOver } from '../../statemachines/steps.ts';
import { noBackfills } from '../../support/no-backfills.ts';
import { noChecks } from '../../support/no-checks.ts';
import { noRemovals } from '../../support/no-removals.ts';
import type { Started } from './aws-stub.ts';
import type { Service } from './service.ts';
import type { sweepingIn } from './sweeping.ts';

/** With their functions in functions/http. */
const routes = {
  create: { route: create, entry: 'deployments/create' },
  update: { route: update, entry: 'deployments/update' },
  remove: { route: remove, entry: 'deployments/delete' },
  get: { route: get, entry: 'deployments/get' },
  log: { route: log, entry: 'deployments/log' },
  act: { route: act, entry: 'resources/act' },
  resources: { route: resources, entry: 'resources/list' },
} as const;

export interface Asked {
  readonly token: string;
  readonly path?: { readonly [name: string]: string };
  readonly body?: object;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export const call = async (service: Service, name: keyof typeof routes, asked: Asked): Promise<Answer> => {
  const path = `/deployments${Object.values(asked.path ?? {}).map((part) => `/${part}`)}`;
  const event = {
    ...{ httpMethod: 'POST', resource: path, path, isBase64Encoded: false },
    headers: { Authorization: `Bearer ${asked.token}`, 'Content-Type': 'application/json' },
    pathParameters: { ...asked.path },
    queryStringParameters: {},
    body: asked.body === undefined ? null : JSON.stringify(asked.body),
    requestContext: { requestId: 'r-1', domainName: 'api.example', path },
  } as unknown as APIGatewayProxyEvent;
  const { route, entry } = routes[name];
  const handler = route as (
    ports: Service,
  ) => (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;
  const { statusCode, body } = await asFunction(`functions/http/${entry}.ts`, () => handler(service)(event, context));
  return { status: statusCode, body };
};

const context = { awsRequestId: 'r-1', functionName: 'faults' } as Context;

const workflows: { readonly [stateMachine: string]: WorkflowName } = {
  CREATE: 'create-deployment',
  UPDATE: 'update-deployment',
  DELETE: 'delete-deployment',
  ACTION: 'act-on-resource',
  NOTIFY: 'notify-callback',
};

const workflowOf = ({ stateMachine }: Started): WorkflowName => {
  const found = workflows[stateMachine.split(':').at(-1) ?? ''];
  if (found === undefined) throw new Error(`there is no workflow ${stateMachine}`);
  return found;
};

/** Runs one execution, to its end or that of the step `until`; what its history would hold goes to `history`. */
export const execute = async (
  service: Service,
  started: Started,
  history: string[],
  until?: string,
): Promise<string> => {
  let isLeft = false;
  const steps = Object.entries(stepsOver(service as never)).map(([name, step]) => [
    name,
    async (input: unknown) => {
      const run = step as (input: unknown, context: Context) => Promise<unknown>;
      if (isLeft) throw new Error('nobody goes on with it now');
      try {
        const output = await asFunction(taskOf(name), () => run(input, context));
        history.push(JSON.stringify({ input, output }));
        isLeft = name === until;
        return output;
      } catch (error) {
        history.push(JSON.stringify({ input, error: `${error}` }));
        throw error;
      }
    },
  ]);
  const input = JSON.parse(started.input) as Record<string, string>;
  history.push(started.input);
  const options = { steps: Object.fromEntries(steps), clock: service.clock, isDead: () => isLeft };
  const ran = await run(workflowOf(started), input, options);
  return ran.status === 'SUCCEEDED' ? ran.status : `${ran.status}: ${ran.error}`;
};

/** The file of the function that does a step: `PollAttempt` is functions/tasks/poll-attempt.ts. */
export const taskOf = (step: string): string =>
  `functions/tasks/${step.replaceAll(/(?<!^)[A-Z]/g, '-$&').toLowerCase()}.ts`;

type Sweeping = Service & ReturnType<typeof sweepingIn>;

/** What EventBridge tells of an execution that failed. */
export const told = async (service: Sweeping, { name, input }: Started): Promise<void> => {
  const event = { detail: { name, status: 'FAILED', input } };
  await asFunction('functions/events/execution-ended.ts', () => executionEnded(service as never)(event, context));
};

/** What happens every minute. */
export const aMinute = async (service: Sweeping): Promise<void> => {
  service.clock.advance(60);
  const noEvents = {
    notStarted: async () => [],
    find: async () => undefined,
    change: () => Promise.reject(new Error('none')),
    fail: () => Promise.reject(new Error('none')),
    ...noRemovals,
  };
  const sweep = startAndSweep({
    ...service,
    ...noBackfills,
    ...noChecks,
    sweeps: { swept: () => {}, resumed: () => {} },
    resumptions: 8,
    scheduleEvents: noEvents,
    schedules: { find: async () => undefined },
    eventWorkflows: { startEvent: async () => {} },
    replicas: { abandon: async () => {} },
  });
  await asFunction('functions/events/sweep-workflows.ts', () => sweep());
};
