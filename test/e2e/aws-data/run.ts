/**
 * `npm run tool aws:data`: writes lib/rights/handlers.json and src/domain/cloudformation/replaced-by-tags.json
 * anew, from the resource schemas in cfn-lint and, for tags, from the CDK's data. Needs Python and a
 * package registry; makes an environment of its own. docs/decisions/0058 says what they are for.
 */

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pythonEnvironment } from '../python-environment.ts';
import { replacedAsDocumented } from './documented-tags.ts';
import { type Published, replacedByTags, written } from './written.ts';

const here = import.meta.dirname;
const root = join(here, '../../..');

const python = await pythonEnvironment('cfn-lint', join(here, '../cfn-lint/requirements.txt'));
const { stdout } = await promisify(execFile)(python, [join(here, 'handlers.py')], { maxBuffer: 64 * 1024 * 1024 });
const published = JSON.parse(stdout) as Published;
const files = {
  'lib/rights/handlers.json': await written(published),
  'src/domain/cloudformation/replaced-by-tags.json': replacedByTags(published, replacedAsDocumented()),
};
for (const [file, text] of Object.entries(files)) {
  await writeFile(join(root, file), text);
  process.stdout.write(`${file}: ${text.length} characters\n`);
}
