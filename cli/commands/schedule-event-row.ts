import { causeLines, type ScheduleEvent } from '../../client/index.ts';
import { shortId } from '../deployment-id.ts';
import { oneLine } from '../screen/paint.ts';

/** The first line of a reason; where that only says that something follows, the next one too. */
const causeOf = (reason: string): string => {
  const [first = '', second] = reason.split('\n');
  return first.endsWith(':') && second !== undefined ? `${first} ${second}` : first;
};

/** Why the file or its deployment failed, or what the deployment waits for. */
const noteOf = ({ statusReason, deployment }: ScheduleEvent): string => {
  if (statusReason !== undefined) return causeOf(statusReason);
  if (deployment?.task === 'APPROVAL') return 'waits for an approval: toscanini approvals';
  return deployment === undefined ? '' : oneLine(causeLines(deployment).join('; '));
};

/** The cells of an event: when, which file, its replication, its deployment, and a note. */
export const eventRow = (event: ScheduleEvent) => {
  const { creationTime, scope, name, replicationStatus, deployment } = event;
  return [
    creationTime,
    oneLine(`${scope}:${name}`),
    replicationStatus,
    deployment === undefined ? '' : `${shortId(deployment.uuid)} ${deployment.status}`,
    noteOf(event),
  ];
};
