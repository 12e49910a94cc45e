import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { limits } from './changes.ts';
import { workers } from './templates.ts';
import type { User } from './user.ts';
import type { Action, World } from './world.ts';

const created = v.looseObject({ uuid: v.string() });

/** A rule for all files below a prefix. */
export const makeSchedule = async ({ ledger, receiver, stack }: World, owner: User, prefix: string): Promise<void> => {
  const marker = `chaos-schedule-${prefix}`;
  const rule = { fileExpression: `.*:${prefix}/.*`, replicationExpression: 'disk=true', numberOfReplicas: 1 };
  const body = { template: workers(marker), parameters: {}, ...rule, ...limits(stack), callback: receiver.url };
  const answer = await owner.ask('POST', '/schedules', [201], { body });
  if (answer?.status !== 201) throw new Error(`the schedule was not created: ${answer?.status} ${answer?.text}`);
  ledger.schedules.push({ id: v.parse(created, JSON.parse(answer.text)).uuid, marker, owner: owner.name, prefix });
};

/** the schedule that is suspended now and then: its files have one event or none */
export const moody = 'moody';
/** a file here triggers this one only */
export const steady = ['north', 'south'] as const;

/** No file is forgotten: what S3 took counts. */
export const putFile: Action = async ({ stack, ledger, dice }) => {
  const prefix = dice.pick([...steady, moody]);
  const key = `${prefix}/file-${dice.below(1_000_000)}`;
  const client = clientOf(stack.s3());
  try {
    await client.send(new PutObjectCommand({ Bucket: stack.incoming(), Key: key, Body: 'chaos' }));
    ledger.files.add(key);
    ledger.count('file put');
  } catch {
    ledger.count('file not taken'); // the local S3 dies with the service
  } finally {
    client.destroy();
  }
};

/** One that says at once when S3 is not there. */
export const clientOf = (endpoint: string): S3Client =>
  new S3Client({
    endpoint,
    forcePathStyle: true,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });

export const toggleSchedule: Action = async ({ ledger, users, dice }) => {
  const schedule = ledger.schedules.find(({ prefix }) => prefix === moody);
  const owner = users.find(({ name }) => name === schedule?.owner);
  if (!schedule || !owner) return;
  const body = { status: dice.pick(['SUSPENDED', 'RUNNING']) };
  await owner.ask('PATCH', `/schedules/${schedule.id}`, [200, 202, 204, 409], { body });
};
