/** One execution of a workflow, whose functions may die on the way. */

import type { Context } from 'aws-lambda';
import { step as beginEvent } from '../../../../functions/tasks/begin-event.ts';
import { step as failEvent } from '../../../../functions/tasks/fail-event.ts';
import { step as replicateFile } from '../../../../functions/tasks/replicate-file.ts';
import { step as startEventDeployment } from '../../../../functions/tasks/start-event-deployment.ts';
import { asFunction } from '../../../../local/functions/signing.ts';
import { Killed, type Ran, run, type Steps, type WorkflowName } from '../../../statemachines/machines.ts';
import { stepsOver } from '../../../statemachines/steps.ts';
import type { Started } from '../aws-stub.ts';
import { taskOf } from '../client.ts';
import type { House } from '../house.ts';
import type { Mode } from './recorder.ts';
import type { LostService } from './service.ts';

const workflows: Readonly<Record<string, WorkflowName>> = {
  CREATE: 'create-deployment',
  UPDATE: 'update-deployment',
  DELETE: 'delete-deployment',
  ACTION: 'act-on-resource',
  NOTIFY: 'notify-callback',
  EVENT: 'fire-schedule',
};

const allSteps = (service: LostService): Steps => ({
  ...stepsOver(service),
  BeginEvent: beginEvent(service),
  FailEvent: failEvent(service),
  ReplicateFile: replicateFile(service),
  StartEventDeployment: startEventDeployment(service),
});

const context = { awsRequestId: 'r-1', functionName: 'faults' } as Context;

/** What Step Functions calls the death of a function's process. */
const death = () => Object.assign(new Error('the process of the function ended'), { name: 'Runtime.ExitError' });

/** Where the functions of an execution run, and may die. */
interface Surroundings {
  readonly house: House;
  readonly mode: Mode | undefined;
  step<T>(run: (service: LostService) => Promise<T>): Promise<{ readonly value: T } | 'died'>;
}

/** Runs it to its end, or to that of the step `until`; from its start again when the laptop died. */
export const runExecution = async (
  started: Started,
  scene: Surroundings,
  until?: string,
): Promise<'SUCCEEDED' | 'FAILED'> => {
  const name = workflows[started.stateMachine.split(':').at(-1) ?? ''];
  if (name === undefined) throw new Error(`there is no workflow ${started.stateMachine}`);
  const input = JSON.parse(started.input) as Record<string, string>;
  for (;;) {
    const { ran, isLeft } = await runOnce({ name, started }, input, scene, until);
    if (ran.status !== 'KILLED') return ran.status;
    if (isLeft) return 'SUCCEEDED';
    scene.house.clock.advance(5);
  }
};

const runOnce = async (
  { name, started }: { readonly name: WorkflowName; readonly started: Started },
  input: Record<string, string>,
  scene: Surroundings,
  until: string | undefined,
): Promise<{ readonly ran: Ran; readonly isLeft: boolean }> => {
  const machine = { isDead: false, isLeft: false };
  const steps = Object.fromEntries(
    Object.keys(allSteps({} as never)).map((step) => [
      step,
      async (given: unknown) => {
        if (machine.isDead) throw new Killed('the laptop died');
        const lived = await scene.step(async (service) => {
          const function_ = allSteps(service)[step] as (input: unknown, context: Context) => Promise<unknown>;
          return asFunction(taskOf(step), () => function_(given, context));
        });
        if (step === until) machine.isDead = machine.isLeft = true;
        if (lived !== 'died') return lived.value;
        machine.isDead ||= scene.mode === 'restarted';
        throw machine.isDead ? new Killed('the laptop died') : death();
      },
    ]),
  );
  const options = { name: started.name, steps, clock: scene.house.clock, isDead: () => machine.isDead };
  const ran = await run(name, input, options);
  return { ran, isLeft: machine.isLeft };
};
