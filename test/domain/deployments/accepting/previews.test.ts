/** What dry runs ask of the deployers that can tell what a cloud would do. */

import { describe, expect, it } from 'vitest';
import type { Order } from '../../../../src/domain/deployers/planner.ts';
import type { Preview } from '../../../../src/domain/deployers/preview.ts';
import { dryRunCreation, dryRunUpdate } from '../../../../src/domain/deployments/accepting/dry-run-template.ts';
import type { Deployment } from '../../../../src/domain/deployments/record/deployment.ts';
import type { Ranking } from '../../../../src/domain/providers/ports.ts';
import {
  NotFoundError,
  NotReadyError,
  ProviderFailedError,
  ProviderUnavailableError,
  SlamError,
  UnavailableError,
} from '../../../../src/foundation/errors.ts';
import { accepted, limits, memoryWorld, template } from '../world.ts';

const owner = { issuer: 'https://issuer.example', subject: 'user' };
const preview = { resources: [], cost: { hourly: 1 } } as unknown as Preview;
const edits = [{ node: 'web', path: ['x'], value: 1 }];

/** Two providers: the first is one of AWS, with a blueprint. */
const ranked = (changes: Partial<Ranking> = {}): Ranking => ({
  ...{
    candidates: [
      { id: 'alpha', name: 'A', edits, blueprint: 'b' },
      { id: 'beta', name: 'B', edits: [] },
    ],
  },
  ...{ dropped: [], notes: [] },
  ...changes,
});

const worldWith = (ranking: Ranking = ranked()) => {
  const world = memoryWorld();
  return { ...world, providers: { ...world.providers, rank: async () => ranking } };
};

describe('the dry run of a creation', () => {
  it('has what each cloud would do that can tell, asked with its own edits and blueprint', async () => {
    const orders: Order[] = [];
    const previewed = async (order: Order) => {
      orders.push(order);
      return preview;
    };
    const ports = { ...worldWith(), creationPreviewOf: (id: string) => (id === 'alpha' ? previewed : undefined) };
    const { candidates } = await dryRunCreation(ports, { template, parameters: {}, limits, owner });
    expect(candidates).toEqual([
      { id: 'alpha', name: 'A', edits, blueprint: 'b', preview },
      { id: 'beta', name: 'B', edits: [] },
    ]);
    expect(orders).toMatchObject([{ template: '', inputs: {}, name: 'dry-run', edits, blueprint: 'b' }]);
    expect(orders[0]?.machines.map(({ node }) => node)).toEqual(['web', 'db']);
  });

  it('orders no blueprint where there is none', async () => {
    const orders: Order[] = [];
    const creationPreviewOf = () => async (order: Order) => {
      orders.push(order);
      return preview;
    };
    await dryRunCreation({ ...worldWith(), creationPreviewOf }, { template, parameters: {}, limits, owner });
    expect(orders.map((order) => 'blueprint' in order)).toEqual([true, false]);
  });
});

