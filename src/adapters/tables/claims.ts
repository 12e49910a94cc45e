import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Claim, Claims } from '../../domain/deployments/record/claims.ts';
import { putIf } from './conditional-write.ts';
import { holds } from './expressions.ts';
import { claimKey } from './keys.ts';
import type { TablePorts } from './table.ts';

/** In seconds: a claim that was released, or that counts no more, goes by itself. */
const keptSeconds = 24 * 60 * 60;

/** Stores claims in the table of deployments, an item for each thing. One that nobody has any more has no holder, and expires. */
export const claims = (ports: TablePorts): Claims => ({
  find: async (thing) => {
    const Key = claimKey(thing);
    const { Item } = await ports.client.send(new GetCommand({ TableName: ports.table, Key, ConsistentRead: true }));
    return Item?.['claim'] as Claim | undefined;
  },
  replace: async (thing, seen, next) => {
    const item = { ...claimKey(thing), ...(next && { thing, claim: next }), ...expiry(ports, next) };
    const asSeen = [holds('claim.holder', seen?.holder), holds('claim.until', seen?.until)];
    return 'written' in (await putIf(ports, item, asSeen));
  },
});

/** None while its holder may exist. */
const expiry = ({ clock }: TablePorts, next: Claim | undefined): { readonly expiresAt?: number } => {
  if (next && next.until === undefined) return {};
  const from = next?.until === undefined ? clock.now().getTime() : Date.parse(next.until);
  return { expiresAt: Math.floor(from / 1_000) + keptSeconds };
};
