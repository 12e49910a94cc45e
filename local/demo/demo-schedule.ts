/**
 * `npm run demo:schedule`: makes a schedule, puts three files, and shows the events, replicas and deployments that follow.
 */

import '../guard.mjs';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { conform } from '../../src/foundation/shape/examine.ts';
import { TokenError } from '../operators/issuer-token.ts';
import { storageElements } from '../storage/storage-elements.ts';
import { DemoError, messageOf } from './error.ts';
import { paint, write } from './screen.ts';
import { findService, type Service, startService } from './service.ts';

const example = 'examples/web-server.yaml';
/** milliseconds */
const patience = 120_000;

const schedule = v.object({ uuid: v.string(), fileExpression: v.string(), replicationExpression: v.string() });
const event = v.object({
  name: v.string(),
  replicationStatus: v.string(),
  statusReason: v.optional(v.string()),
  deployment: v.optional(v.object({ uuid: v.string(), status: v.string(), task: v.string() })),
});
const events = v.object({ content: v.array(event) });
type Event = v.InferOutput<typeof event>;

const send = async ({ url, token }: Service, path: string, body?: object, method = body ? 'POST' : 'GET') => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new DemoError(`${path} answered ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
};

const makeSchedule = async (service: Service, bucket: string, folder: string) => {
  const made = conform(
    schedule,
    await send(service, '/schedules', {
      template: readFileSync(join(import.meta.dirname, '../..', example), 'utf8'),
      parameters: {},
      fileExpression: `${bucket}:${folder}/.*\\.root`,
      replicationExpression: 'disk&(country=IT|country=CH)',
      numberOfReplicas: 2,
    }),
  );
  write(`${paint('green', '✔')} Schedule ${made.uuid}\n`);
  write(
    `    files     ${paint('cyan', made.fileExpression)}\n    replicas  2 of ${paint('cyan', made.replicationExpression)}\n`,
  );
  return made;
};

type Incoming = NonNullable<Service['incoming']>;

const clientOf = ({ s3 }: Incoming): S3Client => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new S3Client({ endpoint: s3, region: 'us-east-1', forcePathStyle: true, credentials });
};

const putFiles = async (incoming: Incoming, folder: string): Promise<void> => {
  const s3 = clientOf(incoming);
  for (const name of ['first.root', 'second file é.root', 'notes.txt', 'third.root']) {
    await s3.send(new PutObjectCommand({ Bucket: incoming.bucket, Key: `${folder}/${name}`, Body: randomBytes(1024) }));
    const isMeant = name.endsWith('.root') ? '' : '  which the schedule does not match';
    write(`${paint('green', '✔')} PUT s3://${incoming.bucket}/${folder}/${name}${isMeant}\n`);
  }
  s3.destroy();
};

const lineOf = ({ name, replicationStatus, statusReason, deployment }: Event): string => {
  const task = deployment && deployment.task !== 'NONE' ? ` (${deployment.task})` : '';
  const became = deployment ? `${deployment.status}${task}` : 'no deployment yet';
  return `${name}  ${paint('yellow', replicationStatus)}  ${became} ${statusReason ?? ''}`.trimEnd();
};

/** The existing replicas of a file, as S3 itself lists them. */
const replicasOf = async (incoming: Incoming, name: string): Promise<readonly string[]> => {
  const s3 = clientOf(incoming);
  const found = await Promise.all(
    storageElements.map(async ({ name: element, bucket: Bucket }) => {
      const Prefix = `toscanini-replicas/${incoming.bucket}/${name}`;
      const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix }));
      return Contents.map(({ Key }) => `${element}: s3://${Bucket}/${Key}`);
    }),
  );
  s3.destroy();
  return found.flat();
};

const isOver = ({ replicationStatus, deployment }: Event): boolean =>
  replicationStatus === 'STUCK' || /_(COMPLETE|FAILED)$/.test(deployment?.status ?? '');

/** Prints each change once, and the replicas of a file when all exist, until every event has ended. */
const watch = async (service: Service, incoming: Incoming, id: string, files: number): Promise<readonly Event[]> => {
  const said = new Map<string, string>();
  const shown = new Set<string>();
  for (const until = Date.now() + patience; Date.now() < until; await sleep(250)) {
    const { content } = conform(events, await send(service, `/schedules/${id}/events?sort=createdAt,asc`));
    for (const seen of content) {
      const line = lineOf(seen);
      if (said.get(seen.name) !== line) write(`  ${line}\n`);
      said.set(seen.name, line);
      if (seen.replicationStatus !== 'OK' || shown.has(seen.name)) continue;
      shown.add(seen.name);
      for (const replica of await replicasOf(incoming, seen.name)) write(`    ${paint('cyan', replica)}\n`);
    }
    if (content.length === files && content.every(isOver)) return content;
  }
  throw new DemoError(
    `not everything was done within ${patience / 1000} seconds; GET /schedules/${id}/events says more`,
  );
};

const run = async (service: Service): Promise<void> => {
  if (!service.incoming) throw new DemoError('the demo puts files into the S3 of a service on this machine: npm start');
  const folder = `demo-${randomBytes(3).toString('hex')}`;
  const { uuid } = await makeSchedule(service, service.incoming.bucket, folder);
  await putFiles(service.incoming, folder);
  const seen = await watch(service, service.incoming, uuid, 3);
  await send(service, `/schedules/${uuid}`, undefined, 'DELETE');
  for (const { deployment } of service.own ? [] : seen)
    if (deployment) await send(service, `/deployments/${deployment.uuid}`, undefined, 'DELETE');
  const good = seen.filter(({ deployment }) => deployment?.status === 'CREATE_COMPLETE').length;
  write(`\n  ${good} of ${seen.length} files were replicated and deployed; the schedule is deleted again.\n`);
  if (good < seen.length) throw new DemoError('a deployment failed');
};

let service: Service | undefined;
try {
  service = (await findService(process.env)) ?? (await startService(process.env, AbortSignal.timeout(patience)));
  write(`${paint('green', '✔')} Service at ${service.url}\n`);
  await run(service);
} catch (cause) {
  process.exitCode = 1;
  const isTold = cause instanceof DemoError || cause instanceof TokenError;
  process.stderr.write(`\n${paint('red', '✖')} ${isTold ? messageOf(cause) : ((cause as Error).stack ?? cause)}\n`);
} finally {
  await service?.stop();
}
