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

/** What the file of a test says to do between two runs: `each`, or everything that it says, which takes longer. */
const hooksOf = (test: RunnerTestCase, all: boolean) => {
  const suites = suitesOf(test).map((suite) => ({ suite, hooks: TestRunner.getSuiteHooks(suite) }));
  return {
    before: async () => {
      for (const { suite, hooks } of all ? suites : []) for (const hook of hooks.beforeAll) await hook(suite);
      for (const { suite, hooks } of suites) for (const hook of hooks.beforeEach) await hook(test.context, suite);
    },
    after: async () => {
      const inner = suites.toReversed();
      for (const { suite, hooks } of inner)
        for (const hook of hooks.afterEach.toReversed()) await hook(test.context, suite);
      for (const { suite, hooks } of all ? inner : [])
        for (const hook of hooks.afterAll.toReversed()) await hook(suite);
    },
  };
};

export default class EachChange extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    const anew = (all: boolean) => {
      const { before, after } = hooksOf(test, all);
      const again = async () => {
        await before();
        await run();
      };
      return { again, after };
    };
    const first = await reachedBy(test.id, async () => {
      if (await passes(run)) return;
      // a change that was noticed may have stopped an earlier test half-way
      await passes(anew(true).after);
      await anew(true).again();
    });
    if (first.every((id) => noticed.has(id))) return;
    for (const { again, after } of [anew(false), anew(true)]) {
      await passes(after);
      let repeats = false;
      const second = await reachedBy(`${test.id} again`, async () => {
        repeats = await passes(again);
      });
      // a test that cannot run twice in one process would seem to notice every change
      if (!repeats) continue;
      await this.tryEach(second, again, after);
      this.save(first, second);
      return;
    }
    this.save(first, first);
  }

  private save(first: readonly string[], second: readonly string[]): void {
    for (const id of second) reached.add(id);
    // what only the first run reached has run because a module was loaded
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
