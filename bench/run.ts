/**
 * `npm run bench [name …] [-- --write | --files N]`: prints each ratio as soon as it is measured, then names what is over
 * its budget with its whole spread, and exits with 1 when something is. `--write` writes the page of performance, with the figures of a whole run. `--files` says how many files the
 * benchmark `jobs` puts, `--minutes` how long `laptop-traffic` runs, `--baseline` with which tree of this repository the benchmarks of the laptop compare.
 */

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { pageOf, spreadOf } from './report.ts';
import { type Bench, type BenchOptions, missed, type Row } from './row.ts';

/** A benchmark that has all its rows only at its end returns them together. */
type Measured = Bench | ((options: BenchOptions) => Promise<readonly Row[]> | AsyncIterable<Row>);

const benches: Readonly<Record<string, () => Promise<{ run: Measured }>>> = {
  template: () => import('./template.ts'),
  peers: () => import('./peers/peers.ts'),
  'template-phases': () => import('./template-phases.ts'),
  'template-memory': () => import('./template-memory.ts'),
  translation: () => import('./translation.ts'),
  get: () => import('./get.ts'),
  accepting: () => import('./accepting.ts'),
  'callback-delay': () => import('./callback-delay.ts'),
  matching: () => import('./matching.ts'),
  page: () => import('./page.ts'),
  pages: () => import('./pages.ts'),
  labels: () => import('./labels.ts'),
  'stored-deployments': () => import('./stored-deployments.ts'),
  'pages-of-100000': async () => ({ run: (await import('./pages.ts')).runLarge }),
  counters: () => import('./counters.ts'),
  update: () => import('./update.ts'),
  callers: () => import('./callers.ts'),
  masking: () => import('./masking.ts'),
  hostile: () => import('./hostile.ts'),
  burst: () => import('./burst.ts'),
  'burst-of-1000': async () => ({ run: (await import('./burst.ts')).runThousand }),
  dashboard: () => import('./dashboard.ts'),
  'cold-start': () => import('./cold-start.ts'),
  jobs: () => import('./jobs.ts'),
  'laptop-traffic': async () => ({ run: (await import('./laptop.ts')).traffic }),
  'laptop-burst': async () => ({ run: (await import('./laptop.ts')).burst }),
};

/** One page of a list shows them all. */
const mostFiles = 2_000;

const mostMinutes = 600;

/** Those that take minutes run only when they are named. */
const onlyByName: readonly string[] = [
  ...[
    'pages-of-100000',
    'burst-of-1000',
    'labels',
    'stored-deployments',
    'jobs',
    'callers',
    'masking',
    'hostile',
    'laptop-traffic',
    'laptop-burst',
  ],
];

const page = new URL('performance.md', new URL('../docs/', import.meta.url));
const { values: given, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    files: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '10' },
    baseline: { type: 'string' },
  },
});
const { write: writing } = given;
const { baseline } = given;
const options: BenchOptions = {
  files: Number(given.files),
  minutes: Number(given.minutes),
  ...(baseline !== undefined && { baseline }),
};
if (!(Number.isInteger(options.files) && options.files >= 1 && options.files <= mostFiles)) {
  console.error(`--files ${given.files} is no number of files: write a whole number from 1 to ${mostFiles}`);
  process.exit(1);
}
if (!(options.minutes > 0 && options.minutes <= mostMinutes)) {
  console.error(`--minutes ${given.minutes} is no time: write a number of minutes above 0, and at most ${mostMinutes}`);
  process.exit(1);
}
const unknown = named.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`there is no benchmark ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`);
  process.exit(1);
}
if (writing && named.length > 0) {
  console.error(`--write was given with ${named.join(', ')}, but the page shows a whole run: name no benchmark`);
  process.exit(1);
}

const print = console.log;
console.log = () => {}; // the service's own log

const line = (row: Row): string => {
  const mark = missed(row) ? 'OVER' : row.budget === undefined ? '    ' : 'ok  ';
  const budget = row.budget === undefined ? '' : `of ${row.budget}`;
  return `${mark} ${row.ratio.toFixed(2).padStart(8)} ${spreadOf(row).padEnd(11)} ${budget.padEnd(9)} ${row.name}: ${row.detail}`;
};

/** Prints each row as soon as it is there. */
const measured = async (run: Measured): Promise<readonly Row[]> => {
  const found = run(options);
  const rows: Row[] = [];
  for await (const row of found instanceof Promise ? await found : found) {
    print(line(row));
    rows.push(row);
  }
  return rows;
};

const started = performance.now();
const results: { name: string; rows: readonly Row[]; seconds: number }[] = [];
const failed: string[] = [];
for (const [name, load] of Object.entries(benches)) {
  if (named.length > 0 ? !named.includes(name) : onlyByName.includes(name)) continue;
  print(`\n${name}`);
  const began = performance.now();
  let rows: readonly Row[] = [];
  try {
    const { run } = await load();
    rows = await measured(run);
  } catch (error) {
    // the others are still worth measuring; the run fails at its end
    const why = error instanceof Error ? error.message : String(error);
    print(`FAILED   ${why}`);
    failed.push(`not measured: ${name}: ${why}`);
  }
  results.push({ name, rows, seconds: (performance.now() - began) / 1000 });
}

const longest = results.toSorted((one, other) => other.seconds - one.seconds).slice(0, 3);
const seconds = (performance.now() - started) / 1000;
print(
  `\n${seconds.toFixed(0)} s, most of it for ${longest.map((one) => `${one.name} ${one.seconds.toFixed(0)} s`).join(', ')}`,
);
const over = results.flatMap(({ rows }) => rows.filter(missed));
for (const row of over) print(`over its budget of ${row.budget}: ${row.name}, ${row.ratio.toFixed(2)} (${row.detail})`);
for (const reason of failed) print(reason);
if (writing && failed.length > 0) print('docs/performance.md was not written, because it shows a whole run');
else if (writing) writeFileSync(page, pageOf(results));
process.exit(over.length + failed.length === 0 ? 0 : 1);
