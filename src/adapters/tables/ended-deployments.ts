import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { EndedDeployment, EndedDeployments } from '../../domain/deployments/record/ended-records.ts';
import type { Page, PageRequest } from '../../foundation/page.ts';
import type { Scope } from '../../foundation/scope.ts';
import { fromItem, placesInLists, toDocument } from './deployment-item.ts';
import { endedKey, endedPrefix, scopeKeys } from './keys.ts';
import type { Kind } from './kind.ts';
import { listExpiring } from './record-pages.ts';
import type { TablePorts } from './table.ts';

type Item = Readonly<Record<string, unknown>>;

/**
 * Stores ended deployments in the table of deployments, one item each, in their own partitions of the same indexes.
 * DynamoDB may take days to delete expired items, so reads leave those out. Every call throws UnavailableError when
 * DynamoDB does not answer.
 */
export const endedDeployments = (ports: TablePorts, days: number): EndedDeployments => ({
  days,
  find: (id) => find(ports, id),
  keep: async (deployment) => {
    const places = placesInLists(deployment, endedPrefix);
    const Item = {
      ...endedKey(deployment.id),
      ...places,
      ended: toDocument(deployment),
      expiresAt: expiry(deployment, days),
    };
    await ports.client.send(new PutCommand({ TableName: ports.table, Item }));
  },
  list: (scope, request) => list(ports, scope, request),
});

const daySeconds = 24 * 60 * 60;

const expiry = ({ ended }: EndedDeployment, days: number): number =>
  Math.floor(Date.parse(ended.at) / 1_000) + days * daySeconds;

const isOver = ({ clock }: TablePorts, item: Item): boolean =>
  Number(item['expiresAt']) <= clock.now().getTime() / 1_000;

const read = ({ ended }: Item): EndedDeployment => fromItem({ deployment: ended }) as EndedDeployment;

const find = async (ports: TablePorts, id: string): Promise<EndedDeployment | undefined> => {
  const { Item } = await ports.client.send(
    new GetCommand({ TableName: ports.table, Key: endedKey(id), ConsistentRead: true }),
  );
  return Item === undefined || isOver(ports, Item) ? undefined : read(Item);
};

const list = async (ports: TablePorts, scope: Scope, request: PageRequest): Promise<Page<EndedDeployment>> => {
  const { partition, ...keys } = scopeKeys(scope);
  const items: Kind<Item> = { key: endedKey, attributes: ['ended', 'expiresAt'], read: (item) => item };
  const page = await listExpiring(ports, items, { ...keys, partition: `${endedPrefix}${partition}` }, request);
  return { ...page, content: page.content.filter((item) => !isOver(ports, item)).map(read) };
};
