import { log } from '../../../foundation/log.ts';
import type { FileOwners, LifecyclePorts } from '../record/ports.ts';
import { removeStaged } from './create.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'deployments' | 'resources' | 'files' | 'delegations'> & {
  /** undefined: there is none with this id */
  readonly schedules: { find(id: string): Promise<unknown> };
  readonly fileOwners: FileOwners;
};

/**
 * Files older than this have their record, or never get one: an Idempotency-Key is kept for a day, so no repeat of the
 * request can still come.
 */
export const daysToRecord = 7;

const dayMs = 86_400_000;

/**
 * Removes what a creation has stored that died before its deployment or schedule was recorded, or that was refused and
 * could not clean up: planned resources, files, and the owner's token, which it revokes (docs/decisions/0020). Nothing is
 * removed while a record exists. A repeat is harmless: each run begins anew. AggregateError when something could not be
 * removed; the others are, all the same.
 */
export const sweepUnrecorded = (ports: Ports) => async (): Promise<void> => {
  const old = new Date(ports.clock.now().getTime() - daysToRecord * dayMs);
  const failures: unknown[] = [];
  for await (const ids of ports.fileOwners.unchangedSince(old)) {
    const outcomes = await Promise.allSettled(ids.map((id) => removeIfUnrecorded(ports, id)));
    failures.push(...outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `files of ${failures.length} owners could not be removed`);
};

const removeIfUnrecorded = async (ports: Ports, id: string): Promise<void> => {
  if ((await ports.deployments.find(id)) !== undefined) return;
  if ((await ports.schedules.find(id)) !== undefined) return;
  await removeStaged(ports, id);
  log('WARN', 'files of a creation that was never recorded were removed', { ownerId: id });
};
