import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Draining, Switches } from '../../domain/operators/switches.ts';
import { drainingKey, switchesPartition } from './keys.ts';
import { itemsOf } from './query.ts';
import type { TablePorts } from './table.ts';

/** One item for each provider that drains, all in one partition: a ranking reads them at once. */
export const switches = (ports: TablePorts): Switches => {
  const { client, table: TableName } = ports;
  return {
    draining: async () => {
      const items = await itemsOf(ports, {
        partition: ['pk', switchesPartition],
        sort: ['sk', 'begins with', drainingKey('').sk],
      });
      return new Map(items.map(({ draining }) => [(draining as Draining).providerId, draining as Draining]));
    },
    drain: async (draining) => {
      await client.send(new PutCommand({ TableName, Item: { ...drainingKey(draining.providerId), draining } }));
    },
    undrain: async (providerId) => {
      await client.send(new DeleteCommand({ TableName, Key: drainingKey(providerId) }));
    },
  };
};
