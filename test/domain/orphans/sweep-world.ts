/** A run of the sweep of orphans: the test sets what is due, what providers list and how they answer. */

import { type MockInstance, vi } from 'vitest';
import { currentDeployment } from '../../../src/domain/credentials/current-deployment.ts';
import type { InfrastructureState } from '../../../src/domain/deployers/machines.ts';
import type { Deployer } from '../../../src/domain/deployers/ports.ts';
import type { Attempt } from '../../../src/domain/deployments/record/attempt.ts';
import type { PossibleOrphan } from '../../../src/domain/deployments/record/possible-orphans.ts';
import { sweepOrphans } from '../../../src/domain/orphans/sweep-orphans.ts';
import { NotFoundError } from '../../../src/foundation/errors.ts';
import { accepted, epoch, memoryWorld, type World } from '../deployments/world.ts';

export const afterMinutes = (minutes: number): Date => new Date(epoch + minutes * 60_000);

/** An id that says when it was made: RFC 9562, version 7. */
export const idMadeAt = (instant: Date): string => {
  const hex = instant.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000001`;
};

/** Of a deployment that is gone. At the fifth check what is gone needs no other, and what is refused needs one in a day. */
export const orphan = (changes: Partial<PossibleOrphan> = {}): PossibleOrphan => ({
  ...{ deploymentId: 'gone', number: 1, providerId: 'alpha', startedAt: afterMinutes(0).toISOString() },
  ...{ unanswered: true, looks: 4 },
  ...changes,
});

interface Standing {
  readonly name?: string;
  readonly state?: InfrastructureState;
}

/** What exists at each provider, and each call with the deployment that it was made for. */
const scriptedDeployer = (standing: Map<string, Standing>) => {
  const calls: string[] = [];
  const called = (what: string): void => void calls.push(`${what} for ${currentDeployment() ?? 'nobody'}`);
  const deployer = {
    list: async () => {
      called('list');
      return [...standing.keys()];
    },
    names: async (ids: readonly string[]) => {
      called(`names of ${ids}`);
      return new Map(ids.map((id) => [id, standing.get(id)?.name ?? ''] as const));
    },
    status: async (id: string) => {
      called(`status of ${id}`);
      const one = standing.get(id);
      if (!one) throw new NotFoundError('invalid infrastructure ID');
      return { state: one.state ?? 'configured', vms: {} };
    },
    destroy: async (id: string) => called(`destroy ${id}`),
  };
  return { calls, deployer };
};

/** What the checks led to; `at` absent: no further check. */
interface Checked {
  readonly number: number;
  readonly at?: Date;
  readonly postponed?: Date;
}

export const sweeping = (due: readonly PossibleOrphan[], there: Readonly<Record<string, Standing>> = {}) => {
  const world = memoryWorld();
  const { calls, deployer } = scriptedDeployer(new Map(Object.entries(there)));
  const checked: Checked[] = [];
  const report: string[] = [];
  const asked: unknown[] = [];
  const ports = {
    ...world,
    // a call that is not scripted fails the test: nobody but the deployer of these calls may be needed
    deployerOf: () => deployer as unknown as Deployer,
    orphans: {
      register: () => Promise.reject(new Error('the sweep registers nothing')),
      due: async (before: Date, limit: number) => {
        asked.push({ before, limit });
        return due;
      },
      setNextCheck: async ({ number }: PossibleOrphan, at: Date | undefined) =>
        void checked.push({ number, ...(at && { at }) }),
      postpone: async ({ number }: PossibleOrphan, postponed: Date) => void checked.push({ number, postponed }),
    },
    orphanReport: { destroyed: () => void report.push('destroyed'), left: () => void report.push('left') },
  };
  return { world, ports, deployer, calls, checked, report, asked, sweep: () => sweepOrphans(ports)() };
};

/** The attempt of a deployment that exists, and the possible orphan that it has left. */
export const attempted = async (world: World, changes: Partial<Attempt> = {}): Promise<PossibleOrphan> => {
  const { id, operation, createdAt } = await accepted(world);
  const attempt: Attempt = {
    ...{ deploymentId: id, operationId: operation.id, number: 1, providerId: 'alpha', state: 'FAILED' },
    ...{ startedAt: createdAt, deadline: createdAt, last: false, logged: {}, ...changes },
  };
  await world.attempts.findOrCreate(attempt);
  const { infrastructureId } = attempt;
  return orphan({ deploymentId: id, ...(infrastructureId !== undefined && { infrastructureId }) });
};

/** Keeps lines of the log off the screen; the lines that were written, parsed. */
export const linesOf = (spy: MockInstance<typeof console.log>): readonly Record<string, unknown>[] =>
  spy.mock.calls.map(([line]) => JSON.parse(line));

export const silentLog = (): MockInstance<typeof console.log> => vi.spyOn(console, 'log').mockReturnValue();
