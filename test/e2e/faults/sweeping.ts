/** What the sweep needs beside the service: what is under way, and how its executions stand. */

import {
  actionSweepQueue,
  callbackSweepQueue,
  eventSweepQueue,
  operationSweepQueue,
} from '../../../src/adapters/tables/sweep-queues.ts';
import { executions } from '../../../src/adapters/workflows/executions.ts';
import type { House } from './house.ts';
import { clientsIn } from './service.ts';

export const stateMachine = (of: string): string => `arn:aws:states:x:1:stateMachine:${of}`;

/** `tries`: how often the SDK tries a call */
export const sweepingIn = (house: House, tries: number) => {
  const { clock, engine } = house;
  const { dynamoDb: client, stepFunctions } = clientsIn(house, tries);
  const at = (table: keyof typeof engine.tables) => ({ client, clock, table: engine.tables[table] });
  return {
    executions: executions({ client: stepFunctions, stateMachine }),
    operationSweepQueue: operationSweepQueue(at('deployments')),
    actionSweepQueue: actionSweepQueue(at('deployments')),
    callbackSweepQueue: callbackSweepQueue(at('deployments')),
    eventSweepQueue: eventSweepQueue(at('scheduleEvents')),
  };
};
