import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { resources } from '../../../src/adapters/tables/resources.ts';
import type { Resource } from '../../../src/domain/resources/resource.ts';
import { ConflictError, TooLargeError } from '../../../src/foundation/errors.ts';
import type { PageRequest } from '../../../src/foundation/page.ts';
import { directEngine, type Engine } from '../../support/engine.ts';
import { deleting, deployment, instant, noWait, settableClock, uuid } from './samples.ts';

let engine: Engine;
const clock = settableClock();
const table = () =>
  resources({
    client: engine.client,
    table: engine.tables.resources,
    deployments: engine.tables.deployments,
    clock,
    backOff: noWait,
  });
const records = () => deployments({ client: engine.client, table: engine.tables.deployments, clock, backOff: noWait });
const oldest: PageRequest = { page: 0, size: 10, sort: 'createdAt', direction: 'asc' };

beforeAll(async () => {
  engine = await directEngine();
});
afterAll(() => engine.stop());

const compute = ['tosca.nodes.indigo.Compute', 'tosca.nodes.Compute', 'tosca.nodes.Root'];

const resource = (deploymentId: string, number: number, changes: Partial<Resource> = {}): Resource => ({
  id: uuid(number),
  deploymentId,
  createdAt: instant(0),
  updatedAt: instant(0),
  state: 'INITIAL',
  toscaNodeName: `node_${number}`,
  toscaNodeType: compute[0] ?? '',
  toscaTypes: compute,
  requiredBy: [uuid(9_999)],
  metadata: { VirtualMachineInfo: '{"vmProperties":[]}' },
  ...changes,
});

const several = (deploymentId: string, count: number): readonly Resource[] =>
  Array.from({ length: count }, (_, number) => resource(deploymentId, number));

describe('resources', () => {
  it('are given back as they were written, more than a batch of them, in the order of creation', async () => {
    const written = several('many', 60);
    await table().put(written.toReversed());
    await table().put(written);
    expect(await table().all('many')).toEqual(written);
    expect(await table().find('many', uuid(7))).toEqual(written[7]);
    expect(await table().find('many', uuid(60))).toBeUndefined();
    expect(await table().find('other', uuid(7))).toBeUndefined();
  });

  it('are read to the end when they fill more than one answer of DynamoDB', async () => {
    const metadata = { VirtualMachineInfo: 'x'.repeat(100_000) };
    await table().put(several('large', 25).map((one) => ({ ...one, metadata })));
    expect(await table().all('large')).toHaveLength(25);
  });

  it('vanish a day after they were staged', async () => {
    clock.set(0);
    await table().stage(several('staged', 2));
    clock.set(24 * 60 * 60 - 1);
    expect(await table().all('staged')).toHaveLength(2);
    clock.set(24 * 60 * 60);
    expect(await table().all('staged')).toEqual([]);
    expect(await table().find('staged', uuid(0))).toBeUndefined();
    expect((await table().list('staged', oldest)).totalElements).toBe(0);
  });

  it('stay when they were put after they were staged', async () => {
    clock.set(0);
    await records().accept({ ...deployment(8), id: 'kept' });
    await table().stage(several('kept', 2));
    await table().put(several('kept', 2));
    clock.set(48 * 60 * 60);
    expect(await table().all('kept')).toEqual(several('kept', 2));
  });

  it('are removed with their deployment, and no others', async () => {
    await table().put([...several('removed', 30), ...several('spared', 1)]);
    await table().remove('removed');
    await table().remove('removed');
    expect(await table().all('removed')).toEqual([]);
    expect(await table().all('spared')).toHaveLength(1);
  });

  it('cannot be larger than an item', async () => {
    const metadata = { VirtualMachineInfo: 'x'.repeat(450_000) };
    await expect(table().put([resource('huge', 1, { metadata })])).rejects.toThrow(TooLargeError);
  });
});

