import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DependencyState, DependencyStates } from '../../domain/dependencies/dependency-state.ts';
import { dependencyStatesKey } from './keys.ts';
import type { TablePorts } from './table.ts';

/** One item for all of them: one run of the check writes them. */
export const dependencyStates = ({ client, table: TableName }: TablePorts): DependencyStates => ({
  all: async () => {
    const { Item = {} } = await client.send(new GetCommand({ TableName, Key: dependencyStatesKey }));
    return (Item['states'] as readonly DependencyState[] | undefined) ?? [];
  },
  replace: async (states) => {
    await client.send(new PutCommand({ TableName, Item: { ...dependencyStatesKey, states } }));
  },
});
