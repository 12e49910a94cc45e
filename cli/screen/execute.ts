import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '../cli-error.ts';

/** Runs a program with this terminal, and returns its exit code. CliError when there is no such program. */
export const execute = async (program: string, args: readonly string[]): Promise<number> => {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit' });
    child.on('error', (cause) =>
      reject(new CliError('failed', `${program} cannot be run: ${cause.message}`, { cause })),
    );
    // as a shell says it of a program that a signal ends
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
};

/** Lends a private key as a file that only its owner can read, and removes it afterwards. undefined: there is no key. */
export const withKeyFile = async <Result>(
  key: string | undefined,
  act: (file: string | undefined) => Promise<Result>,
): Promise<Result> => {
  if (key === undefined) return act(undefined);
  const folder = await mkdtemp(join(tmpdir(), 'toscanini-ssh-')); // with mode 0700
  try {
    const file = join(folder, 'key');
    await writeFile(file, key, { mode: 0o600 });
    return await act(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
