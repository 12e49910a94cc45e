/** Runs each test once as it is, and then once for each change that it reaches and that no test has noticed so far. */

import { readFileSync, writeFileSync } from 'node:fs';
import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from 'vitest';

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
const loaded = new Set<string>();

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

/** The suites around a test, the outermost first. */
const suitesOf = ({ suite, file }: RunnerTestCase | RunnerTestSuite): readonly RunnerTestSuite[] => {
  if (suite !== undefined) return [...suitesOf(suite), suite];
  return [file];
};

/** The wanted changes in the code that `work` runs through. */
const reachedBy = async (name: string, work: () => unknown): Promise<readonly string[]> => {
  switches.currentTestId = name;
  await work();
  switches.currentTestId = undefined;
  return Object.keys(switches.mutantCoverage?.perTest[name] ?? {}).filter((id) => wanted.has(id));
};

/** Between two runs of a test: what the file says to do after each test, and before each. */
const hooksOf = (test: RunnerTestCase) => {
  const suites = suitesOf(test);
  const each = suites.map((suite) => ({ suite, hooks: TestRunner.getSuiteHooks(suite) }));
  return {
    before: async () => {
      for (const { suite, hooks } of each) for (const hook of hooks.beforeEach) await hook(test.context, suite);
    },
    after: async () => {
      for (const { suite, hooks } of each.toReversed())
        for (const hook of hooks.afterEach.toReversed()) await hook(test.context, suite);
    },
  };
};

export default class EachChange extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    const hooks = hooksOf(test);
    const again = async () => {
      await hooks.before();
      await run();
    };
    const first = await reachedBy(test.id, run);
    const left = first.filter((id) => !noticed.has(id));
    if (left.length === 0) return;
    await hooks.after();
    let repeats = false;
    const second = await reachedBy(`${test.id} again`, async () => {
      repeats = await passes(again);
    });
    // a test that cannot run twice in one process would seem to notice every change
    if (repeats) await this.tryEach(second, again, hooks.after);
    // what only the first run reached has run because a module was loaded
    for (const id of repeats ? second : first) reached.add(id);
    for (const id of first) if (!reached.has(id)) loaded.add(id);
    for (const id of Object.keys(switches.mutantCoverage?.static ?? {})) loaded.add(id);
    writeFileSync(noticedFile, JSON.stringify({ loaded: [...loaded], reached: [...reached], noticed: [...noticed] }));
  }

  /** The test has just run, so its end comes before each try. It may fail after a change that was noticed. */
  private async tryEach(ids: readonly string[], again: () => unknown, end: () => Promise<void>): Promise<void> {
    for (const id of ids.filter((one) => !noticed.has(one))) {
      await passes(end);
      Object.assign(switches, { activeMutant: id, hitCount: 0, hitLimit: most.hits });
      if (!(await passes(again))) noticed.add(id);
      switches.activeMutant = undefined;
    }
  }
}
