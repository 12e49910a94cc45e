/**
 * Texts that are made to cost much, beside the commit 622a6ec8, in one run and by processor time: forty thousand unknown
 * names, and the five texts of test/tosca/costly.ts. Needs the history of this repository.
 */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { processorTime } from '../test/support/processor-time.ts';
import { costly, unknownNames } from '../test/tosca/costly.ts';
import { withEarlier } from './earlier.ts';
import { median, type Row } from './row.ts';

const baseline = '622a6ec8';
const budget = 0.8;
const rounds = 7;

type Process = typeof import('../src/tosca/process.ts')['processTemplate'];

const imports = { read: async () => Promise.reject(new Error('no imports here')) };

export const run = (): AsyncIterable<Row> =>
  withEarlier(baseline, async function* (earlier, root) {
    const [before, now] = [await processIn(earlier), await processIn(root)];
    const measured: { readonly name: string; readonly old: number; readonly own: number }[] = [];
    for (const [name, text] of Object.entries({
      'name forty thousand types that nobody knows': unknownNames,
      ...costly,
    })) {
      const one = { name, ...(await compared(text, before, now)) };
      measured.push(one);
      yield { name: `texts that ${name} / the same at ${baseline}`, ratio: one.own / one.old, detail: detailOf(one) };
    }
    const sum = {
      old: measured.reduce((all, { old }) => all + old, 0),
      own: measured.reduce((all, { own }) => all + own, 0),
    };
    yield {
      name: `all of them / the same at ${baseline}, processor time`,
      ratio: sum.own / sum.old,
      budget,
      detail: detailOf(sum),
    };
  });

const processIn = async (folder: string): Promise<Process> =>
  ((await import(pathToFileURL(join(folder, 'src/tosca/process.ts')).href)) as { processTemplate: Process })
    .processTemplate;

/** Milliseconds of both, which alternate, so that other load on the machine affects both. */
const compared = async (text: string, before: Process, now: Process): Promise<{ old: number; own: number }> => {
  const taken: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1)
    for (const [at, process] of [before, now].entries()) {
      const began = processorTime();
      await process(text, { inputs: {}, imports });
      taken[at]?.push(processorTime() - began);
    }
  return { old: median(taken[0]), own: median(taken[1]) };
};

const detailOf = ({ old, own }: { readonly old: number; readonly own: number }): string =>
  `${own.toFixed(0)} ms against ${old.toFixed(0)} ms`;
