import { DescribeExecutionCommand, ExecutionDoesNotExist, type SFNClient } from '@aws-sdk/client-sfn';
import { executionName } from '../../domain/deployments/record/execution-name.ts';
import type { Execution, ExecutionState, Executions } from '../../domain/deployments/record/ports.ts';
import { workflowOf } from '../../domain/deployments/record/workflow-of.ts';
import { executionArn, type WorkflowsOptions } from './workflows.ts';

export interface ExecutionsOptions {
  readonly client: SFNClient;
  /** ARN of the state machine of a kind of workflow; read only when one of its executions is */
  readonly stateMachine: (workflow: Parameters<WorkflowsOptions['stateMachine']>[0] | 'EVENT') => string;
}

/** Reads executions on Step Functions by the names they were started under. */
export const executions = ({ client, stateMachine }: ExecutionsOptions): Executions => ({
  ofOperation: ({ operation }) => {
    const name = executionName(operation.id, operation.interrupted);
    return describeExecution(client, executionArn(stateMachine(workflowOf(operation)), name));
  },
  ofAction: ({ actionId }) => describeExecution(client, executionArn(stateMachine('ACTION'), actionId)),
  ofEvent: (name) => describeExecution(client, executionArn(stateMachine('EVENT'), name)),
  ofCallback: ({ notificationId, interrupted }) =>
    describeExecution(client, executionArn(stateMachine('NOTIFY'), executionName(notificationId, interrupted))),
});

/** The states of an ended execution, as `status` of the DescribeExecution API names them. */
const finalStates: ReadonlySet<unknown> = new Set<ExecutionState>(['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED']);

const isFinal = (status: string | undefined): status is ExecutionState => finalStates.has(status);

/** An execution that is about to be redriven (PENDING_REDRIVE) counts as running too. */
export const describeExecution = async (client: SFNClient, arn: string): Promise<Execution> => {
  try {
    const { status, error, cause } = await client.send(new DescribeExecutionCommand({ executionArn: arn }));
    return isFinal(status) ? { state: status, error, cause } : { state: 'RUNNING' };
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return { state: 'UNKNOWN' };
    throw error;
  }
};
