import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventWorkflows } from '../../../src/adapters/workflows/event-workflows.ts';
import type { ScheduleEvent } from '../../../src/domain/schedules/schedule.ts';
import { instant } from '../tables/samples.ts';

const client = new SFNClient({ region: 'eu-south-1' });
const stepFunctions = mockClient(client);
const stateMachineArn = 'arn:aws:states:eu-south-1:123456789012:stateMachine:fire-schedule';
const port = eventWorkflows(client, stateMachineArn);
const event: ScheduleEvent = {
  ...{ id: 'e-1', scheduleId: 's-1', scope: 'incoming', name: 'run', replicationStatus: 'REPLICATING' },
  ...{ createdAt: instant(0), updatedAt: instant(0), deploymentId: 'd-1', operationId: 'o-1' },
};

beforeEach(() => {
  stepFunctions.reset();
  stepFunctions.on(StartExecutionCommand).resolves({});
});

describe('starting the workflow of an event', () => {
  it("names the execution by the operation of the event's deployment and gives it ids only", async () => {
    await port.startEvent(event);
    expect(stepFunctions.commandCalls(StartExecutionCommand)[0]?.args[0].input).toEqual({
      stateMachineArn,
      name: 'o-1',
      input: JSON.stringify({ eventId: 'e-1', deploymentId: 'd-1', operationId: 'o-1' }),
    });
  });

  it('is another execution after an interruption', async () => {
    await port.startEvent({ ...event, interrupted: { times: 1, by: 'Lambda.Unknown' } });
    expect(stepFunctions.commandCalls(StartExecutionCommand)[0]?.args[0].input.name).toBe('o-1-r1');
  });

  it('is done when it was started before', async () => {
    stepFunctions.on(StartExecutionCommand).rejects(new ExecutionAlreadyExists({ message: '', $metadata: {} }));
    await expect(port.startEvent(event)).resolves.toBeUndefined();
  });

  it('passes on every other error', async () => {
    stepFunctions.on(StartExecutionCommand).rejects(new Error('no such state machine'));
    await expect(port.startEvent(event)).rejects.toThrow('no such state machine');
  });
});
