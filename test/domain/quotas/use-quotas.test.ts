import { describe, expect, it } from 'vitest';
import { dryRunCreation } from '../../../src/domain/deployments/accepting/dry-run-template.ts';
import { placeToMoveFrom } from '../../../src/domain/deployments/accepting/move.ts';
import { requireAllowedCreation } from '../../../src/domain/deployments/accepting/require-allowed.ts';
import { updateDeployment } from '../../../src/domain/deployments/accepting/update.ts';
import { chooseProvider } from '../../../src/domain/deployments/attempting/choose-provider.ts';
import { rankProviders } from '../../../src/domain/deployments/attempting/rank-providers.ts';
import { completeDeployment } from '../../../src/domain/deployments/finishing/complete-deployment.ts';
import { failOperation } from '../../../src/domain/deployments/finishing/fail-operation.ts';
import { finishOperation } from '../../../src/domain/deployments/finishing/finish-operation.ts';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import { possibleOrphan } from '../../../src/domain/deployments/record/possible-orphans.ts';
import { beginUpdate } from '../../../src/domain/deployments/updating/begin-update.ts';
import { sweepOrphans } from '../../../src/domain/orphans/sweep-orphans.ts';
import type { PolicyNode } from '../../../src/domain/policies/plan.ts';
import { useOf } from '../../../src/domain/policies/use-of.ts';
import { nothing } from '../../../src/domain/quotas/amounts.ts';
import type { Quotas } from '../../../src/domain/quotas/quota.ts';
import { exceededBy, mostOf } from '../../../src/domain/quotas/use-bounds.ts';
import { type UseCounts, useQuotas } from '../../../src/domain/quotas/use-quotas.ts';
import { movingFrom } from '../../statemachines/scenario.ts';
import { attempting } from '../deployments/attempting/attempting.ts';
import { limits, type memoryWorld } from '../deployments/world.ts';

const owner = { issuer: 'https://issuer.example', subject: 'user' };

const withCpus = (cpus: number, name = 'web') => `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  node_templates:
    ${name}: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: ${cpus} } } } }
`;

type World = ReturnType<typeof memoryWorld>;

/** The world with quotas; lists show everything, since all is one user's. */
const bounded = (world: World, quotas: Quotas) => {
  const counts: UseCounts = {
    ...world.deployments,
    list: async () => ({
      content: [...world.stores.kept.deployments.values()],
      ...{ totalElements: 1, number: 0, size: 20 },
    }),
  } as never;
  return { ...world, useQuotas: useQuotas(counts, quotas) };
};

const creating = async (quotas: Quotas, cpus = 4) => {
  const one = await attempting();
  await one.world.files.putTemplate(one.deployment.id, one.deployment.templateOf, withCpus(cpus));
  const ports = bounded(one.world, quotas);
  return {
    ...one,
    ports,
    rank: () => rankProviders(ports)(one.ref),
    used: () => one.world.deployments.usedBy({ of: 'all' }),
  };
};

/** A deployment that stands and is counted. */
const standing = async (quotas: Quotas, cpus = 4) => {
  const one = await creating(quotas, cpus);
  await one.rank();
  await one.submit();
  one.world.clock.advance(30);
  await one.poll();
  await completeDeployment(one.world)(one.ref);
  return { ...one, deployment: (await one.now()) as Deployment };
};

