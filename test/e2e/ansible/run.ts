/**
 * `npm run tool e2e:ansible`: operations that are playbooks run for real, on machines of the sandbox. Needs Python 3.11 and a package
 * registry; makes an environment of its own, which the same test in `npm test` then uses.
 */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pythonEnvironment } from '../python-environment.ts';

await pythonEnvironment('ansible', join(import.meta.dirname, 'requirements.txt'));
const test = ['vitest', 'run', 'test/adapters/cloudformation/ansible-on-sandbox.test.ts'];
const { status } = spawnSync('npx', test, { stdio: 'inherit', env: { ...process.env, ANSIBLE_REQUIRED: '1' } });
process.exitCode = status ?? 1;
