import { publishesEventsSet } from '../adapters/configuration/webhooks.ts';
import { variable } from '../adapters/environment/environment.ts';
import { dynamoDbClient } from '../adapters/tables/client.ts';
import { once } from './once.ts';
import { clock } from './system.ts';

const dynamoDb = once(() => dynamoDbClient());

const tableIn = (name: string, of: string) => ({
  client: dynamoDb(),
  table: variable(name, `the name of the table of ${of}`),
  clock: clock(),
});

export const deploymentsTable = () => ({
  ...tableIn('DEPLOYMENTS_TABLE', 'deployments'),
  publishesEvents: publishesEventsSet(),
});
export const resourcesTable = () => ({
  ...deploymentsTable(),
  deployments: deploymentsTable().table,
  table: variable('RESOURCES_TABLE', 'the name of the table of resources'),
});
/** Their events come into the stream, which is in the table of deployments. */
const writingStream = (name: string, of: string) => ({
  ...deploymentsTable(),
  deployments: deploymentsTable().table,
  table: variable(name, `the name of the table of ${of}`),
});
export const schedulesTable = () => writingStream('SCHEDULES_TABLE', 'schedules');
export const scheduleEventsTable = () => writingStream('SCHEDULE_EVENTS_TABLE', 'events of schedules');
