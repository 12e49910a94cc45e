/** A deployment that stands, with what its provider tells of it: the test scripts both. */

import type { InspectedMachine, Inspection } from '../../../src/domain/deployers/inspection.ts';
import type { Deployer } from '../../../src/domain/deployers/ports.ts';
import { repairByItself } from '../../../src/domain/deployments/accepting/repair-by-itself.ts';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import type { Check, Checks } from '../../../src/domain/drift/check.ts';
import { requestCheck } from '../../../src/domain/drift/request-check.ts';
import { checkDue } from '../../../src/domain/drift/run-checks.ts';
import { machineKey } from '../../../src/domain/resources/states.ts';
import { ConflictError } from '../../../src/foundation/errors.ts';
import { noMoving } from '../../support/no-moving.ts';
import { accepted, memoryWorld, type World } from '../deployments/world.ts';

export const by = { issuer: 'https://issuer.example', subject: 'user' };

const system = (values: object) => ({
  class: 'system',
  'cpu.count': 2,
  'memory.size': 4e9,
  'net_interface.0.connection': 'public',
  'net_interface.0.ip': '192.0.2.1',
  ...values,
});

/** As the world's machines are when nothing has happened to them. */
export const machine = (id: string, changes: Partial<InspectedMachine> = {}): InspectedMachine => ({
  ...{ id, node: id === '0' ? 'web' : 'db', state: 'configured' },
  values: { 'cpu.count': 2, 'memory.size': 4e9, 'address.public': '192.0.2.1' },
  ...changes,
});

export const inOrder: Inspection = { is: 'read', machines: [machine('0'), machine('1')] };

/** Checks in memory, with the rules of the table; summaries go into the record that `world.deployments` finds. */
export const memoryChecks = (world: World, summaries: Map<string, Partial<Deployment>>) => {
  const kept = new Map<string, Check>();
  const checks: Checks = {
    find: async (id) => kept.get(id),
    due: async (before, limit) =>
      [...kept.values()].filter(({ dueAt }) => dueAt !== undefined && dueAt <= before.toISOString()).slice(0, limit),
    replace: async (seen, next) => {
      if (kept.get(next.deploymentId)?.version !== seen?.version) return undefined;
      const written = { ...next, version: (seen?.version ?? 0) + 1 };
      kept.set(next.deploymentId, written);
      return written;
    },
    remove: async ({ deploymentId }) => void kept.delete(deploymentId),
    summarise: async (id, { summary, changes }) => {
      const now = await world.deployments.find(id);
      if (now?.operation.id !== summary.operationId || now.changes !== changes) return undefined;
      summaries.set(id, { ...summaries.get(id), drift: summary, updatedAt: world.clock.now().toISOString() });
      return { ...now, ...summaries.get(id) };
    },
  };
  return { kept, checks };
};

interface Options {
  readonly daily?: boolean;
  readonly repair?: 'none' | 'missing' | 'all';
  readonly callback?: string;
}

export const standing = async ({ daily = false, repair = 'none', ...given }: Options = {}) => {
  const plain = memoryWorld();
  const { id } = await accepted(plain, given);
  const changed = new Map<string, Partial<Deployment>>();
  const first = await plain.deployments.find(id);
  if (first === undefined) throw new Error('it was not accepted');
  changed.set(id, { status: 'CREATE_COMPLETE', providerId: 'alpha', infrastructureId: 'inf' });
  const find = async (): Promise<Deployment | undefined> => {
    const now = await plain.deployments.find(id);
    return now && { ...now, ...changed.get(id) };
  };
  const supersede = async (seen: Deployment, next: Deployment): Promise<void> => {
    const now = await find();
    if (now?.operation.id !== seen.operation.id || now.status !== seen.status)
      throw new ConflictError('it has changed');
    changed.set(id, { ...changed.get(id), status: next.status, operation: next.operation });
  };
  const world = { ...plain, deployments: { ...plain.deployments, find, supersede } };
  const before = await world.resources.all(id);
  await world.resources.put(
    before.map((one, index) => ({
      ...one,
      state: 'STARTED',
      physicalId: `${index}`,
      metadata: { [machineKey]: JSON.stringify({ vmProperties: [system({})] }) },
    })),
  );
  const script: (Inspection | Error)[] = [];
  const calls: string[] = [];
  const listed = { ids: ['inf'] };
  const counted = { verdicts: [] as string[], found: [] as number[] };
  const { kept, checks } = memoryChecks(world, changed);
  const deployer = {
    inspect: async (_: string, look: object) => {
      calls.push(`inspect ${JSON.stringify(look)}`);
      const next = script.shift() ?? inOrder;
      if (next instanceof Error) throw next;
      return next;
    },
    list: async () => {
      calls.push('list');
      return listed.ids;
    },
  } as unknown as Deployer;
  const ports = {
    ...world,
    driftChecks: checks,
    dailyChecks: daily,
    driftRepair: repair,
    ...noMoving,
    inspectorOf: () => deployer,
    driftReport: {
      checked: (verdict: string) => void counted.verdicts.push(verdict),
      found: (drifted: number) => void counted.found.push(drifted),
    },
  };
  const deployment = async (): Promise<Deployment> => {
    const found = await find();
    if (found === undefined) throw new Error('it is gone');
    return found;
  };
  return {
    ...{ id, ports, world, calls, listed, counted, deployment, kept },
    check: () => kept.get(id),
    change: (changes: Partial<Deployment>) => void changed.set(id, { ...changed.get(id), ...changes }),
    /** asks for a check of what the provider tells then */
    async checks(...seen: readonly (Inspection | Error)[]) {
      script.push(...seen);
      await requestCheck(ports, await deployment(), { id: `request-${kept.get(id)?.version ?? 0}`, by });
      await this.runs();
    },
    async runs(seconds = 0) {
      world.clock.advance(seconds);
      await checkDue({ ...ports, repairFound: repairByItself(ports) })();
    },
    script,
  };
};
