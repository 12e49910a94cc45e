/**
 * What a client waits for until its deployment is accepted: the calls of POST /deployments that wait for each other. And
 * 1,000 requests at once, compared with 100, on the local engines of tables and files.
 */

import { s3Client } from '../src/adapters/aws/s3.ts';
import { dynamoDbClient } from '../src/adapters/tables/client.ts';
import { acceptingOver } from '../test/support/accepting.ts';
import { type Engine, localAws, startEngine } from '../test/support/engine.ts';
import { processorTime } from '../test/support/processor-time.ts';
import { counts } from '../test/support/random-writers.ts';
import type { Row } from './row.ts';
import { template } from './template.ts';

const requests = [
  { name: 'calls in sequence of POST /deployments', budget: 3, headers: {} },
  { name: 'the same with an Idempotency-Key', budget: 6, headers: { 'Idempotency-Key': 'once' } },
];

export const run = async function* (): AsyncIterable<Row> {
  yield* await withEngine(paths);
  const few = await withEngine((engine) => accepted(engine, 100));
  const many = await withEngine((engine) => accepted(engine, 1_000));
  yield {
    name: '1,000 creations accepted at once / 100, processor time',
    ratio: many / few,
    budget: 12,
    detail: `${(many / 1000).toFixed(1)} s against ${(few / 1000).toFixed(1)} s; each recorded, counted and started exactly once`,
  };
};

const withEngine = async <T>(work: (engine: Engine) => Promise<T>): Promise<T> => {
  const engine = await startEngine();
  try {
    return await work(engine);
  } finally {
    await engine.stop();
  }
};

const paths = async (engine: Engine): Promise<readonly Row[]> => {
  const { post, calls } = acceptingOver(engine);
  const rows: Row[] = [];
  for (const { name, budget, headers } of requests) {
    const { inSequence, atOnce, shown, ...all } = await calls.pathOf(async () => {
      const { statusCode, body } = await post({ template: template(10) }, headers);
      if (statusCode !== 201) throw new Error(`POST /deployments answered ${statusCode}: ${body}`);
    });
    rows.push({ name, ratio: inSequence, budget, detail: `${all.calls} calls, at most ${atOnce} at once: ${shown}` });
  }
  return rows;
};

/** So many functions answer requests at the same time, each with clients of its own; the other requests wait. */
const environments = 32;

/** Milliseconds of processor time until all are accepted. Throws if one is lost, or is there or started twice. */
const accepted = async (engine: Engine, count: number): Promise<number> => {
  const functions = Array.from({ length: environments }, () => acceptingOver(withOwnClients(engine)));
  let left = count;
  const ids = new Set<string>();
  const began = processorTime();
  await Promise.all(
    functions.map(async ({ post }) => {
      while (left-- > 0) {
        const { statusCode, body } = await post({ template: template(10) });
        if (statusCode !== 201) throw new Error(`POST /deployments answered ${statusCode}: ${body}`);
        ids.add((JSON.parse(body) as { uuid: string }).uuid);
      }
    }),
  );
  const taken = processorTime() - began;
  const started = functions.flatMap((one) => one.started);
  const [all] = await counts(engine);
  const figures = [ids.size, started.length, new Set(started).size, all?.counted, all?.there];
  if (figures.every((figure) => figure === count)) return taken;
  throw new Error(`${count} requests: accepted, started, started once, counted, recorded are ${figures.join(', ')}`);
};

const withOwnClients = ({ endpoints, ...engine }: Engine): Engine => ({
  ...engine,
  endpoints,
  client: dynamoDbClient({ ...localAws, endpoint: endpoints.dynamoDb }),
  s3: s3Client({ ...localAws, endpoint: endpoints.s3, forcePathStyle: true }),
});
