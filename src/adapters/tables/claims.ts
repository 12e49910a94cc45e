import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Claim, Claims } from '../../domain/deployments/record/claims.ts';
import { putIf } from './conditional-write.ts';
import { holds } from './expressions.ts';
import { claimKey } from './keys.ts';
import type { TablePorts } from './table.ts';

/** In seconds: a claim that was released goes by itself. */
const keptSeconds = 24 * 60 * 60;

/** Stores claims in the table of deployments, an item for each thing. One that nobody has any more has no holder, and expires. */
export const claims = (ports: TablePorts): Claims => ({
  find: async (thing) => {
    const Key = claimKey(thing);
    const { Item } = await ports.client.send(new GetCommand({ TableName: ports.table, Key, ConsistentRead: true }));
    return Item?.['claim'] as Claim | undefined;
  },
  replace: async (thing, seen, next) => {
    const gone = { expiresAt: Math.floor(ports.clock.now().getTime() / 1_000) + keptSeconds };
    const item = { ...claimKey(thing), ...(next ? { thing, claim: next } : gone) };
    const asSeen = [holds('claim.holder', seen?.holder), holds('claim.until', seen?.until)];
    return 'written' in (await putIf(ports, item, asSeen));
  },
});
