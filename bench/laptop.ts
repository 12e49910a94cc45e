/**
 * `npm start` beside another tree of this repository, by processor time and memory. Only by name, since both take minutes and need that
 * tree with its packages: `git worktree add --detach FOLDER 622a6ec8`, `npm ci` there, then
 * `npm run bench -- laptop-traffic --baseline FOLDER` and `npm run bench -- laptop-burst --baseline FOLDER`.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LaptopProcess, startProcess, type Used } from './laptop-process.ts';
import type { BenchOptions, Row } from './row.ts';

const own = join(import.meta.dirname, '..');
const template = readFileSync(join(own, 'examples/web-server.yaml'), 'utf8');

/** Each uses the four ports after it too. */
const ports = [4651, 4656] as const;

interface Side extends LaptopProcess {
  send(method: string, path: string, body?: object): Promise<{ readonly status: number; readonly text: string }>;
}

/** By what happened, how often. */
type Counts = Map<string, number>;

const started = async (tree: string, port: number, pace: number): Promise<Side> => {
  const laptop = await startProcess(tree, port, pace);
  const headers = { authorization: `Bearer ${laptop.token}`, 'content-type': 'application/json' };
  return {
    ...laptop,
    send: async (method, path, body) => {
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const answer = await fetch(`${laptop.url}${path}`, init);
      return { status: answer.status, text: await answer.text() };
    },
  };
};

const both = async <T>(
  { baseline }: BenchOptions,
  pace: number,
  work: (now: Side, before: Side) => Promise<T>,
): Promise<T> => {
  if (baseline === undefined) throw new Error('say with --baseline FOLDER which tree to compare with');
  await using cleanup = new AsyncDisposableStack();
  const before = await started(baseline, ports[0], pace);
  cleanup.defer(() => before.stop());
  const now = await started(own, ports[1], pace);
  cleanup.defer(() => now.stop());
  await sleep(8_000); // by then both have loaded all functions
  return await work(now, before);
};

const roundMs = 250;

/** Both get the same requests at the same times: deployments that come, change and go, pages, events and resources. */
export const traffic = async (options: BenchOptions): Promise<readonly Row[]> =>
  both(options, 0.05, async (now, before) => {
    const sides = [now, before].map((side) => ({ side, ids: [] as string[], counts: new Map() as Counts }));
    const first = sides.map(({ side }) => side.used());
    const began = performance.now();
    let rounds = 0;
    for (; performance.now() - began < options.minutes * 60_000; rounds += 1) {
      await Promise.all(sides.map((one) => round(one, rounds)));
      await sleep(Math.max(0, began + (rounds + 1) * roundMs - performance.now()));
    }
    const last = sides.map(({ side }) => side.used());
    const counted = sides.map(({ counts }) => [...counts].map((one) => one.join(' × ')).join(', '));
    const figure = (name: string, of: (used: Used) => number, unit: string): Row => {
      const [one = 0, other = 0] = last.map(of);
      const detail = last.map((used, at) => `${of(used).toFixed(0)} ${unit} (${of(first[at] ?? used).toFixed(0)})`);
      return { name, ratio: one / other, detail: `${detail.join(' against ')} after ${rounds} rounds (before them)` };
    };
    return [
      figure('memory of npm start after the traffic', ({ resident }) => resident, 'MB'),
      figure('the most memory of npm start', ({ peak }) => peak, 'MB'),
      figure('processor time of npm start', ({ processorMs }) => processorMs / 1000, 's'),
      figure('data on the disk', ({ disk }) => disk, 'MB'),
      { name: 'answers', ratio: Number(counted[0] === counted[1]), detail: `1: the same; ${counted[0]}` },
    ];
  });

const round = async (
  { side: { send }, ids, counts }: { readonly side: Side; readonly ids: string[]; readonly counts: Counts },
  turn: number,
): Promise<void> => {
  const call = async (method: string, path: string, body?: object): Promise<string> => {
    const { status, text } = await send(method, path, body);
    const what = `${method} ${path.replaceAll(/\/[0-9a-f-]{36}/g, '/{id}')} ${status}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
    return text;
  };
  if (turn % 2 === 0) ids.push((JSON.parse(await call('POST', '/deployments', { template })) as { uuid: string }).uuid);
  await call('GET', '/deployments?size=10');
  const one = ids[turn % ids.length];
  await call('GET', `/deployments/${one}`);
  await call('GET', `/deployments/${one}/events`);
  await call('GET', `/deployments/${one}/resources`);
  if (turn % 8 === 5 && ids.length > 10)
    await call('PUT', `/deployments/${ids.at(-10)}`, { template: template.replace('num_cpus: 1', 'num_cpus: 2') });
  if (turn % 2 === 1 && ids.length > 60) await call('DELETE', `/deployments/${ids.shift()}`);
};

const burstSize = 1_000;
const mostOfPage = 500;

/** A thousand creations at once, one tree after the other: all must be accepted, and all complete. */
export const burst = async (options: BenchOptions): Promise<readonly Row[]> =>
  both(options, 1, async (now, before) => {
    const [other, one] = [await burstOn(before), await burstOn(now)];
    const figure = (name: string, of: (taken: Burst) => number): Row => ({
      name: `${burstSize} creations at once, ${name}`,
      ratio: of(one) / of(other),
      detail: `${of(one).toFixed(1)} s against ${of(other).toFixed(1)} s; ${one.answers} against ${other.answers}`,
    });
    return [
      figure('processor time until they are answered', ({ answered }) => answered),
      figure('processor time until all are complete', ({ complete }) => complete),
      figure('by the clock', ({ clock }) => clock),
    ];
  });

/** In seconds. */
interface Burst {
  readonly answered: number;
  readonly complete: number;
  readonly clock: number;
  /** by status, how many */
  readonly answers: string;
}

const burstOn = async (side: Side): Promise<Burst> => {
  const [before, began] = [side.used().processorMs, performance.now()];
  const since = () => (side.used().processorMs - before) / 1000;
  const answers = await Promise.all(Array.from({ length: burstSize }, () => answerTo(side)));
  const answered = since();
  for (let left = 1; left > 0; ) {
    await sleep(5_000);
    const pages = await Promise.all(
      [0, 1].map((page) => side.send('GET', `/deployments?size=${mostOfPage}&page=${page}`)),
    );
    const shown = pages.flatMap(({ text }) => (JSON.parse(text) as { content: { status: string }[] }).content);
    left = shown.filter(({ status }) => status.endsWith('IN_PROGRESS')).length;
    const failed = shown.filter(({ status }) => status.endsWith('FAILED')).length;
    if (failed > 0) throw new Error(`${failed} of ${shown.length} deployments have failed`);
  }
  const counted = [...Map.groupBy(answers, (answer) => answer)].map(([answer, all]) => `${all.length} × ${answer}`);
  return { answered, complete: since(), clock: (performance.now() - began) / 1000, answers: counted.join(', ') };
};

/** The status, or why there was none. */
const answerTo = async (side: Side): Promise<string> => {
  try {
    return `${(await side.send('POST', '/deployments', { template })).status}`;
  } catch (error) {
    const { cause } = error as { readonly cause?: { readonly code?: string } };
    if (cause?.code === undefined) throw error;
    return cause.code;
  }
};
