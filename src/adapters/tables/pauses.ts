import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Pause, Pauses } from '../../domain/operators/pause.ts';
import { deleteIf, putIf } from './conditional-write.ts';
import { holds } from './expressions.ts';
import { pauseKey } from './keys.ts';
import type { TablePorts } from './table.ts';

/** One item, which exists while the installation is paused. */
export const pauses = (ports: TablePorts): Pauses => ({
  current: async () => {
    const { client, table: TableName } = ports;
    const { Item } = await client.send(new GetCommand({ TableName, Key: pauseKey, ConsistentRead: true }));
    return Item?.['pause'] as Pause | undefined;
  },
  replace: async (seen, next) => {
    const asSeen = [holds('pause', seen)];
    if (next !== undefined) return 'written' in (await putIf(ports, { ...pauseKey, pause: next }, asSeen));
    if (seen === undefined) return true;
    const outcome = await deleteIf(ports, pauseKey, asSeen);
    return 'written' in outcome || outcome.refused === undefined;
  },
});
