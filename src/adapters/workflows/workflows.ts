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
import { workflowOf } from '../../domain/deployments/record/workflow-of.ts';
import type { Workflows } from '../../domain/deployments/record/workflows.ts';

export interface WorkflowsOptions {
  readonly client: SFNClient;
  /**
   * ARN of the state machine that runs a kind of operations, runs actions, or sends callbacks; read only when one is
   * started
   */
  readonly stateMachine: (workflow: Kind | 'ACTION' | 'NOTIFY') => string;
}

/**
 * Starts and stops workflows on Step Functions. An execution is named after its operation or notification, so that a second
 * start has no effect. Its input holds ids only, since everyone who may read executions may read it.
 */
export const workflows = (options: WorkflowsOptions): Workflows => ({
  startOperation: ({ id, operation }) =>
    start(options, workflowOf(operation), executionName(operation.id, operation.interrupted), {
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
    if (!(error instanceof ExecutionAlreadyExists)) throw error; // it has already run and ended
  }
};

/** The ARN of an execution, from its state machine and the name it was started under. */
export const executionArn = (stateMachineArn: string, name: string): string =>
  `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;

const stop = async ({ client, stateMachine }: WorkflowsOptions, { operation }: Deployment): Promise<void> => {
  const error = 'OperationSupersededError';
  const cause = 'another operation took the deployment over';
  try {
    await client.send(
      new StopExecutionCommand({
        executionArn: executionArn(
          stateMachine(workflowOf(operation)),
          executionName(operation.id, operation.interrupted),
        ),
        error,
        cause,
      }),
    );
  } catch (failure) {
    if (!nothingToStop(failure)) throw failure;
  }
};

/**
 * The execution never started, was forgotten long ago, or has just ended. An emulator refuses to stop one that has ended,
 * and AWS does not promise to accept it.
 */
const nothingToStop = (failure: unknown): boolean =>
  failure instanceof ExecutionDoesNotExist ||
  (failure instanceof ValidationException && /not running/i.test(failure.message));
