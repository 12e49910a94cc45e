/**
 * The whole life of one deployment on the local engine: the real routes, workflows, steps, tables and files, in virtual
 * time.
 */

import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { route as create } from '../../functions/http/deployments/create.ts';
import { route as remove } from '../../functions/http/deployments/delete.ts';
import { memoryOf } from '../../lib/functions/memory.ts';
import { kebab } from '../../lib/workflows/definitions.ts';
import { idempotentRequests } from '../../src/adapters/tables/idempotent-requests.ts';
import { timeline } from '../../src/adapters/tables/timeline.ts';
import { template, type World } from '../../test/domain/deployments/world.ts';
import { engineWorld } from '../../test/statemachines/engine-world.ts';
import { run, type Steps } from '../../test/statemachines/machines.ts';
import { inputOf, workflowOf } from '../../test/statemachines/scenario.ts';
import { stepsOver } from '../../test/statemachines/steps.ts';
import { apiEvent } from '../../test/support/api-event.ts';
import { directEngine, type Engine } from '../../test/support/engine.ts';
import { type Execution, executionsOf } from './history.ts';
import { counting, nothing, type Usage } from './usage.ts';

export interface Lifetime extends Usage {
  readonly requests: number;
  readonly transitions: number;
  /** for Express workflows */
  readonly express: { readonly runs: number; readonly seconds: number; readonly looks: number };
  readonly invocations: number;
  /** memory of the functions in GB, summed over all invocations */
  readonly gigabytes: number;
  readonly executions: readonly Execution[];
}

const caller = { issuer: 'https://issuer.example', subject: 'user', isAdministrator: false };

const routes = { 'http/deployments/create': create, 'http/deployments/delete': remove } as const;

type Route = keyof typeof routes;

/** From POST until the deployment is gone, on a cloud that is ready after `bootSeconds`. */
export const lifetime = async (bootSeconds: number): Promise<Lifetime> => {
  const engine = await directEngine();
  try {
    return await live(engine, bootSeconds);
  } finally {
    await engine.stop();
  }
};

const live = async (engine: Engine, bootSeconds: number): Promise<Lifetime> => {
  const usage = nothing();
  counting(engine, usage);
  const world = worldOver(engine);
  world.clouds.set('alpha', { bootSeconds, addingSeconds: Math.min(30, bootSeconds) });
  const express = { runs: 0, seconds: 0, looks: 0 };
  const total = { requests: 0, transitions: 0, express, invocations: 0, gigabytes: 0, executions: [] as Execution[] };
  const invoked = (name: string, times = 1): void => {
    total.invocations += times;
    total.gigabytes += (memoryOf(name) / 1024) * times;
  };
  const ask = async (route: Route, event: APIGatewayProxyEvent, expected: number) => {
    const { statusCode, body } = await routes[route](world)(event, {} as Context);
    if (statusCode !== expected) throw new Error(`${event.httpMethod} answered ${statusCode}: ${body}`);
    total.requests += 1;
    invoked(route);
  };
  const follow = async (): Promise<void> => {
    const operation = world.started.at(-1);
    if (!operation) throw new Error('no workflow was started');
    const tries = new Map<string, number>();
    const ran = await run(workflowOf(operation), inputOf(operation), {
      steps: tried(stepsOver(world), tries),
      clock: world.clock,
    });
    if (ran.status !== 'SUCCEEDED') throw new Error(`the workflow ended as ${ran.status}: ${ran.error}`);
    total.transitions += ran.transitions;
    express.runs += ran.express.runs;
    express.seconds += ran.express.seconds;
    for (const calls of ran.express.calls.values()) express.looks += calls;
    for (const [step, times] of tries) invoked(`tasks/${kebab(step)}`, times);
    total.executions.push(...executionsOf(ran.path, tries));
  };
  await ask('http/deployments/create', request('POST', { body: JSON.stringify({ template, parameters: {} }) }), 201);
  await follow();
  const id = world.started[0]?.id ?? '';
  if ((await world.deployments.find(id))?.status !== 'CREATE_COMPLETE') throw new Error('it was not created');
  usage.readUnits -= 1; // the read of the line above
  await ask('http/deployments/delete', request('DELETE', { pathParameters: { deployment_id: id } }), 204);
  await follow();
  return { ...usage, ...total };
};

/** The world of the workflow tests, with the additional ports of the routes. */
const worldOver = (engine: Engine) => {
  const world: World = engineWorld(engine);
  const table = { client: engine.client, clock: world.clock, table: engine.tables.deployments };
  return {
    ...world,
    timeline: timeline(table),
    idempotentRequests: idempotentRequests(table),
    callers: { identify: async () => caller },
    publicBaseUrl: 'https://api.example',
    callbacksToPrivateAddresses: false,
    createdByEverywhere: false,
  };
};

/** Wraps the steps to count how often each is invoked. */
const tried = (steps: Steps, tries: Map<string, number>): Steps =>
  Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      (input: unknown) => {
        tries.set(name, (tries.get(name) ?? 0) + 1);
        return step(input);
      },
    ]),
  );

const request = (httpMethod: string, more: Partial<APIGatewayProxyEvent>): APIGatewayProxyEvent =>
  apiEvent({
    httpMethod,
    resource: httpMethod === 'POST' ? '/deployments' : '/deployments/{deployment_id}',
    headers: { Authorization: 'Bearer token', 'Content-Type': 'application/json' },
    ...more,
  });
