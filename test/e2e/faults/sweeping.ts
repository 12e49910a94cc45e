/** What the sweep needs beside the service: what is under way, and how its executions stand. */

import {
  actionsUnderWay,
  callbacksUnderWay,
  eventsUnderWay,
  operationsUnderWay,
} from '../../../src/adapters/tables/under-way.ts';
import { executions } from '../../../src/adapters/workflows/executions.ts';
import { watched } from '../../../src/domain/deployments/ending/watched-callbacks.ts';
import type { Workflows } from '../../../src/domain/deployments/record/workflows.ts';
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
    callbacksUnderWay: callbacksUnderWay(at('deployments')),
    eventsUnderWay: eventsUnderWay(at('scheduleEvents')),
  };
};

/** Each action and each callback is looked after, as in the cloud. */
export const watchedIn = (house: House, workflows: Workflows, tries: number): Workflows => {
  const { actionsUnderWay: actions, callbacksUnderWay: callbacks } = sweepingIn(house, tries);
  return watched(workflows, actions, callbacks, house.clock);
};
