/**
 * Finds the schedules that a file matches among 100, 10,000 and 1,000,000, compared with a scan of all. The index is in
 * memory here. The service's own code files and reads it, and it counts the requests that DynamoDB would get.
 */

import { matching } from '../src/domain/schedules/match-files.ts';
import type { File } from '../src/domain/schedules/schedule.ts';
import { fileConfiguration, type Index, indexOf } from './matching-index.ts';
import { requestFor } from './matching-request.ts';
import { type Scan, scanOf } from './matching-scan.ts';
import { type Compared, inPairs, threadTime } from './pairs.ts';
import type { Row } from './row.ts';

/**
 * For each size: `scanned` is the number of files for the scan, and one block of schedules in `blocks` is scanned for them:
 * a scan of a million schedules takes long. `ofScan` is the largest ratio to a scan. `growth` is the largest ratio to the
 * size before, and for the first to itself. From 100 to 10,000 it is large, because a hundred compiled expressions fit into the caches of a processor:
 * a file met 23 schedules instead of 17, and took 2.2 times as long on one processor and 5.4 times on another. The bound that
 * counts is the last row, beside the request.
 */
const sizes = [
  { size: 100, scanned: 400, blocks: 1, growth: 1.2, ofScan: 1.5 },
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

/** Milliseconds of processor time of a file with the index. */
const byIndex = (scheduleIndex: Index) => async (): Promise<number> => {
  Object.assign(scheduleIndex.reads, { counts: 0, queries: 0, watches: 0 });
  let round = 0;
  return threadTime(rounds, () => matching({ scheduleIndex, fileConfiguration }, fileOf(round++)));
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
  const time = byIndex(index);
  await time(); // a process compiles each expression once
  const reads = costInWords(index);
  await agree(index, scans, scan.isScanned);
  return { time, reads, scan: scan.taken() * blocks };
};

type Measured = Awaited<ReturnType<typeof measured>>;

const pairs = 9;

export const run = async function* (): AsyncIterable<Row> {
  let before: (Measured & { readonly shown: string }) | undefined;
  for (const size of sizes) {
    const shown = size.size.toLocaleString('en');
    const one = { ...(await measured(size)), shown };
    const other = before ?? one;
    const compared = await inPairs(pairs, one.time, other.time);
    yield* rowsOf(size, one, other.shown, compared);
    before = one;
  }
  if (before === undefined) return;
  const request = await requestFor(fileOf, pairs, before.time);
  yield {
    name: 'matching, 1,000,000 schedules / its one request',
    ratio: request.ratio,
    spread: request.spread,
    budget: 0.25,
    detail: `${micros(request.one)} µs a file against ${micros(request.other)} of the request, on loopback`,
  };
};

const rowsOf = (
  { scanned, blocks, growth, ofScan }: Size,
  { shown, reads, scan }: Measured & { readonly shown: string },
  before: string,
  { ratio, spread, one, other }: Compared,
): readonly Row[] => [
  {
    ...{ name: `matching, ${shown} schedules / ${before}`, ratio, spread, budget: growth },
    detail: `${micros(one)} µs a file against ${micros(other)}; ${reads}`,
  },
  {
    ...{ name: `matching, ${shown} schedules / scan`, ratio: one / scan, budget: ofScan },
    detail: `${micros(one)} µs a file against ${micros(scan)}, ${(scan / one).toFixed(0)} times; ${scanned} files scanned${sample(blocks)}, same engine, same matches`,
  },
];

const sample = (blocks: number): string =>
  blocks === 1 ? '' : ` in one schedule of ${blocks}, and counted ${blocks} times`;

const micros = (milliseconds: number): string => Math.round(milliseconds * 1000).toLocaleString('en');
