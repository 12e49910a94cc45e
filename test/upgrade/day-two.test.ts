/** What came after release 0.2.0, done on deployments that it made: their items and files lack all that has been added since. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reset } from '../e2e/faults/cell.ts';
import { heldBy } from '../e2e/faults/held.ts';
import { type House, startHouse } from '../e2e/faults/house.ts';
import type { RouteName } from '../e2e/faults/lost/door.ts';
import { harm, recordOf, wanted } from '../e2e/faults/lost/prepared.ts';
import { Recorder } from '../e2e/faults/lost/recorder.ts';
import { clear, type Item, listOf, makeBuckets } from '../e2e/faults/lost/records.ts';
import { Scene } from '../e2e/faults/lost/scene.ts';
import { stands } from './old-record.ts';

let house: House;
let scene: Scene;

beforeAll(async () => {
  house = await startHouse();
  await makeBuckets(house);
});
afterAll(() => house.stop());
beforeEach(async () => {
  await reset(house);
  await clear(house);
  const token = await house.sandbox.token({ subject: 'ann' });
  scene = new Scene(house, token, new Recorder(house.engine.endpoints.s3));
});

const asked = async (id: string, route: RouteName, body: object = {}, more: object = {}): Promise<Item> => {
  const answer = await scene.ask(route, { path: { deployment_id: id }, body, key: route, ...more });
  return answer.body === '' ? {} : (JSON.parse(answer.body) as Item);
};

/** The answer of a request that is refused. */
const refused = (id: string, route: RouteName, body: object = {}): Promise<string> =>
  asked(id, route, body).then(
    (answer) => Promise.reject(new Error(`it was taken: ${JSON.stringify(answer)}`)),
    (error: Error) => error.message,
  );

const dryRun = { query: { dryRun: 'true' } };

const standing = async () => (await heldBy(house)).map(({ state, machines }) => `${state} ${machines}`);

let requests = 0;

const checked = async (id: string): Promise<Item> => {
  requests += 1;
  await asked(id, 'check', {}, { key: `check-${requests}` });
  await scene.look();
  return (await listOf(house, 'deployments', 'check'))[0]?.['check'] as Item;
};

describe.each(['created', 'updated'] as const)('a deployment that 0.2.0 has %s', (name) => {
  it('is checked: all is as it was asked for, and what somebody stopped is found', async () => {
    const id = await stands(scene, name);
    expect(await checked(id)).toMatchObject({ last: { verdict: 'in-order' }, findings: [] });
    await harm(scene);
    expect(await checked(id)).toMatchObject({ last: { verdict: 'drifted' }, findings: [{ is: 'stopped' }] });
  });

  it('is repaired, after a dry run that changes nothing', async () => {
    const id = await stands(scene, name);
    await harm(scene);
    await checked(id);
    const before = await recordOf(scene);
    expect(await asked(id, 'repair', {}, dryRun)).toMatchObject({
      ...{ accepted: true, items: [{ node: 'worker', is: 'stopped' }] },
    });
    expect(await recordOf(scene)).toEqual(before);
    await asked(id, 'repair');
    await scene.work();
    expect(await recordOf(scene)).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(await checked(id)).toMatchObject({ last: { verdict: 'in-order' } });
  });

  it('has no version until its next update, and then goes back to that one only', async () => {
    const id = await stands(scene, name);
    expect(await refused(id, 'rollback', { version: 1 })).toContain('404');
    for (const count of [3, 1]) {
      await asked(id, 'update', wanted(scene, count), { key: `${count}` });
      await scene.work();
    }
    expect(await standing()).toEqual(['configured 1']);
    await asked(id, 'rollback', { version: 1 }, { key: 'back' });
    await scene.work();
    expect(await recordOf(scene)).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(await standing()).toEqual(['configured 3']);
  });

  it('may move once its provider is gone', async () => {
    const id = await stands(scene, name);
    await house.fetch(`${house.sandbox.imUrl}/_sandbox/clouds/sandbox-a`, {
      method: 'PUT',
      body: JSON.stringify({ fault: 'silent' }),
    });
    await asked(id, 'check');
    await scene.look(async (found) => found?.outage !== undefined);
    expect(await asked(id, 'move', {}, { key: 'dry', ...dryRun })).toMatchObject({ accepted: true });
    await asked(id, 'move');
    await scene.work();
    const { status, statusReason = '' } = await recordOf(scene);
    expect(status, statusReason).toBe('UPDATE_COMPLETE');
    expect(await recordOf(scene)).toMatchObject({ providerId: 'sandbox-b', remains: { providerId: 'sandbox-a' } });
  });

  it('keeps office hours', async () => {
    const id = await stands(scene, name);
    const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    const officeHours = { timeZone: 'UTC', days: week, start: '08:00', stop: '18:00' };
    await asked(id, 'changeHours', { officeHours });
    expect(await recordOf(scene)).toMatchObject({ officeHours: { calendar: { timeZone: 'UTC' } } });
  });

  it('is labelled, and protected against its deletion', async () => {
    const id = await stands(scene, name);
    await asked(id, 'label', { labels: { team: 'physics' } });
    await asked(id, 'protect', { protected: true });
    expect(await recordOf(scene)).toMatchObject({ labels: { team: 'physics' }, protected: true });
    expect(await refused(id, 'remove')).toMatch(/409.*the deployment is protected/);
    expect(await standing()).toHaveLength(1);
  });

  it('is no creation that failed, and runs no operation: it says so', async () => {
    const id = await stands(scene, name);
    expect(await refused(id, 'retry')).toMatch(/409: .*retry is possible in CREATE_FAILED only/);
    const operation = { node: 'worker', interface: 'Standard', operation: 'configure' };
    expect(await refused(id, 'callOperation', operation)).toMatch(/was answered 4\d\d/);
  });

  it('is deleted, with all that it has at its provider', async () => {
    const id = await stands(scene, name);
    await asked(id, 'remove');
    await scene.work();
    expect(await listOf(house, 'deployments', 'deployment')).toEqual([]);
    expect(await heldBy(house)).toEqual([]);
  });
});
