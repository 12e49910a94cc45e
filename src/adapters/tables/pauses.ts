import type { PastPause, Pause, Pauses } from '../../domain/operators/pause.ts';
import { pauseKey } from './keys.ts';
import { itemsUnder } from './query.ts';
import { switchItem } from './switch-item.ts';
import type { TablePorts } from './table.ts';

const partition = 'past-pauses';

/** Longer than anything waits whose time stands still in a pause. */
const keptSeconds = 366 * 24 * 60 * 60;

/** One that is over leaves how long it was, in the transaction that ends it. */
export const pauses = (ports: TablePorts): Pauses => ({
  ...switchItem<Pause>(ports, pauseKey, 'pause', ({ since }) => {
    const now = ports.clock.now();
    const expiresAt = Math.floor(now.getTime() / 1_000) + keptSeconds;
    const past: PastPause = { since, until: now.toISOString() };
    return [{ Put: { TableName: ports.table, Item: { pk: partition, sk: since, past, expiresAt } } }];
  }),
  past: async () => (await itemsUnder(ports, partition)).map(({ past }) => past as PastPause),
});
