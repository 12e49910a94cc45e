import { describe, expect, it } from 'vitest';
import type { InfrastructureState, InfrastructureStatus } from '../../../../src/domain/deployers/machines.ts';
import type { SubmittedAttempt } from '../../../../src/domain/deployments/record/claim-attempt.ts';
import {
  compare,
  judgeReconciled,
  type Reconciled,
  reconcile,
} from '../../../../src/domain/deployments/updating/reconcile.ts';
import type { Resource } from '../../../../src/domain/resources/resource.ts';
import { NotFoundError, ProviderUnavailableError } from '../../../../src/foundation/errors.ts';
import { computeResource } from '../../resources/compute-resource.ts';
import { afterSeconds, attempting } from '../attempting/attempting.ts';

const machine = (id: string, state: InfrastructureState, node = 'web') => ({ id, node, state, properties: [] });

describe('judgeReconciled', () => {
  const reconciled = (more: Partial<Reconciled> = {}): Reconciled => ({
    ...{ log: '', changes: {}, launching: false, staying: [], stopped: [], leaving: [], missing: [] },
    ...more,
  });
  const judge = (more: Partial<Reconciled>, settled = true, launchTimeIsUp = false) =>
    judgeReconciled(reconciled(more), { settled, launchTimeIsUp });

  it('waits while machines are being added, whatever the others are', () => {
    expect(judge({ launching: true, staying: [machine('0', 'failed')] })).toEqual({
      ...{ is: 'waiting', why: 'virtual machines are being added' },
    });
  });

  it.each(['failed', 'unconfigured'] as const)('fails with every machine that is %s', (state) => {
    const staying = [machine('0', state), machine('1', 'running'), machine('2', state, 'db')];
    expect(judge({ staying })).toEqual({
      is: 'failed',
      why: `the update failed\nvirtual machine 0 of web is ${state}\nvirtual machine 2 of db is ${state}`,
    });
  });

  it('waits for a machine that is off, and fails once nothing has changed for long, unless an action stopped it', () => {
    const staying = [machine('0', 'configured'), machine('1', 'off')];
    expect(judge({ staying })).toMatchObject({ is: 'waiting', why: expect.stringContaining('1 of web is off') });
    expect(judge({ staying }, true, true)).toMatchObject({
      is: 'failed',
      why: expect.stringContaining('1 of web is off'),
    });
    expect(judge({ staying, stopped: ['1'] }, true, true)).toEqual({ is: 'ready' });
  });

  it('waits for every machine that is still worked on', () => {
    const staying = [machine('0', 'running'), machine('1', 'configured'), machine('2', 'unknown')];
    expect(judge({ staying })).toEqual({
      ...{ is: 'waiting', why: 'virtual machine 0 of web is running\nvirtual machine 2 of web is unknown' },
    });
  });

  it('is ready once all are configured, or were stopped, and their addresses are there', () => {
    const staying = [machine('0', 'configured'), machine('1', 'stopped'), machine('2', 'off')];
    expect(judge({ staying, stopped: ['2'] })).toEqual({ is: 'ready' });
    expect(judge({ staying, stopped: ['2'] }, false)).toEqual({
      ...{ is: 'waiting', why: 'the infrastructure is configured but still lacks addresses' },
    });
  });

  it('waits for a machine that is not there yet, until the time to launch it is up', () => {
    const missing = ['a', 'b'].map((id) => computeResource(id, 'cache'));
    expect(judge({ missing })).toEqual({ is: 'waiting', why: 'there is no virtual machine for cache yet' });
    expect(judge({ missing }, true, true)).toMatchObject({ is: 'failed', why: /no virtual machine for cache$/ });
  });
});

describe('compare', () => {
  const stands = (id: string, node: string, state: Resource['state'] = 'STARTED') =>
    computeResource(`of-${id}`, node, { physicalId: id, state });

  it('lets go the machines of removed resources and those beyond the number, and no machine of an unknown node', () => {
    const resources = [stands('0', 'web'), stands('1', 'db', 'DELETING'), computeResource('new', 'cache')];
    const machines = [machine('0', 'configured'), machine('1', 'configured', 'db'), machine('2', 'configured')];
    const { staying, leaving, missing } = compare(resources, [...machines, machine('3', 'configured', 'stranger')]);
    expect([staying, leaving].map((all) => all.map(({ id }) => id))).toEqual([['0'], ['1', '2']]);
    expect(missing.map(({ id }) => id)).toEqual(['new']);
  });
});

