/**
 * `npm run faults [-- part of a call's name] [-- --sample]`: every call that the service makes, with every fault it may
 * meet, in every operation; with `--sample` in one operation each. Exit 1 when one cell is wrong. In as many processes as
 * there are processors, four at most.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { cellsOf, type Driven, drivePart, sampleOf } from './part.ts';
import { legend, matrix, totals, wrongs } from './screen.ts';

const { values, positionals } = parseArgs({
  options: { sample: { type: 'boolean', default: false }, part: { type: 'string' } },
  allowPositionals: true,
});
const matching = cellsOf(RegExp((positionals[0] ?? '').replaceAll(/[()]/g, '\\$&')));
const cells = values.sample ? sampleOf(matching) : matching;

if (values.part === undefined) await parent();
else await child(values.part);

async function child(which: string): Promise<void> {
  const [index = 0, of = 1] = which.split('/').map(Number);
  process.once('disconnect', () => process.exit()); // nobody listens any more
  const own = cells.filter((_, at) => at % of === index);
  await drivePart(own, send);
  process.exit(); // connections of idle clients would keep it
}

function send(driven: Driven): Promise<void> {
  return new Promise((sent) => process.send?.(driven, undefined, undefined, () => sent()));
}

async function parent(): Promise<void> {
  const began = Date.now();
  const count = Math.min(availableParallelism(), 4, cells.length);
  const found = new Map<string, Driven>();
  const children = Array.from({ length: count }, (_, index) =>
    fork(import.meta.filename, [...process.argv.slice(2), `--part=${index}/${count}`], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  );
  for (const process of children) {
    process.on('message', (driven: Driven) => {
      found.set(keyOf(driven), driven);
      progress(found.size, driven);
    });
  }
  const codes = await Promise.all(children.map(ended));
  const driven = cells.flatMap((cell) => found.get(keyOf({ ...cell, call: cell.call.name })) ?? []);
  const seconds = Math.round((Date.now() - began) / 1000);
  for (const text of ['', matrix(driven), '', legend, '', wrongs(driven), totals(driven, seconds)]) console.log(text);
  const isWhole = driven.length === cells.length && driven.length > 0 && codes.every((code) => code === 0);
  if (!isWhole) console.log(`${cells.length - driven.length} cells were not driven`);
  if (!isWhole || driven.some(({ wrong }) => wrong.length > 0)) process.exitCode = 1;
}

function keyOf({ call, operation, kind }: Pick<Driven, 'call' | 'operation' | 'kind'>): string {
  return [call, operation, kind].join('|');
}

async function ended(process: ChildProcess): Promise<number | null> {
  const [code] = (await once(process, 'exit')) as [number | null];
  return code;
}

/** What is wrong is told when it is seen; the rest as often as a log can bear. */
function progress(done: number, driven: Driven): void {
  if (driven.wrong.length > 0) console.log(`\n${wrongs([driven])}`);
  if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${cells.length}`);
  else if (done % 50 === 0) console.log(`${done} of ${cells.length} cells`);
}
