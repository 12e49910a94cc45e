/**
 * Processing a service template, compared with three peers that process the same file: tosca-parser, opera and puccini.
 * Each runs in a process of its own, the peers beside each other: processor time is compared, which other load on the
 * machine hardly changes.
 */

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { processTemplate } from '../../src/tosca/process.ts';
import { pythonEnvironment } from '../../test/e2e/python-environment.ts';
import { type Bench, median } from '../row.ts';
import { template } from '../template.ts';

const execute = promisify(execFile);

/** With the largest template that each processes within seconds: puccini takes minutes for 1,000 nodes. */
const peers = [
  { name: 'tosca-parser', version: '2.15.0', most: 1_000 },
  { name: 'opera', version: '0.7.0', most: 1_000 },
  { name: 'puccini', version: '0.21.0', most: 100 },
] as const;

/** How often each size is measured, by the number of nodes. */
const rounds = new Map([
  [10, 31],
  [100, 15],
  [1_000, 5],
]);

/** docs/contract/budgets.md, "Templates" */
const budget = 1;

const imports = { read: async () => Promise.reject(new Error('no imports here')) };

/**
 * The template of the benchmark in what all four understand: without operations, which opera and puccini read only in the
 * words of TOSCA 1.3 and tosca-parser only in those before, and with a version that is text.
 */
const shared = (nodes: number): string =>
  template(nodes)
    .replaceAll(/ {6}interfaces:\n(?: {8}.*\n)+/g, '')
    .replaceAll('version: 22.04', 'version: "22.04"');

const here = (file: string): string => join(import.meta.dirname, file);

/** Milliseconds of processor time of this process. */
const ours = async (text: string, times: number): Promise<number> => {
  const taken: number[] = [];
  for (let round = -times; round < times; round += 1) {
    const began = process.cpuUsage();
    const { ok } = await processTemplate(text, { inputs: {}, imports });
    const { user, system } = process.cpuUsage(began);
    if (!ok) throw new Error("the peers' template is wrong");
    if (round >= 0) taken.push((user + system) / 1000); // the first half warms up
  }
  return median(taken);
};

const theirs = async (python: string, peer: string, file: string, times: number, nodes: number): Promise<number> => {
  const { stdout } = await execute(python, [here('measure.py'), peer, file, `${times}`]);
  const seen = JSON.parse(stdout) as { readonly nodes: number; readonly ms: number };
  if (seen.nodes !== nodes) throw new Error(`${peer} found ${seen.nodes} nodes instead of ${nodes}`);
  return seen.ms;
};

export const run: Bench = async function* () {
  const python = await pythonEnvironment('peers', here('requirements.txt'));
  const folder = await mkdtemp(join(tmpdir(), 'toscanini-peers-'));
  try {
    for (const [nodes, ownTimes] of rounds) {
      const text = shared(nodes);
      const file = join(folder, `${nodes}.yaml`);
      await writeFile(file, text);
      const own = await ours(text, ownTimes);
      const peersOfSize = peers.filter(({ most }) => nodes <= most);
      const times = nodes < 100 ? 3 : 1;
      const taken = await Promise.all(peersOfSize.map(({ name }) => theirs(python, name, file, times, nodes)));
      for (const [at, { name, version }] of peersOfSize.entries()) {
        const other = taken[at] ?? Number.NaN;
        const detail = `${own.toFixed(1)} ms against ${other.toFixed(1)} ms of processor time`;
        yield { name: `template of ${nodes} nodes / ${name} ${version}`, ratio: own / other, budget, detail };
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
