import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { executionName } from '../../domain/deployments/record/execution-name.ts';
import type { BackfillWorkflows } from '../../domain/schedules/backfill-ports.ts';
import { describeExecution } from './executions.ts';
import { executionArn } from './workflows.ts';

/** Runs backfill-schedule on Step Functions. The execution is named after the backfill, so that a second start has no effect. */
export const backfillWorkflows = (client: SFNClient, stateMachine: () => string): BackfillWorkflows => ({
  start: async ({ id: backfillId, scheduleId, interrupted }) => {
    const name = executionName(backfillId, interrupted);
    const input = JSON.stringify({ scheduleId, backfillId });
    try {
      await client.send(new StartExecutionCommand({ stateMachineArn: stateMachine(), name, input }));
    } catch (error) {
      if (!(error instanceof ExecutionAlreadyExists)) throw error; // it has already run and ended
    }
  },
  execution: ({ id, interrupted }) =>
    describeExecution(client, executionArn(stateMachine(), executionName(id, interrupted))),
});
