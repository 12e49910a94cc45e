/**
 * `npm run faults [-- part of a name] [-- --sample] [-- --only matrix|standing|lost]`: every call that the service makes, with every
 * fault it may meet, in every operation (matrix.ts; of what stands: standing/run.ts); and every changing call, whose answer is lost (lost/run.ts). With `--only` one of
 * them; with `--sample` a part of each that no chance decides on. Exit 1 when one cell is wrong.
 */

import { parseArgs } from 'node:util';
import { lostAnswers } from './lost/run.ts';
import { faultMatrix } from './matrix.ts';
import { partOf } from './parts.ts';
import { whatStands } from './standing/run.ts';

const { values, positionals } = parseArgs({
  options: { sample: { type: 'boolean', default: false }, only: { type: 'string' }, part: { type: 'string' } },
  allowPositionals: true,
});
const runs = { matrix: faultMatrix, standing: whatStands, lost: lostAnswers } as const;
const names = Object.keys(runs) as (keyof typeof runs)[];
const wanted = names.filter((name) => (values.only ?? name) === name);
if (wanted.length === 0) throw new Error(`--only takes ${names.join(', ')}, and got ${values.only}`);

const name = positionals[0] ?? '';
const wish = { pattern: RegExp(name.replaceAll(/[()]/g, '\\$&')), sample: values.sample };
const given = [...(name === '' ? [] : [name]), ...(wish.sample ? ['--sample'] : [])];

if (values.part !== undefined) {
  for (const run of wanted) await runs[run].part(wish, partOf(values.part));
} else {
  let driven = 0;
  for (const run of wanted) {
    const { cells, isRight } = await runs[run].whole(wish, import.meta.filename, [...given, `--only=${run}`]);
    driven += cells;
    if (!isRight) process.exitCode = 1;
  }
  if (driven === 0) {
    console.log(`no call and no operation has a name like ${JSON.stringify(name)}`);
    process.exitCode = 1;
  }
}
