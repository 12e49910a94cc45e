import assert from 'node:assert/strict';
import type { Sandbox } from '../../../local/sandbox/sandbox.ts';
import { type Checks, until } from '../checks.ts';
import { client } from '../client.ts';
import { makeSchedule, putFiles, requests, settledEvents } from './api.ts';
import { type Installed, setFault } from './deployed.ts';
import { twoMachines } from './template.ts';

/** What stands before an upgrade, and must be there and work after it. */
export interface Kept {
  /** a deployment that is CREATE_COMPLETE */
  readonly finished: string;
  /** a deployment whose machines are being made */
  readonly inFlight: string;
  readonly schedule: string;
  /** the deployment of the schedule's first file */
  readonly triggered: string;
}

/** Ids stay empty where something could not be made, which is a failed check. */
export const fill = async (aws: string, installed: Installed, checks: Checks): Promise<Kept> => {
  const { url, bucket, sandbox } = installed;
  const token = await sandbox.token();
  const request = requests(installed, token);
  const user = client(url, token);
  const kept = { finished: '', inFlight: '', schedule: '', triggered: '' };
  await checks.check('before the upgrade: a deployment is made', async () => {
    kept.finished = (await user.create({ template: twoMachines, parameters: {} })).uuid;
    assert.equal((await user.settled(kept.finished)).status, 'CREATE_COMPLETE');
  });
  await checks.check('before the upgrade: a schedule has an event with its deployment', async () => {
    kept.schedule = await makeSchedule(request, 'kept');
    await putFiles(aws, bucket, ['kept/data-1.csv']);
    const [event] = await until('the first file', () => settledEvents(request, kept.schedule, 1));
    assert.equal(event?.deployment?.status, 'CREATE_COMPLETE');
    kept.triggered = event.deployment.uuid;
  });
  await checks.check('before the upgrade: a deployment is in the making, and its clouds do not answer', async () => {
    await allClouds(sandbox, 'slow');
    kept.inFlight = (await user.create({ template: twoMachines, parameters: {} })).uuid;
    await until('it is submitted', () => isSubmitted(user, kept.inFlight));
    await allClouds(sandbox, 'answer-5xx');
    assert.equal((await user.find(kept.inFlight))?.status, 'CREATE_IN_PROGRESS');
  });
  return kept;
};

/** Everything is there, what was under way goes on to its end, and the schedule goes on firing. */
export const checkKept = async (aws: string, installed: Installed, kept: Kept, checks: Checks): Promise<void> => {
  const { url, bucket, sandbox } = installed;
  const token = await sandbox.token();
  const request = requests(installed, token);
  const user = client(url, token);
  await checks.check('after the upgrade: what was in the making still is, and is completed', async () => {
    assert.equal((await user.find(kept.inFlight))?.status, 'CREATE_IN_PROGRESS');
    await allClouds(sandbox, null);
    const settled = await user.settled(kept.inFlight);
    assert.equal(settled.status, 'CREATE_COMPLETE', settled.statusReason);
  });
  await allClouds(sandbox, null);
  await checks.check('after the upgrade: the schedule has its event, and fires for the next file', async () => {
    await putFiles(aws, bucket, ['kept/data-2.csv']);
    const events = await until('the second file', () => settledEvents(request, kept.schedule, 2));
    assert.deepEqual(events.map(({ name, deployment }) => [name, deployment?.status]).sort(), [
      ['kept/data-1.csv', 'CREATE_COMPLETE'],
      ['kept/data-2.csv', 'CREATE_COMPLETE'],
    ]);
    const made = events.map(({ deployment }) => deployment?.uuid ?? '');
    assert.ok(made.includes(kept.triggered));
    await request('DELETE', `/schedules/${kept.schedule}`);
    await deleted(user, made);
  });
  await checks.check('after the upgrade: the deployments are still there, and can be deleted', async () => {
    assert.equal((await user.settled(kept.finished)).status, 'CREATE_COMPLETE');
    await deleted(user, [kept.finished, kept.inFlight]);
  });
};

type User = ReturnType<typeof client>;

const deleted = async (user: User, ids: readonly string[]): Promise<void> => {
  for (const id of ids) assert.equal((await user.delete(id)).status, 204);
  for (const id of ids) await user.gone(id);
};

/** The provider has taken it: what follows are looks, which an outage makes wait. */
const isSubmitted = async (user: User, id: string): Promise<true | undefined> =>
  (await user.find(id))?.['task'] === 'DEPLOYER' ? true : undefined;

const allClouds = async (sandbox: Sandbox, fault: string | null): Promise<void> => {
  for (const { id } of sandbox.providers) await setFault(sandbox, id, fault);
};
