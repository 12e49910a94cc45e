/**
 * `npm run tool demo:schedule`: makes a schedule, puts three files that match and one that does not, and shows the events, replicas and
 * deployments that follow. Then a job for each new file: job-per-file.ts.
 */

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { collected, type ScheduleEvent, Toscanini } from '../../client/index.ts';
import { storageElements } from '../storage/storage-elements.ts';
import { commandLine } from './command.ts';
import { DemoError } from './error.ts';
import { showJob } from './job-per-file.ts';
import { paint, showCommand, write } from './screen.ts';
import { findService, type Service, startService } from './service.ts';
import { stage } from './stage.ts';

const template = 'examples/web-server.yaml';
const files = ['first.root', 'second file é.root', 'notes.txt', 'third.root'];
/** notes.txt does not match */
const matching = 3;
/** milliseconds */
const patience = 120_000;

type Incoming = NonNullable<Service['incoming']>;

const clientOf = ({ s3 }: Incoming): S3Client => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new S3Client({ endpoint: s3, region: 'us-east-1', forcePathStyle: true, credentials });
};

const putFiles = async (s3: S3Client, { s3: endpoint, bucket: Bucket }: Incoming, folder: string): Promise<void> => {
  for (const name of files) {
    showCommand('aws', '--endpoint-url', endpoint, 's3', 'cp', name, `s3://${Bucket}/${folder}/`);
    await s3.send(new PutObjectCommand({ Bucket, Key: `${folder}/${name}`, Body: randomBytes(1024) }));
  }
};

/** The replicas of the files, as S3 itself lists them. */
const showReplicas = async (s3: S3Client, { bucket, s3: endpoint }: Incoming, folder: string): Promise<void> => {
  const Prefix = `toscanini-replicas/${bucket}/${folder}/`;
  for (const { bucket: Bucket } of storageElements) {
    showCommand('aws', '--endpoint-url', endpoint, 's3', 'ls', `s3://${Bucket}/${Prefix}`);
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix }));
    for (const { Key = '', Size } of Contents) write(`${Size}  ${Key.slice(Prefix.length)}\n`);
  }
};

const isOver = ({ replicationStatus, deployment }: ScheduleEvent): boolean =>
  replicationStatus === 'STUCK' || /_(COMPLETE|FAILED)$/.test(deployment?.status ?? '');

/** Waits until every matching file has led to a deployment that has ended. */
const ended = async (client: Toscanini, id: string, signal: AbortSignal): Promise<readonly ScheduleEvent[]> => {
  for (const until = Date.now() + patience; Date.now() < until; await sleep(250, undefined, { signal })) {
    const events = await collected(client.scheduleEvents(id));
    if (events.length === matching && events.every(isOver)) {
      await sleep(500, undefined, { signal }); // the command shows the last change too
      return events;
    }
  }
  throw new DemoError(`not everything was done within ${patience / 1000} seconds`);
};

await stage(async (signal, cleanUp) => {
  process.chdir(join(import.meta.dirname, '../..'));
  const service = (await findService(process.env)) ?? (await startService(process.env, signal));
  cleanUp.push(service.stop);
  write(`${paint('green', '✔')} Service at ${service.url}\n`);
  const { incoming, url, token } = service;
  if (!incoming) throw new DemoError('the demo puts files into the S3 of a service on this machine: npm start');
  const folder = `demo-${randomBytes(3).toString('hex')}`;
  const toscanini = commandLine(service, signal);
  const wanted = ['--files', `${incoming.bucket}:${folder}/.*\\.root`, '--replicate', 'disk&(country=IT|country=CH)'];
  await toscanini.run('schedules', 'create', template, ...wanted, '--replicas', '2');
  const id = [...toscanini.made].join().slice('/schedules/'.length);
  const s3 = clientOf(incoming);
  cleanUp.push(async () => s3.destroy());
  const client = new Toscanini({ url, token: () => token });
  cleanUp.push(() => client.deleteSchedule(id));
  await putFiles(s3, incoming, folder);
  const seen = ended(client, id, signal);
  await toscanini.runUntil(
    seen.then(() => undefined),
    'schedules',
    'events',
    id,
    '--follow',
  );
  await showReplicas(s3, incoming, folder);
  const deployments = (await seen).flatMap(({ deployment }) => deployment ?? []);
  const job = await showJob({ toscanini, client, s3, place: incoming, folder, signal, cleanUp });
  const made = [...deployments.map(({ uuid }) => uuid), job];
  if (!service.own) for (const uuid of made) await toscanini.run('delete', uuid, '--yes', '--detach');
  const good = deployments.filter(({ status }) => status === 'CREATE_COMPLETE').length;
  write(
    `\n${paint('bold', 'Done')}: ${good} of ${matching} files were replicated and deployed, and a job has counted the lines of another. The schedules are deleted.\n`,
  );
  if (good < matching) throw new DemoError('a deployment failed');
});
