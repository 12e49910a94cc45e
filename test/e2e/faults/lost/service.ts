/** The whole service over the wire, schedules included. */

import { eventWorkflows } from '../../../../src/adapters/event-workflows.ts';
import { executions } from '../../../../src/adapters/executions.ts';
import { replicas } from '../../../../src/adapters/replicas.ts';
import { deploymentsById } from '../../../../src/adapters/tables/deployments-by-id.ts';
import { scheduleEvents } from '../../../../src/adapters/tables/schedule-events.ts';
import { scheduleIndex } from '../../../../src/adapters/tables/schedule-index.ts';
import { schedules } from '../../../../src/adapters/tables/schedules.ts';
import { actionsUnderWay, eventsUnderWay, operationsUnderWay } from '../../../../src/adapters/tables/under-way.ts';
import { watchedActions } from '../../../../src/domain/resources/watched-actions.ts';
import type { FileConfiguration } from '../../../../src/domain/schedules/ports.ts';
import type { House } from '../house.ts';
import { clientsIn, serviceIn } from '../service.ts';

export type LostService = ReturnType<typeof lostServiceIn>;

export interface LostOptions {
  /** how often the SDK tries a call */
  readonly tries: number;
  /** hears of each thing that a sweep had to end */
  swept(): void;
}

export const elements = ['one', 'two'].map((name) => ({ name, bucket: `element-${name}`, attributes: {} }));
export const scope = 'incoming';

const fileConfiguration: FileConfiguration = { elements, readers: {} };

export const lostServiceIn = (house: House, { tries, swept }: LostOptions) => {
  const { clock, engine, server } = house;
  const base = serviceIn(house, { typesAt: server.url.href, deadlineMs: 10_000, tries });
  const { dynamoDb: client, s3, stepFunctions } = clientsIn(house, tries);
  const at = (table: keyof typeof engine.tables) => ({ client, clock, table: engine.tables[table] });
  const stateMachine = (of: string) => `arn:aws:states:x:1:stateMachine:${of}`;
  const actions = actionsUnderWay(at('deployments'));
  return {
    ...base,
    workflows: watchedActions(base.workflows, actions, clock),
    fileConfiguration,
    schedules: schedules(at('schedules')),
    scheduleIndex: scheduleIndex(at('schedules')),
    scheduleEvents: scheduleEvents(at('scheduleEvents')),
    deploymentsById: deploymentsById(at('deployments')),
    eventWorkflows: eventWorkflows(stepFunctions, stateMachine('EVENT')),
    executions: executions({ client: stepFunctions, stateMachine }),
    replicas: replicas({ clientFor: () => s3, largestCopy: 5 * 1024 ** 2, partsAtOnce: 2 }),
    operationsUnderWay: operationsUnderWay(at('deployments')),
    actionsUnderWay: actions,
    eventsUnderWay: eventsUnderWay(at('scheduleEvents')),
    sweeps: { swept, resumed: swept },
    resumptions: 0,
  };
};
