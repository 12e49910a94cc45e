import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Resources } from '../../domain/resources/ports.ts';
import type { Resource } from '../../domain/resources/resource.ts';
import { cutPage } from '../../foundation/cut-page.ts';
import { ConflictError } from '../../foundation/errors.ts';
import type { Page, PageRequest } from '../../foundation/page.ts';
import { batchWrite, type Key } from './batch.ts';
import { countChange, oneMore } from './changes.ts';
import { type Condition, conditions, holds } from './expressions.ts';
import { itemsUnder } from './query.ts';
import type { TablePorts } from './table.ts';
import { transact } from './write.ts';

/** How long, in seconds, resources stay without a deployment: staged ones wait for it to exist. */
const stagedSeconds = 24 * 60 * 60;

/** The table of resources, and the table of deployments, whose records count the writes of resources. */
export interface ResourcePorts extends TablePorts {
  readonly deployments: string;
}

/** Stores the resources, a partition for each deployment. They are ordered by id, which is the order of creation. */
export const resources = (ports: ResourcePorts): Resources => ({
  stage: (staged) => write(ports, staged, soonExpired(ports)),
  put: (resources) => put(ports, resources),
  find: (deploymentId, id) => find(ports, deploymentId, id),
  all: (deploymentId) => all(ports, deploymentId),
  list: async (deploymentId, page, type) => pageOf(await all(ports, deploymentId), page, type),
  replace: (seen, next) => replace(ports, seen, next),
  remove: (deploymentId, ids) => remove(ports, deploymentId, ids),
});

const second = ({ clock }: TablePorts): number => Math.floor(clock.now().getTime() / 1_000);

const soonExpired = (ports: TablePorts) => ({ expiresAt: second(ports) + stagedSeconds });

const write = (
  ports: TablePorts,
  resources: readonly Resource[],
  expiry: { readonly expiresAt?: number },
): Promise<void> =>
  batchWrite(
    ports,
    resources.map((resource) => ({
      PutRequest: { Item: { pk: resource.deploymentId, sk: resource.id, resource, ...expiry } },
    })),
  );

/**
 * If the process dies before it counts, it was a step of an operation. The end of that operation is written to the record
 * too. A step that a deletion has superseded may write after the deletion removed the resources. Nobody would remove those
 * again, so they expire.
 */
const put = async (ports: ResourcePorts, resources: readonly Resource[]): Promise<void> => {
  await write(ports, resources, {});
  for (const [id, written] of Map.groupBy(resources, ({ deploymentId }) => deploymentId)) {
    const stays = await countChange(ports, ports.deployments, id);
    if (!stays) await write(ports, written, soonExpired(ports));
  }
};

/** DynamoDB deletes expired items hours later, sometimes days. */
const present = (ports: TablePorts, item: Readonly<Record<string, unknown>>): boolean =>
  item['expiresAt'] === undefined || Number(item['expiresAt']) > second(ports);

const find = async (ports: TablePorts, deploymentId: string, id: string): Promise<Resource | undefined> => {
  const { client, table } = ports;
  const Key = { pk: deploymentId, sk: id };
  const { Item } = await client.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
  return Item && present(ports, Item) ? (Item['resource'] as Resource) : undefined;
};

const all = async (ports: TablePorts, deploymentId: string): Promise<readonly Resource[]> =>
  (await itemsUnder(ports, deploymentId))
    .filter((item) => present(ports, item))
    .map(({ resource }) => resource as Resource);

/** A deployment has a few thousand resources at most. So a page is cut from all of them. Ids ascend in the order of creation. */
const pageOf = (all: readonly Resource[], request: PageRequest, type: string | undefined): Page<Resource> => {
  const shown = all.filter(({ toscaTypes }) => type === undefined || toscaTypes.includes(type));
  return cutPage(shown, ({ id, updatedAt }) => (request.sort === 'updatedAt' ? `${updatedAt} ${id}` : id), request);
};

/** Compares what an action changes, and what takes a resource away from an action. */
const unchanged = ({ state, updatedAt, action }: Resource): readonly Condition[] => [
  holds('resource.state', state),
  holds('resource.updatedAt', updatedAt),
  action === undefined ? holds('resource.action', undefined) : holds('resource.action.id', action.id),
];

/**
 * Counts in the same transaction: the last write of an action is one of these, and nothing is written to the record after
 * it.
 */
const replace = async (ports: ResourcePorts, seen: Resource, next: Resource): Promise<void> => {
  const Item = { pk: next.deploymentId, sk: next.id, resource: next };
  const refusals = await transact(ports, [
    { Put: { TableName: ports.table, Item, ...conditions(unchanged(seen)) } },
    { Update: oneMore(ports.deployments, next.deploymentId) },
  ]);
  if (refusals === undefined) return;
  throw new ConflictError(`resource ${seen.id} changed in the meantime: read it again, then repeat the request`);
};

const keysOf = async (ports: TablePorts, deploymentId: string): Promise<readonly Key[]> =>
  (await itemsUnder(ports, deploymentId)).map(({ sk }) => ({ pk: deploymentId, sk: String(sk) }));

const remove = async (ports: ResourcePorts, deploymentId: string, ids?: readonly string[]): Promise<void> => {
  const keys = ids?.map((sk) => ({ pk: deploymentId, sk })) ?? (await keysOf(ports, deploymentId));
  await batchWrite(
    ports,
    keys.map((Key) => ({ DeleteRequest: { Key } })),
  );
  if (ids) await countChange(ports, ports.deployments, deploymentId);
};
