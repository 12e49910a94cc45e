// `node local/run.mjs NAME [ARGUMENT…]`: the programs of this repository, by name. Plain JavaScript, which an older Node can read.

import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { onNewNode } from './node.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const vitest = (...args) => ({ file: 'node_modules/vitest/vitest.mjs', args: ['run', ...args] });

const programs = {
  app: { file: 'bin/toscanini.ts' },
  start: { file: 'local/start/start.ts' },
  demo: { file: 'local/demo/demo.ts' },
  'demo:schedule': { file: 'local/demo/demo-schedule.ts' },
  check: { file: 'local/check/check.ts' },
  doctor: { file: 'local/operators/doctor.ts' },
  token: { file: 'local/operators/token.ts' },
  redrive: { file: 'local/operators/redrive.ts' },
  bench: { file: 'bench/run.ts' },
  cost: { file: 'bench/cost/run.ts' },
  'aws:data': { file: 'test/e2e/aws-data/run.ts' },
  'aws:policies': { file: 'test/e2e/aws-data/policies-run.ts' },
  'aws:conformance': { file: 'test/e2e/aws/run.ts' },
  chaos: { file: 'test/e2e/chaos/run.ts' },
  'e2e:ansible': { file: 'test/e2e/ansible/run.ts' },
  'e2e:cdk': { file: 'test/e2e/cdk/run.ts' },
  'e2e:cfn-lint': { file: 'test/e2e/cfn-lint/run.ts' },
  'e2e:im': { file: 'test/e2e/im/run.ts' },
  'e2e:issuers': { file: 'test/e2e/issuers/run.ts' },
  'e2e:rucio': { file: 'test/e2e/rucio/run.ts' },
  'e2e:schedules': { file: 'test/e2e/schedules/run.ts' },
  faults: { file: 'test/e2e/faults/run.ts' },
  fuzz: { file: 'test/e2e/fuzz/run.ts' },
  'fuzz:templates': { file: 'test/e2e/fuzz/templates.ts' },
  mutate: { file: 'test/mutation/run.ts' },
  'mutate:quick': { file: 'test/mutation/quick.ts' },
  cuts: {
    ...vitest('--project', 'statemachines', 'interrupted', 'statemachines/swept', 'decided-once'),
    env: { CUTS: 'all' },
  },
  'test:fast': vitest('--project', '!lib*', '--project', '!local'),
  // whole services and syntheses have no such test
  'test:full': {
    ...vitest('--tags-filter', 'full', '--project', '!browser', '--project', '!local', '--project', '!lib*'),
    env: { SAMPLES: 'full' },
  },
  dev: { file: 'local/developers/dev.ts' },
  pictures: { file: 'local/developers/terminal-pictures.ts' },
  screens: { file: 'local/developers/screens.ts' },
  release: { file: 'local/developers/release.ts' },
  'package:cli': { file: 'cli/package/build.ts' },
  'package:vscode': { file: 'editors/vscode/build.ts' },
  'package:executables': { file: 'local/developers/executables.ts' },
};

await onNewNode(async () => {
  const [node, , name, ...given] = process.argv;
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (program === undefined) {
    process.stderr.write(
      `there is no ${name ?? 'program without a name'}: use one of ${Object.keys(programs).join(', ')}\n`,
    );
    process.exitCode = 2;
    return;
  }
  const { file, args = [], env = {} } = program;
  Object.assign(process.env, env);
  process.argv = [node, resolve(root, file), ...args, ...given];
  await import(pathToFileURL(resolve(root, file)).href);
});
