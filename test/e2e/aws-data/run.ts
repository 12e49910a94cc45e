/**
 * `npm run tool aws:data`: writes lib/rights/handlers.json anew, from the resource schemas in cfn-lint. Needs Python and a
 * package registry; makes an environment of its own. docs/decisions/0058 says what the file is for.
 */

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pythonEnvironment } from '../python-environment.ts';
import { type Published, written } from './written.ts';

const here = import.meta.dirname;
const file = join(here, '../../../lib/rights/handlers.json');

const python = await pythonEnvironment('cfn-lint', join(here, '../cfn-lint/requirements.txt'));
const { stdout } = await promisify(execFile)(python, [join(here, 'handlers.py')], { maxBuffer: 64 * 1024 * 1024 });
const text = await written(JSON.parse(stdout) as Published);
await writeFile(file, text);
process.stdout.write(`${file}: ${text.length} characters\n`);
