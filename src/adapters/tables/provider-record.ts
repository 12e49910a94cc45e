import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { NoRoom, ProviderFailures, ProviderRecord } from '../../domain/providers/ports.ts';
import { providerRecordKey } from './keys.ts';
import type { TablePorts } from './table.ts';

/** More failures in a row than this count as this many, so that the item stays small. */
const mostKept = 100;

/** Failures in a row of each provider, as a set of its attempts. So a repeated write changes nothing. */
export const providerRecord = ({ client, clock, table: TableName }: TablePorts): ProviderRecord => ({
  failed: async (providerId, { deploymentId, number }, noRoom) => {
    const attempt = new Set([`${deploymentId}#${number}`]);
    const said = noRoom !== undefined && { at: clock.now().toISOString(), why: noRoom };
    const command = new UpdateCommand({
      TableName,
      Key: providerRecordKey(providerId),
      UpdateExpression: `ADD #failed :attempt${said ? ', #refused :attempt SET #noRoom = :noRoom' : ''}`,
      ConditionExpression: 'attribute_not_exists(#failed) OR size(#failed) < :most',
      ExpressionAttributeNames: { '#failed': 'failed', ...(said && { '#refused': 'refused', '#noRoom': 'noRoom' }) },
      ExpressionAttributeValues: { ':attempt': attempt, ':most': mostKept, ...(said && { ':noRoom': said }) },
      ReturnValues: 'ALL_NEW',
    });
    try {
      const { Attributes = {} } = await client.send(command);
      return (Attributes['failed'] as ReadonlySet<string>).size;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      if (said) await client.send(onlySaid(TableName, providerId, { attempt, said }));
      return mostKept;
    }
  },
  succeeded: async (providerId) => {
    await client.send(
      new UpdateCommand({
        TableName,
        Key: providerRecordKey(providerId),
        UpdateExpression: 'REMOVE #failed, #refused, #noRoom',
        ExpressionAttributeNames: { '#failed': 'failed', '#refused': 'refused', '#noRoom': 'noRoom' },
      }),
    );
  },
});

/** Beyond those that are counted: what the provider said last is still to be read. */
const onlySaid = (
  TableName: string,
  providerId: string,
  { attempt, said }: { readonly attempt: ReadonlySet<string>; readonly said: Omit<NoRoom, 'count'> },
): UpdateCommand =>
  new UpdateCommand({
    TableName,
    Key: providerRecordKey(providerId),
    UpdateExpression: 'SET #noRoom = :noRoom, #refused = if_not_exists(#refused, :attempt)',
    ExpressionAttributeNames: { '#refused': 'refused', '#noRoom': 'noRoom' },
    ExpressionAttributeValues: { ':noRoom': said, ':attempt': attempt },
  });

/** Most deployments that are named. */
const mostNamed = 5;

/** What is counted there, to read. Ids of deployments begin with their time, so the last one is the newest. */
export const providerFailures = ({ client, table: TableName }: TablePorts): ProviderFailures => ({
  inSequence: async (providerId) => {
    const { Item = {} } = await client.send(new GetCommand({ TableName, Key: providerRecordKey(providerId) }));
    const attempts = [...((Item['failed'] as ReadonlySet<string> | undefined) ?? [])];
    const ids = new Set(attempts.map((attempt) => attempt.split('#', 1).join()));
    const deployments = [...ids].sort().reverse().slice(0, mostNamed);
    return { count: attempts.length, deployments, ...noRoomOf(Item) };
  },
});

const noRoomOf = ({ noRoom, refused }: Readonly<Record<string, unknown>>): { readonly noRoom?: NoRoom } =>
  noRoom === undefined
    ? {}
    : { noRoom: { ...(noRoom as Omit<NoRoom, 'count'>), count: (refused as ReadonlySet<string>).size } };
