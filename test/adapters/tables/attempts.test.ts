import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attempts } from '../../../src/adapters/tables/attempts.ts';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import { NotFoundError, OperationSupersededError } from '../../../src/foundation/errors.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { attempt, deleting, deployment, noWait, settableClock } from './samples.ts';

let engine: Engine;
let next = 0;
let current: Deployment;
const ports = () => ({
  client: engine.client,
  table: engine.tables.deployments,
  clock: settableClock(),
  backOff: noWait,
});
const table = () => attempts(ports());

beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());
beforeEach(async () => {
  current = deployment(next++);
  await deployments(ports()).accept(current);
});

describe('beginning an attempt', () => {
  it('writes it once and answers the first one ever after', async () => {
    const first = attempt(current, 1);
    expect(await table().findOrCreate(first)).toEqual(first);
    await table().record(current.id, 1, { infrastructureId: 'inf-1', state: 'RUNNING' });
    const known = { ...first, infrastructureId: 'inf-1', state: 'RUNNING' };
    expect(await table().findOrCreate(attempt(current, 1))).toEqual(known);
    expect(await table().list(current.id)).toEqual([known]);
  });

  it('is one attempt when two begin it at the same time', async () => {
    const begun = await Promise.all(
      ['cloud-1', 'cloud-2'].map((providerId) => table().findOrCreate(attempt(current, 1, { providerId }))),
    );
    expect(begun[0]).toEqual(begun[1]);
    expect(await table().list(current.id)).toEqual([begun[0]]);
  });

  it('is refused once another operation owns the deployment', async () => {
    await deployments(ports()).supersede(current, deleting(current));
    await expect(table().findOrCreate(attempt(current, 1))).rejects.toThrow(OperationSupersededError);
    expect(await table().find(current.id, 1)).toBeUndefined();
  });

  it('is refused once the deployment is gone', async () => {
    await deployments(ports()).remove(current.id, current.operation.id);
    await expect(table().findOrCreate(attempt(current, 1))).rejects.toThrow(OperationSupersededError);
  });
});

describe('the attempts of a deployment', () => {
  it('are listed in the order of their numbers', async () => {
    for (const number of [2, 10, 1, 100]) await table().findOrCreate(attempt(current, number));
    expect((await table().list(current.id)).map(({ number }) => number)).toEqual([1, 2, 10, 100]);
  });

  it('are none at first', async () => {
    expect(await table().list(current.id)).toEqual([]);
  });
});

describe('recording what is known of an attempt', () => {
  it('is possible whoever owns the deployment now, and as often as one likes', async () => {
    const first = await table().findOrCreate(attempt(current, 1));
    await deployments(ports()).supersede(current, deleting(current));
    const known = { ...first, infrastructureId: 'inf-1' };
    expect(await table().record(current.id, 1, { infrastructureId: 'inf-1' })).toEqual(known);
    expect(await table().record(current.id, 1, { infrastructureId: 'inf-1' })).toEqual(known);
    expect(await table().find(current.id, 1)).toEqual(known);
  });

  it('makes no attempt that is not there', async () => {
    await expect(table().record(current.id, 7, { infrastructureId: 'inf-7' })).rejects.toThrow(NotFoundError);
    expect(await table().find(current.id, 7)).toBeUndefined();
  });
});
