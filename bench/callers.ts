/**
 * What one caller at full speed does to the others, on the whole laptop service: the latency of callers with one request at a
 * time, with and without a caller who keeps 64 connections busy and heeds no Retry-After.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '../test/e2e/service.ts';
import type { Load, Sent } from './caller-load.ts';
import { median, type Row } from './row.ts';

const others = 4;
const connections = 64;
const rounds = 4;
const roundMs = 2_000;

export const run = async function* (): AsyncIterable<Row> {
  const service = await startService(async () => ({ POWERTOOLS_LOG_LEVEL: 'SILENT' }));
  const [quiet, busy] = [child(), child()];
  try {
    const calls = [];
    for (let n = 0; n <= others; n += 1) {
      const token = await service.token('--subject', `caller-${n}`);
      calls.push({ token, url: await deploymentOf(service.url, token) });
    }
    const [one, ...rest] = calls;
    const flood: Load = { calls: Array.from({ length: connections }, () => one ?? never()), pauseMs: 0, ms: roundMs };
    const usual: Load = { calls: rest, pauseMs: 20, ms: roundMs };
    await sent(quiet, usual); // compiles what both rounds use
    yield await compared(
      () => sent(quiet, usual),
      () => sent(busy, flood),
    );
  } finally {
    quiet.kill();
    busy.kill();
    await service.stop();
  }
};

const never = (): never => {
  throw new Error('there is no caller');
};

/** Alternates, so that other load on the machine affects both. */
const compared = async (usual: () => Promise<Sent>, flood: () => Promise<Sent>): Promise<Row> => {
  const [alone, beside, flooded]: number[][] = [[], [], []];
  let refused = 0;
  for (let round = 0; round < rounds; round += 1) {
    alone?.push(...(await usual()).milliseconds);
    const [own, other] = await Promise.all([usual(), flood()]);
    beside?.push(...own.milliseconds);
    flooded?.push(...other.milliseconds);
    refused += other.refused;
    if (own.refused > 0) throw new Error(`${own.refused} requests of the others were refused`);
  }
  const [without, having] = [median(alone ?? []), median(beside ?? [])];
  const rate = (all: readonly number[] = []) => ((all.length * 1_000) / rounds / roundMs).toFixed(0);
  return {
    name: `latency of ${others} callers, with one at full speed / without`,
    ratio: having / without,
    budget: 2,
    detail: `median of ${beside?.length} requests: ${having.toFixed(1)} ms against ${without.toFixed(1)} ms, 95 of 100 under ${highest(beside)} and ${highest(alone)} ms; they send ${rate(beside)} and ${rate(alone)} a second, the one ${rate(flooded)}, of which ${refused} are answered 429`,
  };
};

const highest = (all: readonly number[] = []): string =>
  (all.toSorted((one, other) => one - other)[Math.floor(all.length * 0.95)] ?? 0).toFixed(1);

const child = (): ChildProcess => fork(join(import.meta.dirname, 'caller-load.ts'));

const sent = async (worker: ChildProcess, load: Load): Promise<Sent> => {
  worker.send(load);
  const [answer] = (await once(worker, 'message')) as [Sent];
  return answer;
};

/** The address of a new deployment of this caller. */
const deploymentOf = async (url: string, token: string): Promise<string> => {
  const template = readFileSync(join(import.meta.dirname, '../examples/web-server.yaml'), 'utf8');
  const response = await fetch(`${url}/deployments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ template }),
  });
  if (!response.ok) throw new Error(`POST /deployments answered ${response.status}: ${await response.text()}`);
  return `${url}/deployments/${((await response.json()) as { uuid: string }).uuid}`;
};
