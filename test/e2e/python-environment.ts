import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const root = join(import.meta.dirname, '../..');

/** The Python interpreter of .venv/<name>, which has exactly the pinned packages of a file; made when the pins have changed. */
export const pythonEnvironment = async (name: string, requirements: string): Promise<string> => {
  const folder = join(root, '.venv', name);
  const base = process.env['PYTHON'] ?? 'python3';
  const python = join(folder, 'bin/python');
  const wanted = `${await versionOf(base)} ${digest(await readFile(requirements, 'utf8'))}`;
  if ((await readFile(join(folder, 'pins'), 'utf8').catch(() => '')) === wanted) return python;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await run(base, ['-m', 'venv', folder]);
  await run(python, [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--no-deps',
    '-r',
    requirements,
  ]);
  await writeFile(join(folder, 'pins'), wanted);
  return python;
};

const versionOf = async (python: string): Promise<string> => {
  try {
    return (await run(python, ['--version'])).stdout.trim();
  } catch (cause) {
    throw new Error(`${python} does not run: install Python 3.10 or newer with its venv module, or set PYTHON`, {
      cause,
    });
  }
};

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
