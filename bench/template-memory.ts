/**
 * The memory for processing a service template, compared with js-yaml loading the same text: the growth of a fresh
 * process's resident set at its peak. Below some thousand nodes the growth is too small to measure.
 */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { load } from 'js-yaml';
import { processTemplate } from '../src/tosca/process.ts';
import { median, type Row } from './row.ts';
import { template } from './template.ts';

const sizes = [4_000, 10_000];
const budget = 2;
const rounds = 7;

/**
 * A small young generation is collected often, so that the peak shows the memory in use and not garbage. The optimizing
 * compilers are off: what they use for a moment is as much as 4,000 nodes, and in some runs it comes at the peak.
 */
const lean = ['--max-semi-space-size=1', '--no-opt', '--no-maglev'];

type Kind = 'load' | 'process';

const work: Readonly<Record<Kind, (text: string) => Promise<unknown>>> = {
  load: async (text) => load(text),
  process: (text) =>
    processTemplate(text, { inputs: {}, imports: { read: async () => Promise.reject(new Error('no imports here')) } }),
};

/** Kilobytes of growth at the peak in this process. Work that a process does only once is done before. */
const growth = async (kind: Kind, nodes: number): Promise<number> => {
  const warm = template(10);
  for (let round = 0; round < 3; round += 1) await work[kind](warm);
  const text = template(nodes);
  const before = process.resourceUsage().maxRSS;
  await work[kind](text);
  return process.resourceUsage().maxRSS - before;
};

const growths = async (kind: Kind, nodes: number): Promise<number> => {
  const all: number[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await growthOfProcess(kind, nodes));
  return median(all);
};

const growthOfProcess = async (kind: Kind, nodes: number): Promise<number> => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...lean,
    fileURLToPath(import.meta.url),
    kind,
    `${nodes}`,
  ]);
  return Number(stdout);
};

export const run = async function* (): AsyncIterable<Row> {
  for (const nodes of sizes) {
    // at once: what else the machine does changes the time of a process, and not its memory
    const [processing, loading] = await Promise.all([growths('process', nodes), growths('load', nodes)]);
    const megabytes = (kilobytes: number) => (kilobytes / 1024).toFixed(0);
    yield {
      name: `memory for a template of ${nodes} nodes`,
      ratio: processing / loading,
      budget,
      detail: `peak growth of ${megabytes(processing)} MB against ${megabytes(loading)} MB of js-yaml, median of ${rounds} processes each`,
    };
  }
};

if (import.meta.main) {
  const [, , kind, nodes] = process.argv;
  if (kind !== 'load' && kind !== 'process') throw new Error('usage: bench/template-memory.ts load|process NODES');
  console.log(await growth(kind, Number(nodes)));
}
