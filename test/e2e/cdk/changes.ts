import assert from 'node:assert/strict';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { z } from 'zod';
import { type Checks, until } from '../checks.ts';
import { client } from '../client.ts';
import { account } from './cdk.ts';
import type { Installed } from './deployed.ts';
import { oneToThree, twoMachines } from './template.ts';

const named = z.looseObject({ uuid: z.string() });
const events = z.looseObject({
  content: z.array(
    z.looseObject({
      scope: z.string(),
      name: z.string(),
      replicationStatus: z.string(),
      deployment: z.looseObject({ uuid: z.string(), status: z.string() }).nullish(),
    }),
  ),
});

const requests =
  ({ url }: Installed, token: string) =>
  async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };

/** A deployment grows by an update, and shrinks by another. */
export const checkUpdate = async (installed: Installed, checks: Checks): Promise<void> => {
  const token = await installed.sandbox.token();
  const request = requests(installed, token);
  const user = client(installed.url, token);
  await checks.check('update: nodes are added and removed', async () => {
    const { uuid } = await user.create({ template: oneToThree, parameters: { count: 1 } });
    assert.equal((await user.settled(uuid)).status, 'CREATE_COMPLETE');
    for (const count of [3, 1]) {
      assert.equal(
        (await request('PUT', `/deployments/${uuid}`, { template: oneToThree, parameters: { count } })).status,
        202,
      );
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
    const { uuid } = named.parse(
      await (
        await request('POST', '/schedules', {
          template: twoMachines,
          parameters: {},
          fileExpression: '.*:runs/data-[0-9]+\\.csv',
          replicationExpression: 'here',
          numberOfReplicas: 1,
        })
      ).json(),
    );
    await put(aws, installed.bucket, ['runs/data-1.csv', 'runs/data-1.txt']);
    const seen = await until('the deployment of the file', async () => {
      const { content } = events.parse(await (await request('GET', `/schedules/${uuid}/events`)).json());
      const [event] = content;
      return event?.deployment && !event.deployment.status.endsWith('_IN_PROGRESS') ? content : undefined;
    });
    assert.deepEqual(
      seen.map(({ name, replicationStatus, deployment }) => [name, replicationStatus, deployment?.status]),
      [['runs/data-1.csv', 'OK', 'CREATE_COMPLETE']],
    );
    const made = seen[0]?.deployment?.uuid ?? '';
    await request('DELETE', `/schedules/${uuid}`);
    assert.equal((await user.delete(made)).status, 204);
    await user.gone(made);
  });
};

const put = async (aws: string, Bucket: string, keys: readonly string[]): Promise<void> => {
  const s3 = new S3Client({
    endpoint: aws,
    forcePathStyle: true,
    region: account.AWS_REGION,
    credentials: { accessKeyId: account.AWS_ACCESS_KEY_ID, secretAccessKey: account.AWS_SECRET_ACCESS_KEY },
  });
  for (const Key of keys) await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'a,b\n1,2\n' }));
  s3.destroy();
};
