import type { Draining, Switches } from '../../domain/operators/switches.ts';
import { drainingKey, switchesPartition } from './keys.ts';
import { itemsUnder } from './query.ts';
import { switchItem } from './switch-item.ts';
import type { TablePorts } from './table.ts';

/** One item for each provider that drains, all in one partition: a ranking reads them at once. */
export const switches = (ports: TablePorts): Switches => ({
  draining: async () => {
    const items = await itemsUnder(ports, switchesPartition, drainingKey('').sk);
    return new Map(items.map(({ draining }) => [(draining as Draining).providerId, draining as Draining]));
  },
  ofProvider: (id) => switchItem(ports, drainingKey(id), 'draining'),
});
