import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { versionOf } from '../../domain/deployments/record/numbered.ts';
import { mostVersions, type Version, type Versions } from '../../domain/deployments/record/version.ts';
import { parseExactly } from '../../tosca/values/exact-json.ts';
import { updateIf } from './conditional-write.ts';
import { holds } from './expressions.ts';
import { versionKey, versionPrefix } from './keys.ts';
import { itemsUnder } from './query.ts';
import type { TablePorts } from './table.ts';
import { type TransactItems, transact } from './write.ts';

type Item = Readonly<Record<string, unknown>>;

/** Reads the versions of a deployment, in its partition. They are written with its record: `versionWrites`. */
export const versions = (ports: TablePorts): Versions => ({
  list: async (deploymentId) => (await itemsUnder(ports, deploymentId, versionPrefix)).filter(isKept(ports)).map(read),
  find: async (deploymentId, number) => {
    const Key = versionKey(deploymentId, number);
    const { Item } = await ports.client.send(new GetCommand({ TableName: ports.table, Key, ConsistentRead: true }));
    return Item && isKept(ports)(Item) ? read(Item) : undefined;
  },
  expire: async (deploymentId, at) => {
    for (const item of await itemsUnder(ports, deploymentId, versionPrefix)) await expire(ports, item, at);
  },
});

/** The write of the version that a record brings, for the transaction that accepts it. Its inputs are a JSON text, as those of the record. */
export const versionWrites = ({ table: TableName }: TablePorts, deployment: Deployment): TransactItems => {
  const version = versionOf(deployment);
  if (version === undefined) return [];
  const stored = { ...version, inputs: JSON.stringify(version.inputs) };
  return [{ Put: { TableName, Item: { ...versionKey(deployment.id, version.number), version: stored } } }];
};

/** Lets all but the latest expire, before another one comes; the one in force stays. They are read no more at once. */
export const expireOld = async (ports: TablePorts, { id, version = 0, inForce }: Deployment): Promise<void> => {
  const oldest = version - mostVersions + 1;
  if (oldest <= 1) return;
  const now = ports.clock.now();
  const items = (await itemsUnder(ports, id, versionPrefix)).filter(isKept(ports));
  const old = items.filter((item) => read(item).number < oldest && read(item).number !== inForce);
  for (const item of old) await expire(ports, item, now);
};

/** Removes those that do not expire: nothing is kept of the deployment. */
export const removeVersions = async (ports: TablePorts, deploymentId: string): Promise<void> => {
  const { table: TableName } = ports;
  const left = (await itemsUnder(ports, deploymentId, versionPrefix)).filter(
    ({ expiresAt }) => expiresAt === undefined,
  );
  const deletes = left.map(({ pk, sk }) => ({ Delete: { TableName, Key: { pk, sk } } }));
  if (deletes.length > 0) await transact(ports, deletes);
};

const expire = async (ports: TablePorts, { pk, sk }: Item, at: Date): Promise<void> => {
  const key = { pk: `${pk}`, sk: `${sk}` };
  // none is made anew where the deployment has been removed meanwhile
  await updateIf(ports, { key, changes: { expiresAt: Math.floor(at.getTime() / 1_000) } }, [holds('pk', key.pk)]);
};

/** DynamoDB may take days to delete expired items. */
const isKept =
  ({ clock }: TablePorts) =>
  ({ expiresAt }: Item): boolean =>
    expiresAt === undefined || Number(expiresAt) > clock.now().getTime() / 1_000;

const read = (item: Item): Version => {
  const stored = item['version'] as Omit<Version, 'inputs'> & { readonly inputs: string };
  return { ...stored, inputs: parseExactly(stored.inputs) };
};
