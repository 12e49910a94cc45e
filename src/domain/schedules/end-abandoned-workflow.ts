import * as v from 'valibot';
import { deathAs, type ExecutionEnded, endAbandoned } from '../deployments/end-abandoned.ts';
import { type FailEventPorts, failEvent } from './fail-event.ts';
import { eventInput } from './step-inputs.ts';

/**
 * Ends whatever a workflow has left that died: an event of a schedule with its deployment, which may not even be there
 * yet, or an operation or action.
 */
export const endAbandonedWorkflow =
  (ports: FailEventPorts) =>
  async (ended: ExecutionEnded): Promise<void> => {
    const { name, status, input } = ended.detail;
    const event = v.safeParse(eventInput, JSON.parse(input ?? '{}'));
    if (!event.success || event.output.operationId !== name) return endAbandoned(ports)(ended);
    await failEvent(ports)({ ...event.output, failure: deathAs(status) });
  };
