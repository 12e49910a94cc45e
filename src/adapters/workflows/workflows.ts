import {
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  type SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
  ValidationException,
} from '@aws-sdk/client-sfn';
import type { Deployment, Kind } from '../../domain/deployments/record/deployment.ts';
import { executionName } from '../../domain/deployments/record/execution-name.ts';
import type { Workflows } from '../../domain/deployments/record/workflows.ts';

export interface WorkflowsOptions {
  readonly client: SFNClient;
  /** ARN of the state machine that runs operations of a kind, or actions, or sends callbacks; asked for when one is started */
  readonly stateMachine: (workflow: Kind | 'ACTION' | 'NOTIFY') => string;
}

/**
 * Workflows on Step Functions. An execution is named after its operation or notification, so that a second start is
 * none; its input holds ids only, for whoever may read executions may read that.
 */
export const workflows = (options: WorkflowsOptions): Workflows => ({
  startOperation: ({ id, operation }) =>
    start(options, operation.kind, executionName(operation.id, operation.interrupted), {
      deploymentId: id,
      operationId: operation.id,
    }),
  startAction: (action) => start(options, 'ACTION', action.actionId, { ...action }),
  startNotification: (id, interrupted) =>
    start(options, 'NOTIFY', executionName(id, interrupted), { notificationId: id }),
  stopOperation: (deployment) => stop(options, deployment),
});

const start = async (
  { client, stateMachine }: WorkflowsOptions,
  workflow: Kind | 'ACTION' | 'NOTIFY',
  name: string,
  input: Readonly<Record<string, string>>,
): Promise<void> => {
  const stateMachineArn = stateMachine(workflow);
  try {
    await client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error; // it ran, and ended, already
  }
};

/** Of the execution of a state machine that was started under a name. */
export const executionArn = (stateMachineArn: string, name: string): string =>
  `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;

const stop = async ({ client, stateMachine }: WorkflowsOptions, { operation }: Deployment): Promise<void> => {
  const error = 'OperationSupersededError';
  const cause = 'another operation took the deployment over';
  try {
    await client.send(
      new StopExecutionCommand({
        executionArn: executionArn(stateMachine(operation.kind), executionName(operation.id, operation.interrupted)),
        error,
        cause,
      }),
    );
  } catch (failure) {
    if (!nothingToStop(failure)) throw failure;
  }
};

/** It never began, is long forgotten, or has just ended: an emulator refuses to stop the last, and AWS does not say that it never will. */
const nothingToStop = (failure: unknown): boolean =>
  failure instanceof ExecutionDoesNotExist ||
  (failure instanceof ValidationException && /not running/i.test(failure.message));
