import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import { ConflictError } from '../../../src/foundation/errors.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { deleting, deployment, instant, noWait, settableClock } from './samples.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

const table = () =>
  deployments({ client: engine.client, table: engine.tables.deployments, clock: settableClock(), backOff: noWait });

describe('a deployment that was read before a write', () => {
  const stored = deployment(1, {
    ...{ status: 'DELETE_IN_PROGRESS', task: 'DEPLOYER', providerId: 'cloud-1', infrastructureId: 'inf-1' },
    ...{ changes: 3, leaving: true },
  });

  // each of them as it was before: only this one thing has changed since
  it.each<[string, Partial<Deployment>]>([
    ['status', { status: 'CREATE_COMPLETE' }],
    ['task', { task: 'BROKERING' }],
    ['time of the last write', { updatedAt: instant(0) }],
    ['provider', { providerId: 'cloud-2' }],
    ['first provider', { providerId: undefined } as never],
    ['infrastructure', { infrastructureId: 'inf-2' }],
    ['first infrastructure', { infrastructureId: undefined } as never],
    ['removal', { leaving: undefined } as never],
    ['resources', { changes: 2 }],
    ['first resource', { changes: undefined } as never],
    ['operation', { operation: { ...stored.operation, id: 'earlier' } }],
    ['interruptions', { operation: { ...stored.operation, interrupted: { times: 1, at: instant(0) } as never } }],
  ])('is not given to another operation: the %s differs', async (_, before) => {
    const at = Number(instant(0).slice(17, 19));
    const own = { ...stored, id: `${stored.id}-${_}`, updatedAt: instant(at + 1) };
    await table().accept(own);
    const seen = { ...own, ...before };
    await expect(table().supersede(seen, deleting(seen))).rejects.toThrow(ConflictError);
    expect(await table().find(own.id)).toEqual(own);
  });

  it('says how it is now, or that it is gone', async () => {
    const own = { ...stored, id: `${stored.id}-now` };
    const seen: Deployment = { ...own, status: 'CREATE_COMPLETE' };
    await expect(table().supersede(seen, deleting(seen))).rejects.toMatchObject({
      ...{ name: 'ConflictError', message: `deployment ${own.id} was deleted in the meantime` },
    });
    await table().accept(own);
    await expect(table().supersede(seen, deleting(seen))).rejects.toMatchObject({
      name: 'ConflictError',
      message: `deployment ${own.id} changed in the meantime and is DELETE_IN_PROGRESS now: read it again, then repeat the request`,
    });
  });

  it('is given to it when nothing differs', async () => {
    await table().accept(stored);
    await table().supersede(stored, deleting(stored));
    expect((await table().find(stored.id))?.operation).toEqual(deleting(stored).operation);
  });
});
