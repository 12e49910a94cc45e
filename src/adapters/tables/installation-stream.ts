/** What administrators switch, in the stream of all events: written with the switch, and seen by administrators only. */

import type { InstallationStreamEvent } from '../../domain/deployments/record/event-stream.ts';
import { timelineMessage } from '../../domain/deployments/reporting/timeline-message.ts';
import type { Switched } from '../../domain/operators/switches.ts';
import { digestOf } from './digest.ts';
import { streamItem } from './event-stream.ts';
import { scopeKeys, streamPrefix } from './keys.ts';
import { installationStreamKey } from './schedule-stream-keys.ts';
import type { TablePorts } from './table.ts';
import type { TransactItems } from './write.ts';

export const installationStreamWrite = (
  ports: TablePorts,
  { kind, message, by, provider }: Switched,
): TransactItems[number] => {
  const writtenAt = ports.clock.now().toISOString();
  // each switch is one conditional write: no two are written at one instant by the same person
  const id = digestOf('installation', kind, writtenAt, by.issuer, by.subject, provider ?? '');
  const streamed: InstallationStreamEvent = {
    ...{ id, kind, message: timelineMessage(message), at: writtenAt, writtenAt },
    requestedBy: { issuer: by.issuer, subject: by.subject },
    ...(provider !== undefined && { provider }),
    installation: true,
  };
  const { partitionKey, partition } = scopeKeys({ of: 'all' });
  const places = { [partitionKey]: `${streamPrefix}${partition}` };
  return { Put: { TableName: ports.table, Item: streamItem(ports, installationStreamKey(id), places, streamed) } };
};
