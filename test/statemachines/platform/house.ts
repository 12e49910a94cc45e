/** A world whose workflows are run by the test, in its own time, and in which one state may meet an error of the platform. */

import { executionName } from '../../../src/domain/deployments/record/execution-name.ts';
import type { CallbackRef, Execution } from '../../../src/domain/deployments/record/ports.ts';
import type { ActionRef } from '../../../src/domain/deployments/record/workflows.ts';
import { checkSoon } from '../../../src/domain/schedules/check-soon.ts';
import { startAndSweep } from '../../../src/domain/schedules/start-and-sweep.ts';
import { sweptWorld } from '../../domain/deployments/swept.ts';
import { memoryWorld } from '../../domain/deployments/world.ts';
import { noBackfills } from '../../support/no-backfills.ts';
import { noRemovals } from '../../support/no-removals.ts';
import { type Ran, run, type WorkflowName } from '../machines.ts';
import { inputOf, workflowOf } from '../scenario.ts';
import { stepsOver } from '../steps.ts';
import { terminalErrors } from './errors.ts';

/** What one state meets. */
export interface Fault {
  /** a task, or the function that the workflow `poll` calls for one */
  readonly state: string;
  /** name of the error */
  readonly error: string;
  /** before: the step is not begun; after: it is done, and its answer is lost */
  readonly when: 'before' | 'after';
  /** once, or until `mend` */
  readonly lasts: boolean;
}

export type House = ReturnType<typeof platformHouse>;

interface Started {
  readonly workflow: WorkflowName;
  readonly name: string;
  readonly input: Record<string, string>;
}

export const platformHouse = () => {
  const world = memoryWorld();
  const swept = sweptWorld(world);
  const executions = new Map<string, Execution>();
  const queue: Started[] = [];
  const paths: string[][] = [];
  const polled = new Set<string>();
  const met = { fault: undefined as Fault | undefined, times: 0 };

  const start = (one: Started): void => {
    if (executions.has(one.name)) return; // a name is taken once
    executions.set(one.name, { state: 'RUNNING' });
    queue.push(one);
  };
  const { workflows } = world;
  workflows.startOperation = async (deployment) => {
    const { id, interrupted } = deployment.operation;
    start({ workflow: workflowOf(deployment), name: executionName(id, interrupted), input: inputOf(deployment) });
  };
  workflows.startAction = async (order) =>
    start({ workflow: 'act-on-resource', name: order.actionId, input: { ...order } });
  const { startNotification } = workflows;
  workflows.startNotification = async (id, interrupted) => {
    await startNotification(id);
    start({ workflow: 'notify-callback', name: executionName(id, interrupted), input: { notificationId: id } });
  };
  const state = async (name: string): Promise<Execution> => executions.get(name) ?? { state: 'UNKNOWN' };
  const actions = swept.ports.actionSweepQueue;
  const register = (action: ActionRef, at: Date) => actions.setNextCheck(action, at);
  const ports = {
    ...swept.ports,
    executions: {
      ofOperation: ({ operation }: Parameters<typeof swept.ports.executions.ofOperation>[0]) =>
        state(executionName(operation.id, operation.interrupted)),
      ofAction: ({ actionId }: { readonly actionId: string }) => state(actionId),
      ofEvent: state,
      ofCallback: ({ notificationId, interrupted }: CallbackRef) => state(executionName(notificationId, interrupted)),
    },
    resumptions: 8,
    eventsAnHour: 10_000,
  };

  /** Throws the error of the platform where it is to be met. */
  const around = async (at: string, call: () => Promise<unknown>): Promise<unknown> => {
    const { fault } = met;
    const isMet = fault?.state === at && (fault.lasts || met.times === 0);
    if (!isMet) return call();
    met.times += 1;
    if (fault.when === 'after') await call();
    const isTerminal = terminalErrors.includes(fault.error);
    const flags = isTerminal ? { isRetryable: false, isCatchable: false } : {};
    throw Object.assign(new Error('of the platform'), { name: fault.error, ...flags });
  };

  const execute = async ({ workflow, name, input }: Started): Promise<void> => {
    const ran = await run(workflow, input, {
      steps: stepsOver(world),
      clock: world.clock,
      name,
      around,
    });
    paths.push([...ran.path]);
    for (const name of ran.express.calls.keys()) polled.add(name);
    executions.set(name, executionOf(ran));
    if (ran.status === 'SUCCEEDED') return;
    await checkSoon({ ...ports, ...noBackfills })({ detail: { name, status: 'FAILED', input: JSON.stringify(input) } });
  };

  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) await execute(next);
  };

  return {
    world: { ...world, actionSweepQueue: { register } },
    executions,
    /** states entered, by execution */
    paths,
    /** functions that the workflow `poll` called */
    polled,
    /** whether the fault was */
    met: () => met.times > 0,
    work,
    meet: (fault: Fault): void => void Object.assign(met, { fault, times: 0 }),
    mend: (): void => void Object.assign(met, { fault: undefined }),
    /** the minutes that come; what they start is run */
    minutes: async (count: number): Promise<void> => {
      for (let minute = 0; minute < count; minute += 1) {
        world.clock.advance(60);
        await startAndSweep({
          ...ports,
          ...noBackfills,
          scheduleEvents: { ...ports.scheduleEvents, ...noRemovals, notStarted: async () => [] },
        })();
        await work();
      }
    },
  };
};

const executionOf = ({ status, error = '' }: Ran): Execution => {
  if (status === 'SUCCEEDED') return { state: 'SUCCEEDED' };
  const [name = '', ...message] = error.split(': ');
  return { state: 'FAILED', error: name, cause: message.join(': ') };
};
