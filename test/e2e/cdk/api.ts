import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { account } from './cdk.ts';
import type { Installed } from './deployed.ts';
import { twoMachines } from './template.ts';

const named = v.looseObject({ uuid: v.string() });
const events = v.looseObject({
  content: v.array(
    v.looseObject({
      scope: v.string(),
      name: v.string(),
      replicationStatus: v.string(),
      deployment: v.nullish(v.looseObject({ uuid: v.string(), status: v.string() })),
    }),
  ),
});
export type EventView = v.InferOutput<typeof events>['content'][number];

export type Request = (method: string, path: string, body?: unknown) => Promise<Response>;

/** Requests that must be answered with 2xx. */
export const requests =
  ({ url }: Pick<Installed, 'url'>, token: string): Request =>
  async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };

/** A standing rule for the files `<folder>/data-<number>.csv`; answers its id. */
export const makeSchedule = async (request: Request, folder: string): Promise<string> => {
  const answer = await request('POST', '/schedules', {
    template: twoMachines,
    parameters: {},
    fileExpression: `.*:${folder}/data-[0-9]+\\.csv`,
    replicationExpression: 'here',
    numberOfReplicas: 1,
  });
  return v.parse(named, await answer.json()).uuid;
};

const eventsOf = async (request: Request, schedule: string): Promise<readonly EventView[]> =>
  v.parse(events, await (await request('GET', `/schedules/${schedule}/events`)).json()).content;

/** Undefined as long as an event or its deployment is under way, or there are fewer than `count`. */
export const settledEvents = async (
  request: Request,
  schedule: string,
  count: number,
): Promise<readonly EventView[] | undefined> => {
  const all = await eventsOf(request, schedule);
  const done = all.every(({ deployment }) => deployment && !deployment.status.endsWith('_IN_PROGRESS'));
  return all.length >= count && done ? all : undefined;
};

export const putFiles = async (aws: string, Bucket: string, keys: readonly string[]): Promise<void> => {
  const s3 = new S3Client({
    endpoint: aws,
    forcePathStyle: true,
    region: account.AWS_REGION,
    credentials: { accessKeyId: account.AWS_ACCESS_KEY_ID, secretAccessKey: account.AWS_SECRET_ACCESS_KEY },
  });
  for (const Key of keys) await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'a,b\n1,2\n' }));
  s3.destroy();
};
