/**
 * Runs aws/event-ruler with the same rules and files, where Java 17 and Maven are installed. It is the reference for a time
 * per file that does not depend on the number of rules. It is compiled Java with automata in memory; ours is a look-up that
 * a table can answer.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { matching } from '../../src/domain/schedules/match-files.ts';
import { conform } from '../../src/foundation/shape/examine.ts';
import { number } from '../../src/foundation/shape/schemas.ts';
import { fileConfiguration, indexOf } from '../matching-index.ts';
import { median, type Row, timed } from '../row.ts';
import { eventOf, fileNumber, ruleNumber } from './rules.ts';

const sizes = [100, 10_000, 100_000];
const rounds = 400;
/** our largest allowed time at each size, as a multiple of event-ruler's: an interpreter against a compiler */
const budget = 60;

const measured = v.object({ loadSeconds: number, micros: number, matches: number });

/**
 * Returns no rows, and prints why, when Java or Maven is missing or event-ruler cannot be downloaded. That is no failure.
 */
export const againstRuler = async (): Promise<readonly Row[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'toscanini-peers-'));
  try {
    const libraries = fetchRuler(folder);
    if (libraries === undefined) return [];
    const rows: Row[] = [];
    for (const size of sizes) rows.push(await compared(size, folder, libraries));
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const fetchRuler = (folder: string): string | undefined => {
  const libraries = join(folder, 'lib');
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' });
    const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${libraries}`];
    execFileSync('mvn', ['-q', '-B', '-f', join(import.meta.dirname, 'pom.xml'), ...goal], { stdio: 'ignore' });
    return libraries;
  } catch (error) {
    const { code = 'no success' } = error as NodeJS.ErrnoException;
    console.error(`event-ruler is left out: it needs Java 17 and Maven (${code})`);
    return undefined;
  }
};

const compared = async (size: number, folder: string, libraries: string): Promise<Row> => {
  const theirs = ruler(size, folder, libraries);
  const { micros, matches } = await ours(size);
  if (matches !== theirs.matches)
    throw new Error(`of ${size} rules event-ruler found ${theirs.matches}, and we ${matches}`);
  return {
    name: `matching, ${size.toLocaleString('en')} rules / event-ruler`,
    ratio: micros / theirs.micros,
    budget,
    detail: `${micros.toFixed(1)} µs a file against ${theirs.micros.toFixed(1)}; ${matches} matches in both`,
  };
};

const ruler = (size: number, folder: string, libraries: string): v.InferOutput<typeof measured> => {
  const [rules, events] = [join(folder, 'rules'), join(folder, 'events')];
  const lines = Array.from({ length: size }, (_, index) => JSON.stringify({ file: ruleNumber(index).patterns }));
  writeFileSync(rules, `${lines.join('\n')}\n`);
  const files = Array.from({ length: rounds }, (_, round) => JSON.stringify(eventOf(fileNumber(round))));
  writeFileSync(events, `${files.join('\n')}\n`);
  const program = join(import.meta.dirname, 'Ruler.java');
  const options = ['-Xmx1500m', '-cp', join(libraries, '*'), program, rules, events, `${rounds}`];
  return conform(measured, JSON.parse(execFileSync('java', options, { encoding: 'utf8' })));
};

const ours = async (size: number): Promise<{ readonly micros: number; readonly matches: number }> => {
  const scheduleIndex = indexOf(size, (index) => ruleNumber(index).expression);
  let round = 0;
  let matches = 0;
  const match = async () => {
    matches += (await matching({ scheduleIndex, fileConfiguration }, fileNumber(round++))).length;
  };
  for (let warm = 0; warm < 5; warm++) {
    round = 0;
    await timed(rounds, match);
  }
  [round, matches] = [0, 0];
  return { micros: 1000 * median(await timed(rounds, match)), matches };
};
