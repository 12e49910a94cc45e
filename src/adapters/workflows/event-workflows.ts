import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { executionName } from '../../domain/deployments/record/execution-name.ts';
import type { EventWorkflows } from '../../domain/schedules/ports.ts';

/**
 * Starts fire-schedule on Step Functions. The execution is named after the operation of the event's deployment, so that a
 * second start has no effect.
 */
export const eventWorkflows = (client: SFNClient, stateMachineArn: string): EventWorkflows => ({
  startEvent: async ({ id: eventId, deploymentId, operationId, interrupted }) => {
    const name = executionName(operationId, interrupted);
    const input = JSON.stringify({ eventId, deploymentId, operationId });
    try {
      await client.send(new StartExecutionCommand({ stateMachineArn, name, input }));
    } catch (error) {
      if (!(error instanceof ExecutionAlreadyExists)) throw error; // it has already run and ended
    }
  },
});