describe('a creation', () => {
  it('is counted before anything is sent', async () => {
    const one = await creating({ user: { cpus: 4 } });
    expect((await one.rank()).candidates).toHaveLength(2);
    expect((await one.used()).amounts).toMatchObject({ machines: 1, cpus: 4000 });
    expect(one.world.clouds.made).toHaveLength(0);
    await one.rank();
    expect((await one.used()).amounts.cpus).toBe(4000);
  });

  it('ends with the reason where a quota does not allow it, whatever was accepted', async () => {
    const one = await creating({ installation: { cpus: 3 } });
    const { candidates } = await one.rank();
    expect(candidates).toEqual([]);
    const { deploymentId, operationId } = one.ref;
    await expect(chooseProvider(one.ports)({ deploymentId, operationId, candidates })).rejects.toMatchObject({
      name: 'OutOfProvidersError',
    });
    const failure = { Error: 'OutOfProvidersError', Cause: 'every candidate provider was tried' };
    await failOperation(one.ports)({ deploymentId, operationId, failure });
    expect((await one.now())?.statusReason).toMatch(/3 processors.*0 are used.*3 are left.*needs 4 more/);
    expect((await one.used()).amounts).toEqual(nothing);
  });

  it('gives back what failed and is gone', async () => {
    const one = await creating({ user: { cpus: 4 } });
    await one.rank();
    const { deploymentId, operationId } = one.ref;
    const failure = { Error: 'OutOfProvidersError', Cause: 'all failed' };
    await failOperation(one.ports)({ deploymentId, operationId, failure });
    expect((await one.used()).amounts).toEqual(nothing);
  });

  it('is refused at the request with what is used, by which of one own, and what is left', async () => {
    const { ports } = await standing({ user: { cpus: 6, memoryGb: 100 } });
    const request = { template: withCpus(3), parameters: {}, limits, owner };
    const refused = {
      name: 'ConflictError',
      message: expect.stringMatching(/6 processors, 4 are used \(yours: .*: 4\), 2 are left, and this needs 3 more/),
    };
    await expect(requireAllowedCreation(ports, request)).rejects.toMatchObject(refused);
    await expect(
      dryRunCreation({ ...ports, deployments: { ...ports.deployments } } as never, request),
    ).rejects.toMatchObject(refused);
    await requireAllowedCreation(ports, { ...request, template: withCpus(2) });
  });

  it('is told what of it nobody knows', async () => {
    const { ports } = await creating({ user: { monthlyUsd: 100 } });
    const request = { template: withCpus(2), parameters: {}, limits, owner };
    const { notes, candidates } = await dryRunCreation(ports as never, request);
    expect(candidates).toHaveLength(2);
    expect(notes.join()).toContain('count only what is known');
  });
});

describe('an update', () => {
  const updating = async (quotas: Quotas, cpus: number) => {
    const one = await standing(quotas);
    await updateDeployment(one.world, one.deployment, {
      template: withCpus(cpus),
      parameters: {},
      limits,
      replace: true,
    });
    const { operation } = (await one.now()) as Deployment;
    const input = { deploymentId: one.deployment.id, operationId: operation.id };
    return { ...one, input, begin: () => beginUpdate(one.ports)(input) };
  };

  it('counts the larger of before and after until it is complete, then what stands', async () => {
    const one = await updating({ user: { cpus: 4 } }, 2);
    await one.begin();
    expect((await one.used()).amounts.cpus).toBe(4000);
    const { id } = one.deployment;
    const done = await one.world.deployments.record(id, one.input.operationId, {
      ...{ status: 'UPDATE_COMPLETE', templateOf: one.input.operationId },
    });
    // the process that completed it died here: the sweep finishes it
    await finishOperation(one.ports, done);
    expect((await one.used()).amounts.cpus).toBe(2000);
  });

  it('fails with the reason where a quota does not allow what is more', async () => {
    const one = await updating({ user: { cpus: 7 } }, 8);
    await expect(one.begin()).rejects.toMatchObject({
      name: 'ForbiddenError',
      message: expect.stringMatching(/7 processors, 4 are used.*3 are left, and this needs 4 more/),
    });
    expect((await one.used()).amounts.cpus).toBe(4000);
  });

  it('is refused at the request', async () => {
    const one = await standing({ user: { cpus: 7 } });
    const request = { template: withCpus(8), parameters: {}, limits, replace: true as const };
    await expect(updateDeployment(one.ports, one.deployment, request)).rejects.toMatchObject({ name: 'ConflictError' });
    await updateDeployment(one.ports, one.deployment, { ...request, template: withCpus(7) });
  });
});

describe('what a plan uses', () => {
  const node = (more: Partial<PolicyNode>): PolicyNode => ({
    ...{ name: 'n', type: 't', types: [], kind: 'compute', count: 1, change: 'added', public: false, ports: [] },
    ...{ cpus: 1, memory: 1000, disk: 0, gpus: 0, hourly: 0.1, properties: {}, ...more },
  });
  const plan = (nodes: readonly PolicyNode[], hourly?: number) =>
    useOf({ nodes, cost: hourly === undefined ? {} : { hourly } } as never);

  it('has jobs while they run, and nothing of them afterwards', () => {
    const use = plan([node({ count: 2 }), node({ kind: 'job', count: 10, cpus: 0.25 })], 1.2);
    expect(use).toMatchObject({ starts: 10, unknown: [] });
    expect(use.running).toEqual({ machines: 2, cpus: 4500, memory: 12_000, disk: 0, jobs: 10, hourly: 1_200_000 });
    expect(use.standing).toMatchObject({ machines: 2, cpus: 2000, jobs: 0, hourly: 1_100_000 });
  });

  it('is as much as automatic scaling may make of it', () => {
    const scaled = [node({ kind: 'container', count: 2, most: 6, cpus: 0.5 })];
    expect(useOf({ nodes: scaled, cost: { hourly: 0.2, most: 0.6 } } as never).standing).toMatchObject({
      ...{ machines: 6, cpus: 3000, memory: 6000, hourly: 600_000 },
    });
  });

  it('starts no job again that an update keeps', () => {
    expect(plan([node({ kind: 'job', count: 3, change: 'kept' })]).starts).toBe(0);
  });

  it('counts what is known where not all is', () => {
    expect(plan([node({ cpus: 2 }), node({ cpus: undefined, hourly: undefined })])).toMatchObject({
      running: { machines: 2, cpus: 2000, hourly: 100_000 },
      unknown: ['cpus', 'hourly'],
    });
  });

  it('is bounded by the month and by the hour, whichever is less', () => {
    expect(mostOf({ hourlyUsd: 2, monthlyUsd: 730 }, 'hourly')).toBe(1_000_000);
    const bounds = { scope: { of: 'all' as const }, limits: { monthlyUsd: 73 } };
    const used = { amounts: { ...nothing, hourly: 60_000 }, startedToday: 0, backfillsToday: 0 };
    const wanted = (hourly: number) => ({ more: { ...nothing, hourly }, starts: 0 });
    expect(exceededBy(bounds, used, wanted(40_000))).toBeUndefined();
    expect(exceededBy(bounds, used, wanted(40_001))).toMatchObject({ name: 'monthlyUsd', most: 73 });
  });
});

