import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Switch } from '../../domain/operators/switches.ts';
import type { Key } from './batch.ts';
import { deleteIf, putIf } from './conditional-write.ts';
import { conditions, holds } from './expressions.ts';
import { installationStreamWrite } from './installation-stream.ts';
import type { TablePorts } from './table.ts';
import { type TransactItems, transact } from './write.ts';

/**
 * An item that exists while a switch is turned, and has under `name` how. `atEnd`: what is written in the same transaction when
 * it is turned off.
 */
export const switchItem = <T>(
  ports: TablePorts,
  key: Key,
  name: string,
  atEnd: (seen: T) => TransactItems = () => [],
): Switch<T> => ({
  current: () => read(ports, key, name),
  replace: async (seen, next, switched) => {
    const asSeen = [holds(name, seen)];
    const isSame = seen === undefined && next === undefined;
    const more = [
      ...(switched && !isSame ? [installationStreamWrite(ports, switched)] : []),
      ...(seen !== undefined && next === undefined ? atEnd(seen) : []),
    ];
    if (more.length > 0) {
      const { table: TableName } = ports;
      const write =
        next === undefined
          ? { Delete: { TableName, Key: key, ...conditions(asSeen) } }
          : { Put: { TableName, Item: { ...key, [name]: next }, ...conditions(asSeen) } };
      if ((await transact(ports, [write, ...more])) === undefined) return true;
      // it is off already: what was written with that came with it
      return next === undefined && (await read(ports, key, name)) === undefined;
    }
    if (next !== undefined) return 'written' in (await putIf(ports, { ...key, [name]: next }, asSeen));
    if (seen === undefined) return true;
    const outcome = await deleteIf(ports, key, asSeen);
    return 'written' in outcome || outcome.refused === undefined;
  },
});

const read = async <T>({ client, table: TableName }: TablePorts, Key: Key, name: string): Promise<T | undefined> => {
  const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item?.[name] as T | undefined;
};
