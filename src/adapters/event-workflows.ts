import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { EventWorkflows } from '../domain/schedules/ports.ts';

/** fire-schedule on Step Functions, named by the operation of the event's deployment, so that a second start is none. */
export const eventWorkflows = (client: SFNClient, stateMachineArn: string): EventWorkflows => ({
  startEvent: async ({ id: eventId, deploymentId, operationId }) => {
    const input = JSON.stringify({ eventId, deploymentId, operationId });
    try {
      await client.send(new StartExecutionCommand({ stateMachineArn, name: operationId, input }));
    } catch (error) {
      if (!(error instanceof ExecutionAlreadyExists)) throw error; // it ran, and ended, already
    }
  },
});
