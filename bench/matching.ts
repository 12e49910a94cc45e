/**
 * Finding the schedules that a file matches, at 100, 10,000 and 1,000,000 of them, against comparing the file with all.
 * The index stands in memory here, filed and asked by the service's own code, and counts what DynamoDB would be asked.
 */

import { RE2JS } from 're2js';
import { matching } from '../src/domain/schedules/match-files.ts';
import { type File, textOf } from '../src/domain/schedules/schedule.ts';
import { fileConfiguration, type Index, indexOf } from './matching-index.ts';
import { againstRuler } from './peers/peers.ts';
import { median, type Row, timed } from './row.ts';

const sizes = [100, 10_000, 1_000_000];
/** files that a scan is timed with: at 10,000 schedules it takes long */
const scanned = 20;
const rounds = 400;

/** Most name a directory of their own; some alternate, some go by an ending, some by a class. */
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

/** Of the first hundred schedules, so that a file matches as many at every size. */
const fileOf = (round: number): File => {
  const index = (round * 7) % 100;
  const directory = `project-${index % 37}/run-${String(index).padStart(7, '0')}`;
  return { scope: 'incoming', name: `${directory}/part-${String(round).padStart(4, '0')}.root` };
};

/** Milliseconds a file, by the index. */
const byIndex = async (scheduleIndex: Index): Promise<number> => {
  let round = 0;
  const match = () => matching({ scheduleIndex, fileConfiguration }, fileOf(round++));
  await timed(rounds, match); // warm: expressions are compiled once in a process
  Object.assign(scheduleIndex.reads, { counts: 0, queries: 0, watches: 0 });
  round = 0;
  return median(await timed(rounds, match));
};

/** Every expression compiled beforehand, which the service's own memory is too small for. */
const byScan = async ({ all }: Index): Promise<number> => {
  const expressions = all.map(({ fileExpression }) => RE2JS.compile(fileExpression));
  let round = 0;
  const scan = async () => {
    const text = textOf(fileOf(round++));
    return expressions.filter((expression) => expression.matches(text)).length;
  };
  await timed(scanned, scan);
  return median(await timed(scanned, scan));
};

const agree = async (scheduleIndex: Index): Promise<void> => {
  const all = scheduleIndex.all.map(({ id, fileExpression }) => ({ id, expression: RE2JS.compile(fileExpression) }));
  for (let round = 0; round < scanned; round++) {
    const file = fileOf(round);
    const found = (await matching({ scheduleIndex, fileConfiguration }, file)).map(({ id }) => id).sort();
    const wanted = all.filter(({ expression }) => expression.matches(textOf(file)));
    if (
      found.join() !==
      wanted
        .map(({ id }) => id)
        .sort()
        .join()
    )
      throw new Error(`${file.name}: the index found ${found.length} schedules, a scan ${wanted.length}`);
  }
};

const told = ({ reads }: Index): string => {
  const [counts, queries, watches] = [reads.counts, reads.queries, reads.watches].map((sum) => sum / rounds);
  const requests = Math.ceil((counts ?? 0) / 100) + (queries ?? 0);
  return `${requests.toFixed(1)} requests: ${counts?.toFixed(0)} counts, ${queries?.toFixed(1)} queries with ${watches?.toFixed(1)} schedules`;
};

/** Each size against the one before: a hundred schedules leave many fragments empty, ten thousand hardly any. */
const budgets = [1, 4, 1.5];

export const run = async (): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  let before: { readonly size: number; readonly taken: number } | undefined;
  for (const [number, size] of sizes.entries()) {
    const index = indexOf(size, expressionOf);
    const taken = await byIndex(index);
    before ??= { size, taken };
    const name = `matching, ${size.toLocaleString('en')} schedules`;
    const times = `${(taken * 1000).toFixed(0)} µs a file against ${(before.taken * 1000).toFixed(0)}`;
    const [ratio, budget] = [taken / before.taken, budgets[number] ?? 1];
    rows.push({
      name: `${name} / ${before.size.toLocaleString('en')}`,
      ratio,
      budget,
      detail: `${times}; ${told(index)}`,
    });
    before = { size, taken };
    if (size !== 10_000) continue;
    await agree(index);
    const scan = await byScan(index);
    const against = `${(taken * 1000).toFixed(0)} µs a file against ${(scan * 1000).toFixed(0)}, with the same engine`;
    rows.push({ name: `${name} / scan`, ratio: taken / scan, budget: 0.1, detail: against });
  }
  return [...rows, ...(await againstRuler())];
};
