/** The ports that start, stop and describe executions of Step Functions. */

import { stepFunctionsClient } from '../adapters/aws/step-functions.ts';
import { variable } from '../adapters/environment/environment.ts';
import { eventWorkflows as sfnEventWorkflows } from '../adapters/workflows/event-workflows.ts';
import { executions as sfnExecutions } from '../adapters/workflows/executions.ts';
import { workflows as sfnWorkflows } from '../adapters/workflows/workflows.ts';
import { once } from './once.ts';

const stateMachines = {
  CREATE: 'CREATE_DEPLOYMENT_WORKFLOW',
  UPDATE: 'UPDATE_DEPLOYMENT_WORKFLOW',
  DELETE: 'DELETE_DEPLOYMENT_WORKFLOW',
  ACTION: 'ACT_ON_RESOURCE_WORKFLOW',
  NOTIFY: 'NOTIFY_CALLBACK_WORKFLOW',
  EVENT: 'FIRE_SCHEDULE_WORKFLOW',
} as const;

const stateMachine = (workflow: keyof typeof stateMachines): string =>
  variable(stateMachines[workflow], 'the ARN of a state machine');

export const workflows = once(() => sfnWorkflows({ client: stepFunctionsClient(), stateMachine }));
export const executions = once(() => sfnExecutions({ client: stepFunctionsClient(), stateMachine }));
export const eventWorkflows = once(() => sfnEventWorkflows(stepFunctionsClient(), stateMachine('EVENT')));
