/** A deployment that stands, whose record is as release 0.2.0 wrote it: test/fixtures/release-0.2.0. */

import { readFile } from 'node:fs/promises';
import { DeleteObjectsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { batchWrite } from '../../src/adapters/tables/batch.ts';
import { infrastructureName } from '../../src/domain/deployments/record/deployment.ts';
import { machineKey } from '../../src/domain/resources/states.ts';
import { heldBy } from '../e2e/faults/held.ts';
import type { House } from '../e2e/faults/house.ts';
import { created, wanted } from '../e2e/faults/lost/prepared.ts';
import { type Item, keysIn, listOf } from '../e2e/faults/lost/records.ts';
import type { Scene } from '../e2e/faults/lost/scene.ts';

interface OldRecord {
  readonly id: string;
  readonly items: { readonly [T in keyof House['engine']['tables']]?: readonly Record<string, unknown>[] };
  readonly files: { readonly [key: string]: string };
}

const fixtures = new URL('../fixtures/release-0.2.0/', import.meta.url);

/** Of a worker after its creation; of two, of which an update made the second. */
const machines = { created: 1, updated: 2 } as const;

/**
 * Makes it with this release, then puts the record of 0.2.0 in the place of ours: under our id, with what stands and with who
 * owns it. The owner's login stays.
 */
export const stands = async (scene: Scene, name: keyof typeof machines): Promise<string> => {
  const { house } = scene;
  await created(scene, wanted(scene, machines[name]));
  const [held] = await heldBy(house);
  const text = await readFile(new URL(`${name}.json`, fixtures), 'utf8');
  const before = JSON.parse(text) as OldRecord;
  const attempt = before.items.deployments?.find(({ attempt }) => attempt !== undefined)?.['attempt'];
  const { infrastructureId } = attempt as { readonly infrastructureId: string };
  const id = idIn(held?.name ?? '');
  const after = text
    .replaceAll(before.id, id)
    .replaceAll(infrastructureId, held?.id ?? '')
    .replaceAll('https://issuer.example', house.sandbox.issuer);
  const addresses = addressesIn(await listOf(house, 'resources', ''));
  await forget(house);
  const { items, files } = JSON.parse(after) as OldRecord;
  const resources = items.resources?.map((item) => withAddress(item, addresses));
  await put(house, { files, items: { ...items, ...(resources && { resources }) } });
  return id;
};

interface StoredResource {
  readonly physicalId: string;
  readonly metadata: { readonly [machineKey]: string };
}

const address = /(?<="net_interface\.0\.ip":")[^"]+/;

/** By the machine's id; a cloud gives each machine another one. */
const addressesIn = (resources: readonly Item[]): ReadonlyMap<string, string> =>
  new Map(
    resources.map(({ resource }) => {
      const { physicalId, metadata } = resource as StoredResource;
      return [physicalId, address.exec(metadata[machineKey])?.[0] ?? ''];
    }),
  );

const withAddress = (item: Item, addresses: ReadonlyMap<string, string>): Item => {
  const resource = item['resource'] as StoredResource;
  const its = addresses.get(resource.physicalId) ?? '';
  const metadata = { ...resource.metadata, [machineKey]: resource.metadata[machineKey].replace(address, its) };
  return { ...item, resource: { ...resource, metadata } };
};

const idIn = (name: string): string => {
  const id = name.slice(infrastructureName('', 1).length - '-1'.length, -'-1'.length);
  if (infrastructureName(id, 1) !== name) throw new Error(`${name} has no id of a deployment`);
  return id;
};

const forget = async (house: House): Promise<void> => {
  const { client, s3, tables, bucket } = house.engine;
  for (const table of ['deployments', 'resources'] as const) {
    const items = await listOf(house, table, '');
    const requests = items.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    await batchWrite({ client, table: tables[table], clock: house.clock }, requests);
  }
  const Objects = (await keysIn(house, bucket)).filter((Key) => !Key.startsWith('tokens/')).map((Key) => ({ Key }));
  await s3.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects } }));
};

const put = async ({ engine, clock }: House, { items, files }: Omit<OldRecord, 'id'>): Promise<void> => {
  const { client, s3, tables, bucket } = engine;
  for (const table of ['deployments', 'resources'] as const) {
    const requests = (items[table] ?? []).map((Item) => ({ PutRequest: { Item } }));
    await batchWrite({ client, table: tables[table], clock }, requests);
  }
  for (const [Key, Body] of Object.entries(files)) await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
};
