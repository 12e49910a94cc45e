import { eventId } from '../../../src/domain/schedules/match-files.ts';
import type { Audit } from './audit.ts';
import { moody } from './files.ts';
import type { EventRecord } from './truth.ts';
import type { World } from './world.ts';

/** What is REPLICATING after everything has settled will be so for ever; STUCK says why it is. */
export const unfinishedEvents = (events: readonly EventRecord[]): readonly string[] =>
  events
    .filter(({ replicationStatus, reason }) => !isOver(replicationStatus, reason))
    .map(({ id, name, replicationStatus }) => `the event of ${name} (${id}) is ${replicationStatus}`);

const isOver = (status: string, reason: string | undefined): boolean =>
  status === 'OK' || (status === 'STUCK' && reason !== undefined && reason !== '');

export const auditSchedules: readonly Audit[] = [
  { name: 'every event has its replica, or says why not', faults: (_, { events }) => unfinishedEvents(events) },
  {
    name: 'every file that matches has exactly one event, and nothing else has',
    faults: (world, { events }) => {
      const there = events.map(({ id }) => id);
      const expected = eventsOf(world, (prefix) => prefix !== moody);
      const possible = eventsOf(world, (prefix) => prefix === moody);
      return [
        ...[...expected].filter(([id]) => !there.includes(id)).map(([, what]) => `${what} has no event`),
        ...there.filter((id) => !expected.has(id) && !possible.has(id)).map((id) => `${id} is an event of no file`),
        ...there.filter((id, index) => there.indexOf(id) !== index).map((id) => `${id} is there twice`),
      ];
    },
  },
  {
    name: 'every event has exactly one deployment, unless somebody asked to delete it',
    faults: ({ ledger }, { events, deployments }) => {
      const there = new Set(deployments.map(({ id }) => id));
      const used = events.map(({ deploymentId }) => deploymentId);
      return [
        ...events
          .filter(({ deploymentId }) => !there.has(deploymentId) && !ledger.deletions.has(deploymentId))
          .map(({ name, reason = 'no reason' }) => `the deployment of ${name} is not there: ${reason}`),
        ...used.filter((id, index) => used.indexOf(id) !== index).map((id) => `${id} belongs to two events`),
      ];
    },
  },
];

/** Ids of the events that files bring, with the file in words. */
const eventsOf = ({ ledger, stack }: World, of: (prefix: string) => boolean): ReadonlyMap<string, string> =>
  new Map(
    ledger.schedules
      .filter(({ prefix }) => of(prefix))
      .flatMap(({ id, prefix }) =>
        [...ledger.files]
          .filter((name) => name.startsWith(`${prefix}/`))
          .map((name) => [eventId(id, { scope: stack.incoming(), name }), `${name} (${prefix})`] as const),
      ),
  );
