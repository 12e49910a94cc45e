/**
 * Files that come at once become as many finished jobs, through the whole local stack: notifications, matcher, workflows,
 * replicas, and the sandbox's AWS Batch, where each command really runs. None may be lost and none may run twice.
 * Only by its name, since it takes minutes: `npm run bench -- jobs`, or `npm run bench -- jobs --files 1000`.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { jobsAt } from '../test/e2e/jobs-held.ts';
import { costOf, transitionsIn } from './job-cost.ts';
import type { BenchOptions, Row } from './row.ts';

/** Without one more finished job: a busy machine is slow, and a lost file never comes. */
const patienceMs = 600_000;

/**
 * Says how large its file is, which nobody but its own event knows. It copies no file: the sandbox's `aws` is a program that
 * takes longer to start than everything that is measured here.
 */
const template = JSON.stringify({
  tosca_definitions_version: 'tosca_simple_yaml_1_0',
  imports: ['toscanini-types.yaml'],
  topology_template: {
    inputs: { size: { type: 'string' } },
    node_templates: {
      size: {
        type: 'toscanini.nodes.Job',
        properties: {
          image: 'busybox',
          environment: { SIZE: { get_input: 'size' } },
          command: 'echo "{\\"bytes\\": $SIZE}" > "$TOSCANINI_RESULTS"',
        },
      },
    },
    outputs: { bytes: { value: { get_attribute: ['size', 'results', 'bytes'] } } },
  },
});

/** Bytes of a file: each has its own number. */
const sizeOf = (index: number): number => index + 1;

export const run = async function* ({ files: count }: BenchOptions): AsyncIterable<Row> {
  const home = mkdtempSync(join(tmpdir(), 'toscanini-bench-'));
  process.env['TOSCANINI_HOME'] = home;
  process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT'; // keeps the functions' logs off this terminal
  const { startLaptop } = await import('../local/start/laptop.ts');
  const { readRunning } = await import('../local/machine/running.ts');
  const laptop = await startLaptop({ port: 0 });
  try {
    const { s3 = '', incoming = [] } = readRunning() ?? {};
    const [bucket = ''] = incoming;
    const store = storeAt(s3);
    const service = client(laptop.url, `Bearer ${await laptop.sandbox.token({})}`, count);
    const schedule = await service.schedule(bucket);
    const began = performance.now();
    const processor = process.cpuUsage();
    const numbers = Array.from({ length: count }, (_, index) => index);
    while (numbers.length > 0) await Promise.all(numbers.splice(0, 50).map((index) => putFile(store, bucket, index)));
    const put = (performance.now() - began) / 1000;
    await service.allComplete(schedule);
    const seconds = (performance.now() - began) / 1000;
    const { user, system } = process.cpuUsage(processor);
    await eachOnce(laptop.sandbox.awsUrl ?? '', count);
    await service.eachResult();
    const { transitions, express } = transitionsIn(home);
    const { dollars, parts } = costOf({ transitions, express }, count);
    yield {
      name: `${count} files to ${count} finished jobs / putting the files`,
      ratio: seconds / put,
      detail: `${seconds.toFixed(0)} s against ${put.toFixed(0)} s; each job ran once, each result is there`,
    };
    yield {
      name: 'processor time of a file in ms',
      ratio: (user + system) / 1000 / count,
      detail: 'service, sandbox, S3 and this benchmark: one process',
    };
    yield {
      name: 'transitions of a file',
      ratio: transitions / count,
      budget: 10,
      detail: `and ${(express / count).toFixed(1)} runs of Express workflows; $${dollars.toFixed(6)} a file: ${parts}`,
    };
  } finally {
    await laptop.stop();
    rmSync(home, { recursive: true, force: true });
  }
};

const putFile = (store: S3Client, Bucket: string, index: number) =>
  store.send(new PutObjectCommand({ Bucket, Key: `in/${index}.txt`, Body: 'x'.repeat(sizeOf(index)) }));

const storeAt = (endpoint: string): S3Client => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
};

interface Result {
  readonly outputs?: { readonly bytes?: number };
}

interface Event {
  readonly deployment?: { readonly status: string };
}

/** The tables of a laptop have no room for this question just now: it is asked again. */
const busy = (error: Error): undefined => {
  if (!/answered 503|ECONNRESET|fetch failed/.test(error.message)) throw error;
};

const client = (url: string, authorization: string, count: number) => {
  const send = async <T>(path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}${path}`, {
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    schedule: async (bucket: string): Promise<string> => {
      const made = await send<{ uuid: string }>('/schedules', {
        template,
        fileExpression: `${bucket}:in/.*`,
        replicationExpression: 'disk',
        numberOfReplicas: 1,
        parameters: { size: '${file.size}' },
      });
      return made.uuid;
    },
    /** Throws when a result is missing, or there twice. */
    eachResult: async (): Promise<void> => {
      const { content } = await send<{ content: Result[] }>('/deployments?size=2000');
      const found = new Set(content.map(({ outputs }) => outputs?.bytes));
      const missing = Array.from({ length: count }, (_, index) => sizeOf(index)).filter((bytes) => !found.has(bytes));
      if (missing.length > 0 || content.length !== count)
        throw new Error(`${missing.length} results are missing in ${content.length} deployments`);
    },
    /** Until each file has a deployment that is complete. Throws as soon as one has failed, or there is one too many. */
    allComplete: async (schedule: string): Promise<void> => {
      let [done, doneAt] = [0, performance.now()];
      for (let askedAt = doneAt; askedAt < doneAt + patienceMs; askedAt = performance.now()) {
        const answered = await send<{ content: Event[] }>(`/schedules/${schedule}/events?size=2000`).catch(busy);
        const took = performance.now() - askedAt;
        const { content = [] } = answered ?? {};
        const statuses = content.map(({ deployment }) => deployment?.status ?? '');
        const failed = statuses.filter((status) => status.endsWith('_FAILED')).length;
        if (failed > 0 || content.length > count) throw new Error(`${failed} failed, of ${content.length} events`);
        const complete = statuses.filter((status) => status === 'CREATE_COMPLETE').length;
        if (complete === count) return;
        if (complete > done) [done, doneAt] = [complete, askedAt];
        await sleep(Math.max(2_000, 20 * took)); // so that asking takes a small part of the processor's time
      }
      throw new Error(`${done} of ${count} are complete, and no other became so in ${patienceMs / 1000} s`);
    },
  };
};

/** Throws when a job is missing at Batch, or is there twice. */
const eachOnce = async (awsUrl: string, count: number): Promise<void> => {
  const jobs = (await jobsAt(awsUrl)).flatMap((one) => one.jobs);
  if (jobs.length !== count || new Set(jobs).size !== count)
    throw new Error(`Batch has ${jobs.length} jobs with ${new Set(jobs).size} names instead of ${count}`);
};
