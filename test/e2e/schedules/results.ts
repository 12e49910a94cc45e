/** Files that jobs process: each result in S3 is what the job has computed from its file. */

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Api } from './api.ts';
import type { Standing } from './stack.ts';

const template = readFileSync(new URL('../../../examples/job-per-file.yaml', import.meta.url), 'utf8');

export interface JobResults {
  readonly files: number;
  /** deployments of jobs that are complete */
  readonly complete: number;
  /** results that are right */
  readonly right: number;
}

/** Puts files, number n with n lines, and waits until each has a deployment that has ended. */
export const jobResults = async (api: Api, standing: Standing, files: number, until: number): Promise<JobResults> => {
  const { s3: endpoint, bucket: Bucket, results } = standing;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const s3 = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  const schedule = await api.schedule(`${Bucket}:lines/[0-9]+\\.txt`, {
    template,
    parameters: { file: '${file.url}', output: `s3://${results}/counted/\${file.size}/` },
  });
  const texts = Array.from({ length: files }, (_, index) => 'line\n'.repeat(index + 1));
  for (const [index, Body] of texts.entries())
    await s3.send(new PutObjectCommand({ Bucket, Key: `lines/${index + 1}.txt`, Body }));
  const complete = await ended(api, schedule, files, until);
  let right = 0;
  for (const [index, { length }] of texts.entries()) {
    const found = await s3
      .send(new GetObjectCommand({ Bucket: results, Key: `counted/${length}/lines.txt` }))
      .catch(() => ({}));
    const text = 'Body' in found ? await found.Body?.transformToString() : undefined;
    if (Number(text) === index + 1) right += 1;
  }
  s3.destroy();
  return { files, complete, right };
};

const ended = async (api: Api, schedule: string, files: number, until: number): Promise<number> => {
  for (;;) {
    const statuses = (await api.events(schedule)).map(({ deployment }) => deployment?.status ?? '');
    const isOver = statuses.length === files && statuses.every((status) => /_(COMPLETE|FAILED)$/.test(status));
    if (isOver || Date.now() > until) return statuses.filter((status) => status === 'CREATE_COMPLETE').length;
    await sleep(1_000);
  }
};
