/** The whole service over the wire, schedules included. */

import { replicas } from '../../../../src/adapters/files/replicas.ts';
import { checks } from '../../../../src/adapters/tables/checks.ts';
import { deploymentsById } from '../../../../src/adapters/tables/deployments-by-id.ts';
import { hoursRuns } from '../../../../src/adapters/tables/hours-runs.ts';
import { moveStates } from '../../../../src/adapters/tables/move-states.ts';
import { providerFailures } from '../../../../src/adapters/tables/provider-record.ts';
import { scheduleEvents } from '../../../../src/adapters/tables/schedule-events.ts';
import { scheduleIndex } from '../../../../src/adapters/tables/schedule-index.ts';
import { schedules } from '../../../../src/adapters/tables/schedules.ts';
import { switches } from '../../../../src/adapters/tables/switches.ts';
import type { TablePorts } from '../../../../src/adapters/tables/table.ts';
import { eventWorkflows } from '../../../../src/adapters/workflows/event-workflows.ts';
import type { DeployerKind } from '../../../../src/domain/deployers/kinds.ts';
import type { MoveBounds } from '../../../../src/domain/moving/move-bounds.ts';
import { withDraining } from '../../../../src/domain/providers/draining.ts';
import type { FileConfiguration } from '../../../../src/domain/schedules/ports.ts';
import type { House } from '../house.ts';
import { clientsIn, serviceIn } from '../service.ts';
import { stateMachine, sweepingIn } from '../sweeping.ts';

export type LostService = ReturnType<typeof lostServiceIn>;

export interface LostOptions {
  /** how often the SDK tries a call */
  readonly tries: number;
  /** of every provider; default: the Infrastructure Manager */
  readonly deployer?: DeployerKind | undefined;
  /** hears of each thing that a sweep had to end, or to go on with */
  swept(): void;
}

export const elements = ['one', 'two'].map((name) => ({ name, bucket: `element-${name}`, attributes: {} }));
export const scope = 'incoming';

/** Minutes: a provider is gone after four looks that got no answer. */
export const moving: MoveBounds = { afterMins: 20, atOnce: 2 };

const fileConfiguration: FileConfiguration = { elements, buckets: ['incoming'], readers: {} };

/** What administrators switch, and what is done on a deployment that stands. */
const dayTwoIn = (table: TablePorts) => ({
  moving,
  moveStates: moveStates(table),
  switches: switches(table),
  providerFailures: providerFailures(table),
  hoursRuns: hoursRuns(table),
});

export const lostServiceIn = (house: House, { tries, swept, deployer }: LostOptions) => {
  const { clock, engine, server } = house;
  const base = serviceIn(house, { typesAt: server.url.href, deadlineMs: 10_000, tries, ...(deployer && { deployer }) });
  const { dynamoDb: client, s3, stepFunctions } = clientsIn(house, tries);
  const at = (table: keyof typeof engine.tables) => ({
    ...{ client, clock, table: engine.tables[table], deployments: engine.tables.deployments },
  });
  return {
    ...base,
    ...sweepingIn(house, tries),
    fileConfiguration,
    schedules: schedules(at('schedules')),
    scheduleIndex: scheduleIndex(at('schedules')),
    scheduleEvents: scheduleEvents(at('scheduleEvents')),
    deploymentsById: deploymentsById(at('deployments')),
    eventWorkflows: eventWorkflows(stepFunctions, stateMachine('EVENT')),
    replicas: replicas({ clientFor: () => s3, largestCopy: 5 * 1024 ** 2, partsAtOnce: 2 }),
    driftChecks: checks(at('deployments')),
    inspectorOf: base.deployerOf,
    driftReport: { checked: () => {}, found: () => {} },
    dailyChecks: false,
    driftRepair: 'none' as const,
    ...dayTwoIn(at('deployments')),
    providers: withDraining(base.providers, () => switches(at('deployments'))),
    orphanReport: { destroyed: () => {}, left: () => {} },
    sweeps: { swept, resumed: swept },
    resumptions: 3,
    eventsAnHour: 10_000,
  };
};