describe('reconcile', () => {
  /** A resource with a machine, one without, and what the provider shows. */
  const seen = async (status: InfrastructureStatus, attempt: Partial<SubmittedAttempt> = {}) => {
    const one = await attempting();
    const { world, deployment } = one;
    await one.begun({ infrastructureId: 'inf-1', ...attempt });
    const [first, second] = await world.resources.all(deployment.id);
    if (!first || !second) throw new Error('the template makes two');
    const [web, db] = [{ ...first, physicalId: '0', madeBy: 'creation' }, second];
    await world.resources.put([
      { ...web, state: 'STARTED' },
      { ...db, madeBy: 'creation', state: 'CREATING' },
    ]);
    const calls: string[] = [];
    world.clouds.status = async () => status;
    world.clouds.log = async () => 'its log\n';
    world.clouds.virtualMachines = async (_, __, ids) => {
      calls.push(...ids);
      return ids.map((id) => machine(id, 'configured', id === '0' ? 'web' : 'db'));
    };
    return {
      ...{ ...one, calls },
      reconcile: async () => reconcile(world, (await one.attempt()) as SubmittedAttempt),
      resources: async () =>
        (await world.resources.all(deployment.id)).map(({ physicalId, madeBy }) => [physicalId, madeBy]),
    };
  };
  const running = { state: 'running', vms: { 0: 'configured', 1: 'configured' } } as const;

  it('compares the machines with the resources, and takes over what is known of them', async () => {
    const one = await seen(running);
    const found = await one.reconcile();
    expect(found).toMatchObject({ launching: false, leaving: [], missing: [] });
    expect(found.staying.map(({ id }) => id)).toEqual(['0', '1']);
    expect(found).not.toHaveProperty('change');
    expect(await one.log()).toBe('its log\n');
    expect(one.messages()).toHaveLength(1);
  });

  it('knows that a machine which appears after the update was sent was made from its template', async () => {
    const one = await seen(running, { askedAt: afterSeconds(0) });
    await one.reconcile();
    expect(await one.resources()).toEqual([
      ['0', 'creation'],
      ['1', one.deployment.operation.id],
    ]);
  });

  it('knows nothing of that before the update is sent', async () => {
    const one = await seen(running, { askedAt: undefined } as never);
    await one.reconcile();
    expect(await one.resources()).toEqual([
      ['0', 'creation'],
      ['1', 'creation'],
    ]);
  });

  it('leaves a resource without a machine as it is', async () => {
    const one = await seen({ state: 'configured', vms: { 0: 'configured' } }, { askedAt: afterSeconds(0) });
    expect((await one.reconcile()).missing.map(({ toscaNodeName }) => toscaNodeName)).toEqual(['db']);
    expect(await one.resources()).toEqual([
      ['0', 'creation'],
      [undefined, 'creation'],
    ]);
  });

  it.each<InfrastructureStatus>([
    { state: 'pending', vms: {} },
    { state: 'failed', vms: { 0: 'failed', 1: 'pending' } },
  ])('reads no machine while some are being added, whose ids may change: %j', async (status) => {
    const one = await seen(status);
    expect(await one.reconcile()).toStrictEqual({
      ...{
        log: 'its log',
        changes: expect.any(Object),
        launching: true,
        staying: [],
        stopped: [],
        leaving: [],
        missing: [],
      },
    });
    expect(one.calls).toEqual([]);
  });

  it('shows how far each node is while machines are being added', async () => {
    const one = await seen({ state: 'pending', vms: {} });
    const [, db] = await one.world.resources.all(one.deployment.id);
    const usual = one.world.deployerOf('alpha');
    const nodes = [{ node: 'db', resourceId: db?.id, state: 'failed', why: 'no quota', happened: [] }];
    Object.assign(one.world, { deployerOf: () => ({ ...usual, nodes: async () => nodes }) });
    await one.reconcile();
    expect((await one.world.resources.all(one.deployment.id)).map(({ state }) => state)).toEqual(['STARTED', 'ERROR']);
  });

  it.each([
    ['the stack was rolled back', 'the stack was rolled back'],
    [undefined, 'the update failed'],
  ])('has what became of a change as a whole, and why: %s', async (reason, why) => {
    const change = { is: 'failed', since: afterSeconds(5) } as const;
    const one = await seen({ ...running, change, ...(reason !== undefined && { reason }) });
    expect((await one.reconcile()).change).toEqual({ ...change, why });
  });

  it('is in no outage while the provider gives the state', async () => {
    const one = await seen(running);
    one.world.clouds.virtualMachines = () => Promise.reject(new ProviderUnavailableError('504'));
    await expect(one.reconcile()).rejects.toMatchObject({ name: 'NotReadyError', message: '504' });
  });

  it('leaves to its caller that the infrastructure is not known', async () => {
    const one = await seen(running);
    one.world.clouds.status = () => Promise.reject(new NotFoundError('no such infrastructure'));
    await expect(one.reconcile()).rejects.toMatchObject({ name: 'NotFoundError' });
  });
});
