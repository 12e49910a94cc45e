import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { deploymentsById } from '../../../src/adapters/tables/deployments-by-id.ts';
import { providerFailures, providerRecord } from '../../../src/adapters/tables/provider-record.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { deployment, noWait, settableClock, uuid } from './samples.ts';

let engine: Engine;
const ports = () => ({
  client: engine.client,
  table: engine.tables.deployments,
  clock: settableClock(),
  backOff: noWait,
});
const table = () => providerRecord(ports());

beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

const attempt = (number: number, deploymentId = 'd') => ({ deploymentId, number });

describe('the failures of a provider in a row', () => {
  it('are its attempts, each counted once', async () => {
    expect(await table().failed('one', attempt(1))).toBe(1);
    expect(await table().failed('one', attempt(2))).toBe(2);
    expect(await table().failed('one', attempt(2))).toBe(2);
    expect(await table().failed('one', attempt(2, 'e'))).toBe(3);
    expect(await table().failed('other', attempt(1))).toBe(1);
  });

  it('start again after a success, also the first', async () => {
    await table().succeeded('two');
    await table().failed('two', attempt(1));
    await table().failed('two', attempt(2));
    await table().succeeded('two');
    expect(await table().failed('two', attempt(3))).toBe(1);
  });

  it('say which the provider refused because it had no room, until one succeeds', async () => {
    const failures = () => providerFailures(ports()).inSequence('four');
    await table().failed('four', attempt(1));
    expect(await failures()).not.toHaveProperty('noRoom');
    await table().failed('four', attempt(2), 'no valid host');
    await table().failed('four', attempt(2), 'no valid host');
    await table().failed('four', attempt(3), 'quota exceeded');
    expect(await failures()).toMatchObject({
      count: 3,
      noRoom: { count: 2, why: 'quota exceeded', at: expect.stringMatching(/^20/) },
    });
    await table().succeeded('four');
    expect(await failures()).toEqual({ count: 0, deployments: [] });
  });

  it('are a hundred at most, so that the item stays small', async () => {
    for (let number = 1; number < 100; number++) await table().failed('three', attempt(number));
    expect(await table().failed('three', attempt(100))).toBe(100);
    expect(await table().failed('three', attempt(101))).toBe(100);
    expect(await table().failed('three', attempt(102))).toBe(100);
    const noRoom = async () => (await providerFailures(ports()).inSequence('three')).noRoom;
    expect(await table().failed('three', attempt(103), 'no valid host')).toBe(100);
    expect(await noRoom()).toMatchObject({ count: 1, why: 'no valid host' });
    expect(await table().failed('three', attempt(104), 'quota exceeded')).toBe(100);
    expect(await noRoom()).toMatchObject({ count: 1, why: 'quota exceeded' });
  });

  it('are not a hundred because the table does not answer', async () => {
    const client = Object.create(engine.client) as Engine['client'];
    mockClient(client).on(UpdateCommand).rejects(new Error('away'));
    await expect(providerRecord({ ...ports(), client }).failed('one', attempt(1))).rejects.toThrow('away');
  });
});

describe('deployments by their ids', () => {
  it('are those that are there, in the order of the ids', async () => {
    const all = [deployment(1), deployment(2), deployment(3)];
    for (const one of all) await deployments(ports()).accept(one);
    const found = await deploymentsById(ports()).findAll([uuid(3), uuid(9), uuid(1)]);
    expect(found).toEqual([all[2], all[0]]);
  });
});
