import { DescribeExecutionCommand, ExecutionDoesNotExist, type SFNClient } from '@aws-sdk/client-sfn';
import type { ExecutionState, Executions } from '../domain/deployments/ports.ts';
import { executionArn, type WorkflowsOptions } from './workflows.ts';

export interface ExecutionsOptions {
  readonly client: SFNClient;
  /** ARN of the state machine of a kind of workflow; asked for when one of its executions is */
  readonly stateMachine: (workflow: Parameters<WorkflowsOptions['stateMachine']>[0] | 'EVENT') => string;
}

/** Executions on Step Functions, by the names that they were started under. */
export const executions = ({ client, stateMachine }: ExecutionsOptions): Executions => ({
  ofOperation: ({ operation }) => stateOf(client, executionArn(stateMachine(operation.kind), operation.id)),
  ofAction: ({ actionId }) => stateOf(client, executionArn(stateMachine('ACTION'), actionId)),
  ofEvent: (operationId) => stateOf(client, executionArn(stateMachine('EVENT'), operationId)),
});

/** How an execution can have ended: the DescribeExecution API, `status`. */
const endings: ReadonlySet<string> = new Set<ExecutionState>(['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED']);

const isEnding = (status: string | undefined): status is ExecutionState => status !== undefined && endings.has(status);

/** What is about to be redriven (PENDING_REDRIVE) is running too. */
const stateOf = async (client: SFNClient, arn: string): Promise<ExecutionState> => {
  try {
    const { status } = await client.send(
      new DescribeExecutionCommand({ executionArn: arn, includedData: 'METADATA_ONLY' }),
    );
    return isEnding(status) ? status : 'RUNNING';
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return 'UNKNOWN';
    throw error;
  }
};
