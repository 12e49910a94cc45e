import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Pause, Pauses } from '../../domain/operators/pause.ts';
import { pauseKey } from './keys.ts';
import type { TablePorts } from './table.ts';

/** One item, which exists while the installation is paused. */
export const pauses = ({ client, table: TableName }: TablePorts): Pauses => ({
  current: async () => {
    const { Item } = await client.send(new GetCommand({ TableName, Key: pauseKey, ConsistentRead: true }));
    return Item?.['pause'] as Pause | undefined;
  },
  begin: async (pause) => {
    await client.send(new PutCommand({ TableName, Item: { ...pauseKey, pause } }));
  },
  end: async () => {
    await client.send(new DeleteCommand({ TableName, Key: pauseKey }));
  },
});
