import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { ProjectsInOrder } from './test/support/projects-in-order.ts';

const of = (...rooms: readonly string[]) => rooms.map((room) => `test/${room}/**/*.test.ts`);

/** Their files leave nothing behind, such as an environment or a writer of the log. */
const pure = of('domain', 'foundation', 'http', 'tosca');

/** They read what the writer of the log wrote, and a process makes that once. */
const logs = of('observability', 'runtime');

/** It looks at what modules do when they are loaded. */
const loads = ['test/lib/ports.test.ts'];

/** They synthesise, as those of test/lib do: loading the CDK, and its first templates, take 2 s of processor time in each process. */
const synthesising = [
  'test/bench/idle-cost.test.ts',
  'test/local/gateway/compression.test.ts',
  'test/local/operators/redrive-cloud.test.ts',
  'test/local/template/{cloud,workflows}.test.ts',
];

const project = (name: string, include: readonly string[], exclude: readonly string[] = [], isolate = true) => ({
  extends: true as const,
  test: { name, include: [...include], exclude: [...exclude], isolate },
});

/** The gate tries a test of a page once more, since whatever else its machine does stands between a key and the page. The report names each such test. */
const retried = ({ test, ...rest }: ReturnType<typeof project>) => ({
  ...rest,
  test: { ...test, retry: Number(process.env.BROWSER_RETRIES ?? 0) },
});

export default defineConfig({
  test: {
    // lines of the service's own log are shown where a test fails
    silent: 'passed-only',
    globalSetup: ['test/support/temporary-folder.ts'],
    // a large grid or many random cases: `npm test` tries a sample of them, and `npm run tool test:full` all
    tags: [{ name: 'full', description: 'tries all of its cases where SAMPLES is full' }],
    setupFiles: ['test/support/texts-match.ts'],
    // more than there are cores, because the slowest tests wait for processes they started, and the browser's for a page. With
    // four more instead of two, the whole took 399 s instead of 447 of the same processor time
    maxWorkers: availableParallelism() + 4,
    sequence: { sequencer: ProjectsInOrder },
    // for a test that never ends: how long one takes depends on what else the machine does, so that none has a limit of its own
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // without isolation modules are loaded once for many files: most of the time of small tests, and of those that load the CDK.
    // In this order: what mostly waits comes first, so that others compute meanwhile; many small files fill the gaps at the end
    projects: [
      retried(project('browser', of('ui/browser'))),
      project('local', of('local'), synthesising, false),
      project('adapters', of('adapters'), [], false),
      project('statemachines', of('statemachines'), [], false),
      project('lib', [...of('lib'), ...synthesising], loads, false),
      project('lib-loads', loads),
      project(
        'others',
        ['test/**/*.test.ts'],
        [...pure, ...of('adapters', 'lib', 'local', 'statemachines', 'e2e', 'ui/browser'), ...logs, ...synthesising],
        false,
      ),
      project('logs', logs),
      project('pure', pure, [], false),
    ],
  },
});
