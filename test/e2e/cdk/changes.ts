import assert from 'node:assert/strict';
import { type Checks, until } from '../checks.ts';
import { client } from '../client.ts';
import { makeSchedule, putFiles, requests, settledEvents } from './api.ts';
import type { Installed } from './deployed.ts';
import { oneToThree } from './template.ts';

/** A deployment grows by an update, and shrinks by another. */
export const checkUpdate = async (installed: Installed, checks: Checks): Promise<void> => {
  const user = client(installed.url, await installed.sandbox.token());
  await checks.check('update: nodes are added and removed', async () => {
    const { uuid } = await user.create({ template: oneToThree, parameters: { count: 1 } });
    assert.equal((await user.settled(uuid)).status, 'CREATE_COMPLETE');
    for (const count of [3, 1]) {
      assert.equal((await user.update(uuid, { template: oneToThree, parameters: { count } })).status, 202);
      const settled = await user.settled(uuid);
      assert.equal(settled.status, 'UPDATE_COMPLETE', settled.statusReason);
      assert.equal((await user.resources(uuid)).length, count);
    }
    assert.equal((await user.delete(uuid)).status, 204);
    await user.gone(uuid);
  });
};

/** A file arrives in the bucket: its notification goes to the queue, the queue to the matcher, and a deployment follows. */
export const checkSchedule = async (aws: string, installed: Installed, checks: Checks): Promise<void> => {
  const token = await installed.sandbox.token();
  const request = requests(installed, token);
  const user = client(installed.url, token);
  await checks.check('schedule: one event and one deployment for a file that matches, none for another', async () => {
    const schedule = await makeSchedule(request, 'runs');
    await putFiles(aws, installed.bucket, ['runs/data-1.csv', 'runs/data-1.txt']);
    const seen = await until('the deployment of the file', () => settledEvents(request, schedule, 1));
    assert.deepEqual(
      seen.map(({ name, replicationStatus, deployment }) => [name, replicationStatus, deployment?.status]),
      [['runs/data-1.csv', 'OK', 'CREATE_COMPLETE']],
    );
    const made = seen[0]?.deployment?.uuid ?? '';
    await request('DELETE', `/schedules/${schedule}`);
    assert.equal((await user.delete(made)).status, 204);
    await user.gone(made);
  });
};
