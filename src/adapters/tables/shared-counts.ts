import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { log } from '../../foundation/log.ts';
import { sanitisedForLog } from '../../foundation/sanitised-error.ts';
import type { SharedCounts } from '../rates/caller-rate.ts';
import { rateKey } from './keys.ts';
import type { TablePorts } from './table.ts';

/** An item is of no use after its span, but the clocks of processes differ a little. */
const keptSeconds = 60;

/** Counts requests in DynamoDB. When it does not answer, nobody is refused for that: the count is 0. */
export const sharedCounts = ({ client, table }: Pick<TablePorts, 'client' | 'table'>): SharedCounts => ({
  add: async (caller, span, requests, endsAt) => {
    const command = new UpdateCommand({
      TableName: table,
      Key: rateKey(caller, span),
      UpdateExpression: 'SET #expiresAt = :expiresAt ADD #count :requests',
      ExpressionAttributeNames: { '#expiresAt': 'expiresAt', '#count': 'count' },
      ExpressionAttributeValues: { ':expiresAt': endsAt + keptSeconds, ':requests': requests },
      ReturnValues: 'ALL_NEW',
    });
    try {
      return Number((await client.send(command)).Attributes?.['count']);
    } catch (error) {
      log('WARN', 'requests of a caller could not be counted', { error: sanitisedForLog(error) });
      return 0;
    }
  },
});