describe('the dry run of an update', () => {
  const run = async (
    previewed: (id: string, order: Order) => Promise<Preview>,
    {
      ranking = ranked(),
      changes = {},
      text = template,
    }: { ranking?: Ranking; changes?: Partial<Deployment>; text?: string } = {},
  ) => {
    const world = worldWith(ranking);
    const where = { status: 'CREATE_COMPLETE', providerId: 'alpha', infrastructureId: 'inf-1' } as const;
    const deployment = { ...(await accepted(world)), ...where, ...changes };
    const made = (await world.resources.all(deployment.id)).map((one) => ({ ...one, physicalId: one.toscaNodeName }));
    await world.resources.put(made.map((one) => ({ ...one, state: 'STARTED' })));
    const asked: string[] = [];
    const updatePreviewOf = (id: string) => {
      asked.push(id);
      return previewed;
    };
    const dryRun = await dryRunUpdate({ ...world, updatePreviewOf }, deployment, {
      template: text,
      parameters: {},
      limits,
    });
    return { ...dryRun, asked };
  };
  const failing = (error: Error) => run(async () => Promise.reject(error));

  it('asks the provider that has the deployment about its infrastructure, with the machines that stay and come', async () => {
    const orders: [string, Order][] = [];
    const found = await run(
      async (id, order) => {
        orders.push([id, order]);
        return preview;
      },
      { text: template.replace('db:', 'cache:') },
    );
    expect(found).toMatchObject({ preview, notes: [], asked: ['alpha'] });
    expect(orders).toMatchObject([['inf-1', { edits, blueprint: 'b' }]]);
    expect(orders[0]?.[1].machines.map(({ node }) => node)).toEqual(['web', 'cache']);
  });

  it.each<[string, Partial<Deployment>]>([
    ['no provider has it', { providerId: undefined } as never],
    ['it has no infrastructure', { infrastructureId: undefined } as never],
  ])('asks nothing where %s', async (_, changes) => {
    const found = await run(() => Promise.reject(new Error('nobody may ask')), { changes });
    expect(found.notes).toEqual([]);
    expect(found).not.toHaveProperty('preview');
  });

  it('asks with the edits of its own provider, wherever that one stands in the ranking', async () => {
    const orders: Order[] = [];
    const candidates = [{ id: 'beta', name: 'B', edits: [] }, ...ranked().candidates];
    const previewed = async (_: string, order: Order) => {
      orders.push(order);
      return preview;
    };
    await run(previewed, { ranking: ranked({ candidates }) });
    expect(orders).toMatchObject([{ edits, blueprint: 'b' }]);
  });

  it('asks nothing about an update that is refused', async () => {
    const other = template.replace(
      'web:\n      type: tosca.nodes.Compute',
      'web: { type: tosca.nodes.Compute, capabilities: { os: { properties: { distribution: debian } } } }',
    );
    const found = await run(() => Promise.reject(new Error('nobody may ask')), { text: other });
    expect(found.changes.map(({ how }) => how)).toContain('refused');
    expect([found.notes, 'preview' in found]).toEqual([[], false]);
  });

  it('says of a provider that cannot be asked what its offer lacks, as far as that is known', async () => {
    const dropped = [{ id: 'alpha', name: 'A', reason: 'it has no GPU' }];
    const of = async (rank: () => Promise<Ranking>) => {
      const world = { ...worldWith(), updatePreviewOf: () => undefined };
      world.providers.rank = rank;
      const where = { status: 'CREATE_COMPLETE', providerId: 'alpha', infrastructureId: 'inf-1' } as const;
      return dryRunUpdate(world, { ...(await accepted(world)), ...where }, { template, parameters: {}, limits });
    };
    expect((await of(async () => ranked({ candidates: [], dropped }))).notes).toEqual([
      'the update would fail: provider alpha cannot run the new template: it has no GPU',
    ]);
    expect((await of(async () => ranked())).notes).toEqual([]);
    expect((await of(async () => ranked({ candidates: [], notes: ['SLAM has no agreement'] }))).notes).toEqual([]);
    for (const error of [new UnavailableError('away'), new SlamError('401')])
      expect((await of(() => Promise.reject(error))).notes).toEqual([]);
    await expect(of(() => Promise.reject(new TypeError('ours')))).rejects.toThrow('ours');
  });

  it('says why the provider cannot run the new template', async () => {
    const dropped = [
      { id: 'other', name: 'O', reason: 'it is full' },
      { id: 'alpha', name: 'A', reason: 'it has no GPU' },
    ];
    const without = ranked({ candidates: [], dropped });
    const nobody = () => Promise.reject(new Error('nobody may ask'));
    expect((await run(nobody, { ranking: without })).notes).toEqual([
      'provider alpha cannot run the new template: it has no GPU',
    ]);
    expect((await run(nobody, { ranking: ranked({ candidates: [] }) })).notes).toEqual([
      'provider alpha cannot run the new template: it is no longer a candidate',
    ]);
  });

  it.each([
    new NotFoundError('no stack'),
    new NotReadyError('it is being changed'),
    new ProviderFailedError('refused'),
    new ProviderUnavailableError('no answer'),
  ])('says what the provider answered instead: %s', async (error) => {
    expect((await failing(error)).notes).toEqual([`what provider alpha would do is not known: ${error.message}`]);
  });

  it('hides no defect of ours', async () => {
    const defect = new TypeError('undefined is not a function');
    await expect(failing(defect)).rejects.toBe(defect);
  });
});
