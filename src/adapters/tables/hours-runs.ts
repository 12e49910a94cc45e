import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { type Calendar, nextRun } from '../../domain/office-hours/calendar.ts';
import type { HoursRun, HoursRuns, NextHoursRun, OfficeHours } from '../../domain/office-hours/office-hours.ts';
import { deleteIf, updateIf } from './conditional-write.ts';
import { type Changes, holds, update } from './expressions.ts';
import { hours, hoursKey, recordKey, sortValue } from './keys.ts';
import { itemsBefore, type SweepPartition } from './sparse-index.ts';
import type { TablePorts } from './table.ts';
import { type TransactItems, transact } from './write.ts';

const looksDue: SweepPartition = { partition: hours, since: 'acceptedAt' };

/** Finds deployments whose office hours are to be looked at. Each has an item beside its record, written with it. */
export const hoursRuns = (ports: TablePorts): HoursRuns => ({
  // an instant that is due now counts
  due: async (now, limit) =>
    (await itemsBefore(ports, looksDue, new Date(now.getTime() + 1), limit)).map((item) => item['hours'] as HoursRun),
  replace: async (seen, next) => {
    await updateIf(ports, { key: hoursKey(seen.deploymentId), changes: changesOf(next) }, asSeen(seen));
  },
  putOff: async (seen, until) => {
    const { deploymentId, failures } = seen;
    const changes = { acceptedAt: until, 'hours.failures': (failures ?? 0) + 1 };
    const held = [...asSeen(seen), holds('hours.failures', failures)];
    await updateIf(ports, { key: hoursKey(deploymentId), changes }, held);
  },
  replaceShown: async (seen, next, shown) => {
    const { deploymentId } = seen;
    const item = { TableName: ports.table, Key: hoursKey(deploymentId), ...update(changesOf(next), asSeen(seen)) };
    await transact(ports, [{ Update: item }, { Update: recordUpdate(ports, deploymentId, shown) }]);
  },
  remove: async (seen) => {
    await deleteIf(ports, hoursKey(seen.deploymentId), asSeen(seen));
  },
});

const changesOf = ({ dueAt, tries }: NextHoursRun): Changes => ({
  ...{ 'hours.dueAt': dueAt, 'hours.tries': tries, 'hours.failures': undefined, acceptedAt: dueAt },
});

/** While the item is as it was seen, the record has the calendar that it was written with. */
const recordUpdate = ({ table: TableName, clock }: TablePorts, id: string, shown: OfficeHours) => {
  const now = clock.now().toISOString();
  const changes = {
    ...{ 'deployment.officeHours': shown, 'deployment.updatedAt': now, updated: sortValue(now, id) },
  };
  return { TableName, Key: recordKey(id), ...update(changes, [holds('deployment.id', id)]) };
};

const asSeen = ({ setAt, dueAt, tries }: HoursRun) => [
  holds('hours.setAt', setAt),
  holds('hours.dueAt', dueAt),
  holds('hours.tries', tries),
];

const put = (TableName: string, look: HoursRun): TransactItems[number] => ({
  Put: {
    TableName,
    Item: { ...hoursKey(look.deploymentId), notBegun: hours, acceptedAt: look.dueAt, hours: look },
  },
});

/** The item of hours that a request has set: they hold at once. */
export const hoursSet = ({ table, clock }: TablePorts, deploymentId: string): TransactItems => {
  const now = clock.now().toISOString();
  return [put(table, { deploymentId, setAt: now, dueAt: now })];
};

/** The item of a deployment that is made with hours: what it is made of runs until the next moment, or until midnight. */
export const hoursWrites = (
  { table, clock }: TablePorts,
  { id, officeHours }: Pick<Deployment, 'id' | 'officeHours'>,
): TransactItems => (officeHours ? [put(table, firstLook(id, officeHours.calendar, clock.now()))] : []);

const firstLook = (deploymentId: string, calendar: Calendar, now: Date): HoursRun => ({
  ...{ deploymentId, setAt: now.toISOString(), dueAt: nextRun(calendar, now) },
});

export const hoursRemoval = ({ table: TableName }: Pick<TablePorts, 'table'>, id: string): TransactItems[number] => ({
  Delete: { TableName, Key: hoursKey(id) },
});
