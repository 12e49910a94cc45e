import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { MoveSlot, MoveStates, MovesStopped } from '../../domain/moving/move-states.ts';
import { putIf } from './conditional-write.ts';
import { holds } from './expressions.ts';
import { movesKey, movesStoppedKey } from './keys.ts';
import type { TablePorts } from './table.ts';

/** Two items for the installation: the moves in progress, and whether an administrator has stopped all. */
export const moveStates = (ports: TablePorts): MoveStates => {
  const { client, table: TableName } = ports;
  const itemAt = async (Key: typeof movesKey | typeof movesStoppedKey) =>
    (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;
  return {
    inProgress: async () => {
      const { version = 0, moves = [] } = (await itemAt(movesKey)) ?? {};
      return { version: version as number, moves: moves as readonly MoveSlot[] };
    },
    replace: async (version, moves) => {
      const item = { ...movesKey, version: version + 1, moves: [...moves] };
      return 'written' in (await putIf(ports, item, [holds('version', version === 0 ? undefined : version)]));
    },
    stopped: async () => (await itemAt(movesStoppedKey))?.['stopped'] as MovesStopped | undefined,
    stop: async (stopped) => {
      await client.send(new PutCommand({ TableName, Item: { ...movesStoppedKey, stopped } }));
    },
    resume: async () => {
      await client.send(new DeleteCommand({ TableName, Key: movesStoppedKey }));
    },
  };
};
