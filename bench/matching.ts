/**
 * Finds the schedules that a file matches among 100, 10,000 and 1,000,000, compared with a scan of all. The index is in
 * memory here. The service's own code files and reads it, and it counts the requests that DynamoDB would get.
 */

import { matching } from '../src/domain/schedules/match-files.ts';
import type { File } from '../src/domain/schedules/schedule.ts';
import { fileConfiguration, type Index, indexOf } from './matching-index.ts';
import { requestFor } from './matching-request.ts';
import { type Scan, scanOf } from './matching-scan.ts';
import { median, type Row, timed } from './row.ts';

/**
 * For each size: `scanned` is the number of files for the scan, and one block of schedules in `blocks` is scanned for them:
 * a scan of a million schedules takes long. `ofScan` is the largest ratio to a scan. `growth` is the largest ratio to the
 * size before. From 100 to 10,000 it is large, because a hundred compiled expressions fit into the caches of a processor:
 * a file met 23 schedules instead of 17, and took 2.2 times as long on one processor and 5.4 times on another. The bound that
 * counts is the last row, beside the request.
 */
const sizes = [
  { size: 100, scanned: 400, blocks: 1, growth: 1, ofScan: 1.5 },
  { size: 10_000, scanned: 20, blocks: 1, growth: 8, ofScan: 0.01 },
  { size: 1_000_000, scanned: 3, blocks: 20, growth: 1.5, ofScan: 0.0001 },
];
type Size = (typeof sizes)[number];

const rounds = 400;

/** Most expressions name their own directory. Some have alternatives, some match an ending, some use a character class. */
const expressionOf = (index: number): string => {
  const directory = `project-${index % 37}/run-${String(index).padStart(7, '0')}`;
  switch (index % 10) {
    case 0:
      return `incoming:project-[0-9]+/run-${String(index).padStart(7, '0')}/.*`;
    case 1:
      return `incoming:(raw/${index}-th|${directory})/.*\\.root`;
    case 2:
      return `.*/run-${String(index).padStart(7, '0')}/part-[0-9]{4}\\.(root|raw)`;
    default:
      return `incoming:${directory}/.*`;
  }
};

/** A file of the first hundred schedules, so that it matches the same number at every size. */
const fileOf = (round: number): File => {
  const index = (round * 7) % 100;
  const directory = `project-${index % 37}/run-${String(index).padStart(7, '0')}`;
  return { scope: 'incoming', name: `${directory}/part-${String(round).padStart(4, '0')}.root` };
};

/** Milliseconds per file with the index: the least of three, since what else the machine does may double one. */
const byIndex = async (scheduleIndex: Index): Promise<number> => {
  let round = 0;
  const match = () => matching({ scheduleIndex, fileConfiguration }, fileOf(round++));
  await timed(rounds, match); // warm-up: a process compiles each expression once
  const medians: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    Object.assign(scheduleIndex.reads, { counts: 0, queries: 0, watches: 0 });
    round = 0;
    medians.push(median(await timed(rounds, match)));
  }
  return Math.min(...medians);
};

/** Throws when a scan and the index find different schedules among those that were scanned. */
const agree = async (
  scheduleIndex: Index,
  scans: readonly Scan[],
  isScanned: (id: string) => boolean,
): Promise<void> => {
  for (const { file, found: wanted } of scans) {
    const all = await matching({ scheduleIndex, fileConfiguration }, file);
    const found = all.map(({ id }) => id).filter(isScanned);
    if (found.toSorted().join() === wanted.toSorted().join()) continue;
    throw new Error(`${file.name}: the index found ${found.length} schedules, a scan ${wanted.length}`);
  }
};

const costInWords = ({ reads }: Index): string => {
  const [counts, queries, watches] = [reads.counts, reads.queries, reads.watches].map((sum) => sum / rounds);
  const requests = Math.ceil((counts ?? 0) / 100) + (queries ?? 0);
  return `${requests.toFixed(1)} requests: ${counts?.toFixed(0)} counts, ${queries?.toFixed(1)} queries with ${watches?.toFixed(1)} schedules`;
};

const measured = async ({ size, scanned, blocks }: Size) => {
  const files = Array.from({ length: scanned }, (_, round) => fileOf(round));
  const scan = scanOf(files, blocks);
  const index = indexOf(size, expressionOf, scan.add);
  const scans = scan.scans();
  const taken = await byIndex(index);
  const reads = costInWords(index);
  await agree(index, scans, scan.isScanned);
  return { taken, reads, scan: median(scans.map((one) => one.taken)) * blocks };
};

export const run = async (): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  let before: { readonly size: string; readonly taken: number } | undefined;
  for (const one of sizes) {
    const { size, scanned, blocks, growth, ofScan } = one;
    const { taken, reads, scan } = await measured(one);
    const shown = size.toLocaleString('en');
    before ??= { size: shown, taken };
    const against = (other: number) => `${micros(taken)} µs a file against ${micros(other)}`;
    rows.push(
      {
        name: `matching, ${shown} schedules / ${before.size}`,
        ratio: taken / before.taken,
        budget: growth,
        detail: `${against(before.taken)}; ${reads}`,
      },
      {
        name: `matching, ${shown} schedules / scan`,
        ratio: taken / scan,
        budget: ofScan,
        detail: `${against(scan)}, ${(scan / taken).toFixed(0)} times; ${scanned} files scanned${sample(blocks)}, same engine, same matches`,
      },
    );
    before = { size: shown, taken };
  }
  return [...rows, besideRequest(before?.taken ?? Number.NaN, await requestFor(fileOf))];
};

const sample = (blocks: number): string =>
  blocks === 1 ? '' : ` in one schedule of ${blocks}, and counted ${blocks} times`;

/** What the matching adds to the one request that it needs. */
const besideRequest = (taken: number, request: number): Row => ({
  name: 'matching, 1,000,000 schedules / its one request',
  ratio: taken / request,
  budget: 0.25,
  detail: `${micros(taken)} µs a file against ${micros(request)} of the request, on loopback`,
});

const micros = (milliseconds: number): string => Math.round(milliseconds * 1000).toLocaleString('en');
