/**
 * `npm run e2e:cfn-lint`: AWS's own linter over the stacks of test/fixtures/stacks, which `npm test` keeps up to date. Needs
 * Python and a package registry; makes an environment of its own.
 */

import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { pythonEnvironment } from '../python-environment.ts';

const run = promisify(execFile);
const here = import.meta.dirname;
const stacks = join(here, '../../fixtures/stacks');
const tenantRole = join(here, '../../../docs/aws-tenant-role.template');

const files = readdirSync(stacks)
  .filter((name) => name.endsWith('.template'))
  .map((name) => join(stacks, name))
  .concat(tenantRole);

/** A subnet of the configuration is in a zone that has a name. */
const zones = 'W3010';

const python = await pythonEnvironment('cfn-lint', join(here, 'requirements.txt'));
try {
  await run(join(dirname(python), 'cfn-lint'), ['--ignore-checks', zones, '--regions', 'eu-west-1', '--', ...files], {
    maxBuffer: 16 * 1024 * 1024,
  });
  process.stdout.write(`${files.length} templates, and cfn-lint has nothing to say of them\n`);
} catch (error) {
  const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
  process.stderr.write(`${stdout}${stderr}`);
  process.exitCode = 1;
}
