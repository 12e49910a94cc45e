/**
 * `npm run e2e:cfn-lint`: AWS's own linter over the stacks of test/fixtures/stacks, which `npm test` keeps up to date, and over what
 * the translation makes of many templates in many regions: of the tests, of the examples, and 80 that are put together by chance. Also holds our sizes against AWS's own description, our list of them by region against the linter's, and what
 * we know of calls against botocore's models.
 * Needs Python and a package registry; makes an environment of its own.
 */

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { models, modelsInUse } from '../botocore/model.ts';
import { pythonEnvironment } from '../python-environment.ts';
import { offersInUse, offersOfRegions, untrueSizes } from './offers.ts';
import { examplesIn, translatedIn } from './translated.ts';

const run = promisify(execFile);
const here = import.meta.dirname;
const stacks = join(here, '../../fixtures/stacks');
const tenantRole = join(here, '../../../docs/aws-tenant-role.template');

const goldenFiles = readdirSync(stacks)
  .filter((name) => name.endsWith('.template'))
  .map((name) => join(stacks, name))
  .concat(tenantRole);

/** Large ones and small ones, old ones and new ones, of three partitions. */
const regions = [
  ...['us-east-1', 'us-west-1', 'eu-west-1', 'eu-central-1', 'eu-south-1', 'eu-central-2', 'ap-southeast-1'],
  ...['ap-east-2', 'af-south-1', 'sa-east-1', 'ca-west-1', 'me-central-1', 'us-gov-west-1', 'cn-north-1'],
];

/** Of all templates each region gets every so many. */
const share = 4;
/** The first so many regions get all examples. */
const examplesOf = 3;

/** Zones that have names: a subnet of the configuration is in one. */
const zones = 'W3010';

const lint = join(dirname(await pythonEnvironment('cfn-lint', join(here, 'requirements.txt'))), 'cfn-lint');

/** What the linter says of them; empty: nothing. */
const said = async (region: string, files: readonly string[]): Promise<string> => {
  try {
    await run(lint, ['--ignore-checks', zones, '--regions', region, '--', ...files], { maxBuffer: 16 * 1024 * 1024 });
    return '';
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}` || String(error);
  }
};

const problems: string[] = [];
const counts = new Map<string, number>();
const look = async (region: string, files: readonly string[]): Promise<void> => {
  counts.set(region, (counts.get(region) ?? 0) + files.length);
  const words = await said(region, files);
  if (words !== '') problems.push(`${region}:\n${words}`);
};

await look('eu-west-1', goldenFiles);
const folder = mkdtempSync(join(tmpdir(), 'toscanini-cfn-lint-'));
try {
  for (const [index, region] of regions.entries()) {
    const made = await translatedIn(region, (template) => (template + index) % share === 0);
    const examples = index < examplesOf ? await examplesIn(region) : [];
    const files = [...made, ...examples].map(({ name, template }) => {
      const file = join(folder, `${region}-${name}.template`);
      writeFileSync(file, JSON.stringify(template, null, 2));
      return file;
    });
    if (files.length > 0) await look(region, files);
  }
} finally {
  rmSync(folder, { recursive: true });
}
const { machines, databases } = offersInUse();
if (!isDeepStrictEqual({ machines, databases }, await offersOfRegions()))
  problems.push(
    'src/domain/cloudformation/offers/regions.json is not what cfn-lint knows: run test/e2e/cfn-lint/offers.ts',
  );

const untrue = await untrueSizes();
if (untrue.length > 0)
  problems.push(`src/domain/cloudformation/offers/sizes.ts is not what AWS says of ${untrue.join(', ')}`);

if (!isDeepStrictEqual(modelsInUse().services, await models()))
  problems.push('test/fixtures/botocore.json is not what botocore knows: run test/e2e/botocore/model.ts');

const templates = [...counts.values()].reduce((sum, count) => sum + count, 0);
const summary = `${templates} templates in ${counts.size} regions, sizes of ${Object.keys(machines).length} regions`;
if (problems.length === 0) process.stdout.write(`${summary}: cfn-lint has nothing to say of them\n`);
else {
  process.stderr.write(`${problems.join('\n')}\n${summary}: ${problems.length} problems\n`);
  process.exitCode = 1;
}