it('counts nothing where no quota of it is set', async () => {
  const one = await creating({ user: 5, group: { deployments: 1 } });
  expect(one.ports.useQuotas.isEmpty).toBe(true);
  await one.rank();
  expect((await one.now())?.uses).toBeUndefined();
});

describe('a move', () => {
  const from = { providerId: 'alpha', infrastructureId: 'inf-1', attempt: 1 };

  /** Accepted, and ranked. */
  const moving = async (quotas: Quotas) => {
    const one = await standing(quotas);
    const { deployment, world, ports } = one;
    const operation = { ...deployment.operation, id: world.ids.next(), kind: 'UPDATE' as const };
    const moves = { from: { ...from, ...(deployment.uses && { uses: deployment.uses.amounts }) } };
    const next = { ...deployment, status: 'UPDATE_IN_PROGRESS' as const, operation: { ...operation, moves } };
    await world.files.putTemplate(deployment.id, operation.id, withCpus(4));
    await world.deployments.supersede(deployment, next);
    const ref = { deploymentId: deployment.id, operationId: operation.id };
    return { ...one, ref, ranked: await rankProviders(ports)(ref) };
  };

  it('counts what stands beside what it makes, and tries only other providers', async () => {
    const one = await moving({ user: { cpus: 8 } });
    expect(one.ranked).toEqual({ candidates: ['beta'] });
    expect((await one.used()).amounts).toMatchObject({ machines: 2, cpus: 8000 });
    await rankProviders(one.ports)(one.ref);
    expect((await one.used()).amounts.cpus).toBe(8000);
  });

  const failure = { Error: 'OutOfProvidersError', Cause: 'all failed' };

  it('gives back what it has counted when it fails and nothing is left', async () => {
    const one = await moving({ user: { cpus: 8 } });
    await failOperation(one.ports)({ ...one.ref, failure });
    expect((await one.used()).amounts).toMatchObject({ machines: 1, cpus: 4000 });
  });

  it('counts what it has left until the sweep has destroyed that, and never as what it moves from', async () => {
    const one = await moving({ user: { cpus: 8 } });
    const { world, ports, ref } = one;
    const times = { startedAt: '', deadline: '', logged: {}, last: true };
    const left = { ...times, ...ref, number: 2, providerId: 'beta', state: 'FAILED', left: 'given-up' } as const;
    await world.attempts.findOrCreate({ ...left, infrastructureId: 'inf-9' });
    await failOperation(ports)({ ...ref, failure });
    expect((await one.used()).amounts.cpus).toBe(8000);
    const now = (await one.now()) as Deployment;
    const place = await placeToMoveFrom({ ...ports, ...movingFrom(world, now) }, now);
    expect(place.uses).toMatchObject({ machines: 1, cpus: 4000 });
    await world.orphans.register([possibleOrphan({ ...left, infrastructureId: 'inf-9' })], world.clock.now());
    world.clock.advance(1);
    await sweepOrphans({ ...ports, orphanReport: { destroyed: () => {}, left: () => {} } })();
    expect((await one.used()).amounts).toMatchObject({ machines: 1, cpus: 4000 });
  });

  it('goes nowhere where a quota does not allow both, and leaves what is counted', async () => {
    const one = await moving({ user: { cpus: 7 } });
    expect(one.ranked).toEqual({ candidates: [] });
    expect((await one.used()).amounts).toMatchObject({ machines: 1, cpus: 4000 });
  });
});
