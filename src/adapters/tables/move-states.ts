import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { MoveSlot, MoveStates, MovesStopped } from '../../domain/moving/move-states.ts';
import { putIf } from './conditional-write.ts';
import { holds } from './expressions.ts';
import { movesKey, movesStoppedKey } from './keys.ts';
import { switchItem } from './switch-item.ts';
import type { TablePorts } from './table.ts';

/** Two items for the installation: the moves in progress, and whether an administrator has stopped all. */
export const moveStates = (ports: TablePorts): MoveStates => {
  const { client, table: TableName } = ports;
  const stopped = switchItem<MovesStopped>(ports, movesStoppedKey, 'stopped');
  return {
    inProgress: async () => {
      const { Item } = await client.send(new GetCommand({ TableName, Key: movesKey, ConsistentRead: true }));
      const { version = 0, moves = [] } = Item ?? {};
      return { version: version as number, moves: moves as readonly MoveSlot[] };
    },
    replace: async (version, moves) => {
      const item = { ...movesKey, version: version + 1, moves: [...moves] };
      return 'written' in (await putIf(ports, item, [holds('version', version === 0 ? undefined : version)]));
    },
    stopped: stopped.current,
    replaceStopped: stopped.replace,
  };
};
