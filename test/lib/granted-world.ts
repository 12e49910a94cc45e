import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { step as executionEnded } from '../../functions/events/execution-ended.ts';
import { step as startOperations } from '../../functions/events/sweep-workflows.ts';
import { route as create } from '../../functions/http/deployments/create.ts';
import { route as remove } from '../../functions/http/deployments/delete.ts';
import { route as list } from '../../functions/http/deployments/list.ts';
import { route as log } from '../../functions/http/deployments/log.ts';
import { route as reset } from '../../functions/http/deployments/reset.ts';
import { route as template } from '../../functions/http/deployments/template.ts';
import { route as update } from '../../functions/http/deployments/update.ts';
import { route as act } from '../../functions/http/resources/act.ts';
import { kebab } from '../../lib/workflows/definitions.ts';
import { backfillSweepQueue, backfills } from '../../src/adapters/tables/backfills.ts';
import { idempotentRequests } from '../../src/adapters/tables/idempotent-requests.ts';
import { scheduleEvents } from '../../src/adapters/tables/schedule-events.ts';
import { schedules } from '../../src/adapters/tables/schedules.ts';
import {
  actionSweepQueue,
  callbackSweepQueue,
  eventSweepQueue,
  operationSweepQueue,
} from '../../src/adapters/tables/sweep-queues.ts';
import { timeline } from '../../src/adapters/tables/timeline.ts';
import type { ExecutionState } from '../../src/domain/deployments/record/ports.ts';
import type { Replica } from '../../src/domain/schedules/schedule.ts';
import { engineWorld } from '../statemachines/engine-world.ts';
import { run, type Steps, type WorkflowName } from '../statemachines/machines.ts';
import { inputOf, workflowOf } from '../statemachines/scenario.ts';
import { stepsOver } from '../statemachines/steps.ts';
import { apiEvent } from '../support/api-event.ts';
import type { Engine } from '../support/engine.ts';
import { noBackfills } from '../support/no-backfills.ts';
import { noChecks } from '../support/no-checks.ts';
import type { Calls } from './calls.ts';

const caller = { issuer: 'https://issuer.example', subject: 'user', isAdministrator: false };

const routes = {
  'http/deployments/create': create,
  'http/deployments/delete': remove,
  'http/deployments/list': list,
  'http/deployments/log': log,
  'http/deployments/reset': reset,
  'http/deployments/template': template,
  'http/deployments/update': update,
  'http/resources/act': act,
};

/** Routes and steps over the real engines, of which each call is written down. */
export const grantedWorld = (engine: Engine, calls: Calls) => {
  const plain = engineWorld(engine);
  const table = { client: engine.client, clock: plain.clock, table: engine.tables.deployments };
  const workflows = calls.workflows(plain.workflows);
  const world = {
    ...plain,
    workflows,
    actionSweepQueue: actionSweepQueue(table),
    callbackSweepQueue: callbackSweepQueue(table),
    timeline: timeline(table),
    idempotentRequests: idempotentRequests(table),
    callers: { identify: async () => caller },
    publicBaseUrl: 'https://api.example',
    callbacksToPrivateAddresses: false,
    createdByEverywhere: false,
  };
  const ask = async (name: keyof typeof routes, event: Partial<APIGatewayProxyEvent>): Promise<number> => {
    const route = routes[name](world);
    const { statusCode } = await calls.by(name, () => route(apiEvent(event), {} as Context));
    return statusCode;
  };
  const followOf = (name: WorkflowName, input: Readonly<Record<string, string>>) =>
    run(name, input, { steps: noted(stepsOver(world), calls), clock: world.clock });
  const followLast = () => {
    const operation = world.started.at(-1);
    if (!operation) throw new Error('no workflow was started');
    return followOf(workflowOf(operation), inputOf(operation));
  };
  const events = { ...table, deployments: engine.tables.deployments, table: engine.tables.scheduleEvents };
  const swept = {
    ...world,
    replicas: { advance: async (_: unknown, replica: Replica) => replica, abandon: async () => {} },
    scheduleEvents: scheduleEvents(events),
    schedules: schedules({ ...events, table: engine.tables.schedules }),
    eventWorkflows: { startEvent: async () => {} },
    sweeps: { swept: () => {}, resumed: () => {} },
    resumptions: 8,
    eventsAnHour: 10_000,
    operationSweepQueue: operationSweepQueue(table),
    eventSweepQueue: eventSweepQueue(events),
    ...noBackfills,
    backfills: backfills(events),
    backfillSweepQueue: backfillSweepQueue(events),
  };
  /** the sweep, when every workflow stands so */
  const look = (state: ExecutionState) => {
    const always = async () => ({ state });
    const ofEvent = async () => ({ state: 'UNKNOWN' as const });
    const executions = { ofOperation: always, ofAction: always, ofEvent, ofCallback: always };
    const step = startOperations({ ...swept, ...noChecks, executions });
    return calls.by('events/sweep-workflows', () => step({}));
  };
  /** the workflow that was started last dies */
  const die = async () => {
    const operation = world.started.at(-1);
    if (!operation) throw new Error('no workflow was started');
    const input = inputOf(operation);
    const detail = { name: input.operationId, status: 'FAILED', input: JSON.stringify(input) };
    await calls.by('events/execution-ended', () => executionEnded(swept)({ detail }));
  };
  return { world, ask, followOf, followLast, look, die };
};

/** Steps of which each call is written down. */
export const noted = (steps: Steps, calls: Calls): Steps =>
  Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      (input: unknown) => calls.by(`tasks/${kebab(name)}`, () => step(input)),
    ]),
  );
