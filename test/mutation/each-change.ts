/** Runs each test once as it is, and then once for each change that it reaches and that no test has noticed so far. */

import { readFileSync, writeFileSync } from 'node:fs';
import { TestRunner } from 'vitest';

type Counts = Record<string, number>;

/** What Stryker's code looks at. */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { readonly static: Counts; readonly perTest: Record<string, Counts> };
}

/** A loop of a change may never end. */
const most = { hits: 200_000, ms: 10_000 };

const { CHANGES: changes = '', NOTICED: noticedFile = '' } = process.env;
const wanted = new Set(JSON.parse(readFileSync(changes, 'utf8')).wanted as string[]);
const noticed = new Set<string>();
const reached = new Set<string>();

const global = globalThis as { __stryker__?: Switches };
const switches: Switches = global.__stryker__ ?? {};
global.__stryker__ = switches;

const inTime = async (work: () => unknown): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('the test does not end')), most.ms);
  });
  await Promise.race([work(), late]).finally(() => clearTimeout(timer));
};

const passes = (work: () => unknown): Promise<boolean> =>
  inTime(work).then(
    () => true,
    () => false,
  );

export default class EachChange extends TestRunner {
  async runTask(test: { readonly id: string }): Promise<void> {
    const work = TestRunner.getTestFn(test);
    switches.currentTestId = test.id;
    await work();
    switches.currentTestId = undefined;
    const found = Object.keys(switches.mutantCoverage?.perTest[test.id] ?? {}).filter((id) => wanted.has(id));
    for (const id of found) reached.add(id);
    const left = found.filter((id) => !noticed.has(id));
    // a test that cannot run twice in one process would seem to notice every change
    if (left.length > 0 && (await passes(work))) await this.tryEach(left, work);
  }

  private async tryEach(ids: readonly string[], work: () => unknown): Promise<void> {
    for (const id of ids) {
      Object.assign(switches, { activeMutant: id, hitCount: 0, hitLimit: most.hits });
      if (!(await passes(work))) noticed.add(id);
      switches.activeMutant = undefined;
    }
    const loaded = Object.keys(switches.mutantCoverage?.static ?? {});
    writeFileSync(noticedFile, JSON.stringify({ loaded, reached: [...reached], noticed: [...noticed] }));
  }
}
