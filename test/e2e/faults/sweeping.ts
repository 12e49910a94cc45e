/** What the sweep needs beside the service: what is under way, and how its executions stand. */

import { executions } from '../../../src/adapters/executions.ts';
import { actionsUnderWay, eventsUnderWay, operationsUnderWay } from '../../../src/adapters/tables/under-way.ts';
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
    operationsUnderWay: operationsUnderWay(at('deployments')),
    actionsUnderWay: actionsUnderWay(at('deployments')),
    eventsUnderWay: eventsUnderWay(at('scheduleEvents')),
  };
};
