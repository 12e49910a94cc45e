/**
 * Many deployments at once through the whole local stack: gateway, handlers, table engine, workflows, sandbox clouds. All
 * must end as CREATE_COMPLETE, and the clouds must hold each of them exactly once.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processorTime } from '../test/support/processor-time.ts';
import type { Bench } from './row.ts';

const count = 100;
const patienceMs = 1_800_000;

/** 100 beside one alone, by the clock: what a user waits. */
export const run: Bench = async function* () {
  const [alone, many] = await onLaptop(async (deploy) => [await deploy(1), await deploy(count)] as const);
  yield {
    name: `${count} deployments at once / one alone`,
    ratio: many.seconds / alone.seconds,
    budget: 5,
    detail: `${many.seconds.toFixed(1)} s against ${alone.seconds.toFixed(1)} s; all CREATE_COMPLETE, each once at a provider`,
  };
};

/** 1,000 beside 100, by the processor time of this process, which other load hardly changes. It takes some minutes. */
export const runThousand: Bench = async function* () {
  const [few, many] = await onLaptop(async (deploy) => {
    await deploy(1); // compiles and loads what each process compiles and loads once
    return [await deploy(100), await deploy(1_000)] as const;
  });
  yield {
    name: '1,000 deployments at once until all are complete / 100, processor time',
    ratio: many.processorMs / few.processorMs,
    budget: 12,
    detail: `${(many.processorMs / 1000).toFixed(0)} s against ${(few.processorMs / 1000).toFixed(1)} s, ${many.seconds.toFixed(0)} s and ${few.seconds.toFixed(1)} s by the clock; all CREATE_COMPLETE, none lost, each once at a provider`,
  };
};

interface Taken {
  readonly seconds: number;
  readonly processorMs: number;
}

/** Deploys so many at once, and waits until all are complete. */
type Deploy = (many: number) => Promise<Taken>;

const onLaptop = async <T>(work: (deploy: Deploy) => Promise<T>): Promise<T> => {
  const home = mkdtempSync(join(tmpdir(), 'toscanini-bench-'));
  process.env['TOSCANINI_HOME'] = home;
  process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT'; // keeps the functions' logs off this terminal
  const { startLaptop } = await import('../local/start/laptop.ts');
  const laptop = await startLaptop({ port: 0 });
  try {
    const service = client(laptop.url, `Bearer ${await laptop.sandbox.token({})}`);
    let held = 0;
    return await work(async (many) => {
      const taken = await deployed(service, many);
      held += many;
      await heldOnce(laptop.sandbox.imUrl, held);
      return taken;
    });
  } finally {
    await laptop.stop();
    rmSync(home, { recursive: true, force: true });
  }
};

const deployed = async (service: Client, many: number): Promise<Taken> => {
  const [began, processor] = [performance.now(), processorTime()];
  const ids = await Promise.all(Array.from({ length: many }, () => service.deploy()));
  const seconds = await allComplete(service, new Set(ids), began);
  return { seconds, processorMs: processorTime() - processor };
};

interface Listed {
  readonly uuid: string;
  readonly status: string;
}

interface Client {
  deploy(): Promise<string>;
  list(page: number): Promise<{ readonly content: readonly Listed[] }>;
}

const mostOfPage = 500;

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
    list: (page) => send(`/deployments?size=${mostOfPage}&page=${page}`),
  };
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Seconds until all of `ids` are complete. Throws as soon as one has failed or is missing. */
const allComplete = async (service: Client, ids: ReadonlySet<string>, began: number): Promise<number> => {
  for (;;) {
    const ours = await newest(service, ids);
    const failed = ours.filter(({ status }) => status.endsWith('_FAILED'));
    if (failed.length > 0) throw new Error(`${failed.length} of ${ids.size} failed`);
    if (ours.length !== ids.size) throw new Error(`${ids.size} were accepted, the list shows ${ours.length} of them`);
    const seconds = (performance.now() - began) / 1000;
    if (ours.every(({ status }) => status === 'CREATE_COMPLETE')) return seconds;
    if (seconds * 1000 > patienceMs)
      throw new Error(`not all of ${ids.size} were complete after ${seconds.toFixed(0)} s`);
    await pause(Math.max(200, ids.size * 2)); // a long list costs more to read
  }
};

/** Those of `ids` in the list, in whose first pages they must be. */
const newest = async (service: Client, ids: ReadonlySet<string>): Promise<readonly Listed[]> => {
  const pages = Array.from({ length: Math.ceil(ids.size / mostOfPage) }, (_, page) => service.list(page));
  return (await Promise.all(pages)).flatMap(({ content }) => content).filter(({ uuid }) => ids.has(uuid));
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