describe('a page of resources', () => {
  const software = ['tosca.nodes.SoftwareComponent', 'tosca.nodes.Root'];
  const listed = Array.from({ length: 9 }, (_, number) =>
    resource('paged', number, {
      toscaTypes: number % 3 === 0 ? software : compute,
      updatedAt: instant(number === 4 ? 50 : 0),
    }),
  );
  const numbers = async (request: Partial<PageRequest>, type?: string) => {
    const page = await table().list('paged', { ...oldest, ...request }, type);
    return { numbers: page.content.map(({ id }) => listed.findIndex((one) => one.id === id)), of: page.totalElements };
  };

  beforeAll(() => table().put(listed));

  it('is cut at its size, the last one shorter', async () => {
    expect(await numbers({ size: 4 })).toEqual({ numbers: [0, 1, 2, 3], of: 9 });
    expect(await numbers({ size: 4, page: 2 })).toEqual({ numbers: [8], of: 9 });
    expect(await numbers({ size: 4, page: 3 })).toEqual({ numbers: [], of: 9 });
  });

  it('shows a type and what derives from it', async () => {
    expect(await numbers({}, 'tosca.nodes.Compute')).toEqual({ numbers: [1, 2, 4, 5, 7, 8], of: 6 });
    expect(await numbers({ size: 2, page: 1 }, 'tosca.nodes.SoftwareComponent')).toEqual({ numbers: [6], of: 3 });
    expect(await numbers({}, 'tosca.nodes.Comp')).toEqual({ numbers: [], of: 0 });
  });

  it('is sorted as asked', async () => {
    expect((await numbers({ size: 2, direction: 'desc' })).numbers).toEqual([8, 7]);
    expect((await numbers({ size: 2, direction: 'desc', sort: 'updatedAt' })).numbers[0]).toBe(4);
  });

  it('is sorted by the last change, and by age where that is the same', async () => {
    const seconds = [3, 1, 2, 1];
    await table().put(seconds.map((second, number) => resource('changed', number, { updatedAt: instant(second) })));
    const order = async (direction: 'asc' | 'desc') => {
      const { content } = await table().list('changed', { ...oldest, sort: 'updatedAt', direction });
      return content.map(({ id }) => seconds.findIndex((_, number) => uuid(number) === id));
    };
    expect([await order('asc'), await order('desc')]).toEqual([
      [1, 3, 2, 0],
      [0, 2, 3, 1],
    ]);
  });

  it('shows what stays, although others are removed between two pages', async () => {
    await table().put(several('shrinking', 5));
    const { cursor = '' } = await table().list('shrinking', { ...oldest, size: 2 });
    await table().remove('shrinking', [uuid(0), uuid(1)]);
    const rest = await table().list('shrinking', { ...oldest, size: 2, page: 1, cursor });
    expect(rest.content.map(({ id }) => id)).toEqual([uuid(2), uuid(3)]);
  });

  it('are removed one by one where they are named', async () => {
    const written = several('some', 3);
    await table().put(written);
    await table().remove('some', [uuid(1), uuid(77)]);
    expect((await table().all('some')).map(({ id }) => id)).toEqual([uuid(0), uuid(2)]);
  });

  it('are replaced only as they were seen', async () => {
    const of = deployment(1);
    await records().accept(of);
    const seen = resource(of.id, 1, { state: 'STARTED' });
    const action = { id: 'a', type: 'stop', acceptedAt: instant(1) } as const;
    const taken: Resource = { ...seen, state: 'STOPPING', updatedAt: instant(1), action };
    await table().put([seen]);
    await table().replace(seen, taken);
    expect(await table().find(of.id, seen.id)).toEqual(taken);
    const others = [
      seen,
      { ...taken, updatedAt: instant(2) },
      { ...taken, state: 'STARTED' as const },
      { ...taken, action: { ...action, id: 'b' } },
    ];
    for (const other of others) await expect(table().replace(other, seen)).rejects.toThrow(ConflictError);
    await table().replace(taken, { ...seen, state: 'STOPPED' });
    expect(await table().find(of.id, seen.id)).toEqual({ ...seen, state: 'STOPPED' });
    await table().remove(of.id);
    await expect(table().replace(seen, taken)).rejects.toThrow(ConflictError);
  });
});

describe('writes of resources', () => {
  const one = deployment(7);
  const of = (number: number, changes: Partial<Resource> = {}) => resource(one.id, number, changes);
  const changes = async () => (await records().find(one.id))?.changes;

  it('are counted on the record of their deployment, those of a batch once', async () => {
    await table().stage([of(1), of(2)]);
    expect(await records().find(one.id)).toBeUndefined();
    await records().accept(one);
    expect(await changes()).toBeUndefined();
    await table().put([of(1), of(2), of(3)]);
    expect(await changes()).toBe(1);
    await table().replace(of(1), of(1, { state: 'CREATING', updatedAt: instant(1) }));
    expect(await changes()).toBe(2);
    await expect(table().replace(of(1), of(1))).rejects.toThrow(ConflictError);
    expect(await changes()).toBe(2);
    await table().remove(one.id, [uuid(2)]);
    expect(await changes()).toBe(3);
  });

  it('are seen by whoever hands the deployment over', async () => {
    const seen = await records().find(one.id);
    if (seen === undefined) throw new Error('it was accepted');
    await table().put([of(3)]);
    await expect(records().supersede(seen, deleting(seen))).rejects.toThrow(ConflictError);
    const now = { ...seen, changes: (seen.changes ?? 0) + 1 };
    await records().supersede(now, deleting(now));
    expect(await changes()).toBe(now.changes);
  });

  it('expire where a late step writes them for a deployment that is leaving or gone', async () => {
    clock.set(0);
    const late = { ...deployment(9), id: 'late' };
    await records().accept(late);
    await records().supersede(late, deleting(late));
    await table().put(several('late', 1));
    await records().markRemoving('late', 'deletion');
    await table().remove('late');
    await table().put(several('late', 2));
    await records().remove('late', 'deletion');
    await table().put([resource('late', 3)]);
    clock.set(24 * 60 * 60 + 1);
    expect(await table().all('late')).toEqual([]);
    clock.set(0);
  });

  it('make no record of a deployment that is gone', async () => {
    await records().remove(one.id, 'deletion');
    await table().put([of(3)]);
    await table().remove(one.id, [uuid(3)]);
    expect(await records().find(one.id)).toBeUndefined();
    await expect(table().replace(of(1), of(1))).rejects.toThrow(ConflictError);
  });
});
