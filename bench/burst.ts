/**
 * 200 deployments at once through the whole local stack: gateway, handlers, table engine, workflows, sandbox clouds. All
 * must end as CREATE_COMPLETE, and the clouds must hold each of them exactly once.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from './row.ts';

const count = 200;
const patienceMs = 240_000;

export const run = async function* (): AsyncIterable<Row> {
  const home = mkdtempSync(join(tmpdir(), 'toscanini-bench-'));
  process.env['TOSCANINI_HOME'] = home;
  process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT'; // keeps the functions' logs off this terminal
  const { startLaptop } = await import('../local/start/laptop.ts');
  const laptop = await startLaptop({ port: 0 });
  try {
    const authorization = `Bearer ${await laptop.sandbox.token({})}`;
    const service = client(laptop.url, authorization);
    const alone = await one(service);
    const began = performance.now();
    const ids = await Promise.all(Array.from({ length: count }, () => service.deploy()));
    const seconds = await allComplete(service, new Set(ids), began);
    await heldOnce(laptop.sandbox.imUrl, count + 1);
    yield {
      name: `${count} deployments at once / one alone`,
      ratio: seconds / alone,
      budget: 10,
      detail: `${seconds.toFixed(1)} s against ${alone.toFixed(1)} s; all CREATE_COMPLETE, each once at a provider`,
    };
  } finally {
    await laptop.stop();
    rmSync(home, { recursive: true, force: true });
  }
};

interface Client {
  deploy(): Promise<string>;
  list(page: number): Promise<{ content: { uuid: string; status: string }[]; page: { totalElements: number } }>;
}

const client = (url: string, authorization: string): Client => {
  const template = readFileSync(join(import.meta.dirname, '../examples/web-server.yaml'), 'utf8');
  const send = async <T>(path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}${path}`, {
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    deploy: async () => (await send<{ uuid: string }>('/deployments', { template })).uuid,
    list: (page) => send(`/deployments?size=500&page=${page}`),
  };
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Seconds until all of `ids` are complete. Throws as soon as one has failed or is missing. */
const allComplete = async (service: Client, ids: ReadonlySet<string>, began: number): Promise<number> => {
  for (;;) {
    const { content, page } = await service.list(0);
    const ours = content.filter(({ uuid }) => ids.has(uuid));
    const failed = ours.filter(({ status }) => status.endsWith('_FAILED'));
    if (failed.length > 0) throw new Error(`${failed.length} of ${ids.size} failed`);
    if (ours.length !== ids.size)
      throw new Error(`${ids.size} were accepted, the list shows ${ours.length} of ${page.totalElements}`);
    const seconds = (performance.now() - began) / 1000;
    if (ours.every(({ status }) => status === 'CREATE_COMPLETE')) return seconds;
    if (seconds * 1000 > patienceMs)
      throw new Error(`not all of ${ids.size} were complete after ${seconds.toFixed(0)} s`);
    await pause(200);
  }
};

const one = async (service: Client): Promise<number> => {
  const began = performance.now();
  return allComplete(service, new Set([await service.deploy()]), began);
};

/** Throws when an infrastructure is missing, or exists twice under one name. */
const heldOnce = async (imUrl: string, expected: number): Promise<void> => {
  const response = await fetch(`${imUrl}/_sandbox/clouds`);
  const names = ((await response.json()) as { clouds: { infrastructures: { name: string }[] }[] }).clouds.flatMap(
    ({ infrastructures }) => infrastructures.map(({ name }) => name),
  );
  if (names.length !== expected || new Set(names).size !== expected)
    throw new Error(
      `the clouds hold ${names.length} infrastructures under ${new Set(names).size} names instead of ${expected}`,
    );
};
