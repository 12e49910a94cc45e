import type { Schedule } from '../../client/index.ts';
import type { CliContext } from '../context.ts';
import { moment } from '../screen/moment.ts';
import { oneLine, painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';
import { labelsLine } from './label.ts';

/** A schedule for people, a line for each fact. */
export const scheduleFacts = ({ screen }: CliContext, schedule: Schedule): readonly string[] => {
  const { name = '', uuid, status, fileExpression, replicationExpression, numberOfReplicas, userGroup = '' } = schedule;
  const paint = painter(screen);
  const facts = Object.entries({
    ...{ name: oneLine(name), id: uuid, status, files: oneLine(fileExpression) },
    copies: oneLine(`${numberOfReplicas} at ${replicationExpression}`),
    ...{ group: userGroup, labels: labelsLine(schedule.labels) },
    ...{ created: moment(schedule.creationTime), updated: moment(schedule.updateTime) },
  }).filter(([, value]) => value !== '');
  return table(facts.map(([fact, value]) => [paint('dim', fact), value]));
};
