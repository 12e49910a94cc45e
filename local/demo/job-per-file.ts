/** The second half of `npm run tool demo:schedule`: a job reads a file that has arrived, and its result is there. */

import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { collected, type Toscanini } from '../../client/index.ts';
import type { CommandLine } from './command.ts';
import { DemoError } from './error.ts';
import { paint, showCommand, write } from './screen.ts';

const template = 'examples/job-per-file.yaml';
const text = 'one\ntwo\nthree\n';
/** milliseconds */
const patience = 120_000;

export interface Stage {
  readonly toscanini: CommandLine;
  readonly client: Toscanini;
  readonly s3: S3Client;
  /** address of S3, the bucket where files arrive, and the one for results */
  readonly place: { readonly s3: string; readonly bucket: string; readonly results: string };
  /** names of the files begin with it */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly cleanUp: (() => Promise<unknown>)[];
}

/** Returns the id of the deployment. */
export const showJob = async (stage: Stage): Promise<string> => {
  const { toscanini, client, s3, place, folder, cleanUp } = stage;
  const { bucket: Bucket, results: Results, s3: endpoint } = place;
  const results = `${folder}-results/`;
  write(`\n${paint('bold', 'A job for each new file')}\n`);
  const inputs = ['-i', 'file=${file.url}', '-i', `output=s3://${Results}/${results}\${file.name}/`];
  const before = new Set(toscanini.made);
  await toscanini.run(
    'schedules',
    'create',
    template,
    '--files',
    `${Bucket}:${folder}/lines/.*`,
    '--replicate',
    'disk',
    ...inputs,
  );
  const id = [...toscanini.made].find((path) => !before.has(path))?.slice('/schedules/'.length) ?? '';
  cleanUp.push(() => client.deleteSchedule(id));
  showCommand('aws', '--endpoint-url', endpoint, 's3', 'cp', 'three-lines.txt', `s3://${Bucket}/${folder}/lines/`);
  await s3.send(new PutObjectCommand({ Bucket, Key: `${folder}/lines/three-lines.txt`, Body: text }));
  const deployment = await ended(stage, id);
  await toscanini.run('show', deployment);
  const Key = `${results}${folder}/lines/three-lines.txt/lines.txt`;
  showCommand('aws', '--endpoint-url', endpoint, 's3', 'cp', `s3://${Results}/${Key}`, '-');
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: Results, Key }));
  const result = (await Body?.transformToString()) ?? '';
  write(result);
  if (result.trim() !== '3') throw new DemoError('the job did not count the lines of the file');
  return deployment;
};

const ended = async ({ client, signal }: Stage, id: string): Promise<string> => {
  for (const until = Date.now() + patience; Date.now() < until; await sleep(250, undefined, { signal })) {
    const [event] = await collected(client.scheduleEvents(id));
    if (/_(COMPLETE|FAILED)$/.test(event?.deployment?.status ?? '')) return event?.deployment?.uuid ?? '';
  }
  throw new DemoError(`the job was not done within ${patience / 1000} seconds`);
};
