import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError, wasInterrupted } from '../cli-error.ts';

/**
 * Runs a program with this terminal, and returns its exit code. An interruption ends the program too. CliError when there is
 * no such program.
 */
export const execute = async (
  program: string,
  args: readonly string[],
  { interrupted }: { readonly interrupted: AbortSignal },
): Promise<number> => {
  const { spawn } = await import('node:child_process');
  const child = spawn(program, args, { stdio: 'inherit' });
  const stop = (): void => void child.kill('SIGTERM');
  interrupted.addEventListener('abort', stop);
  process.on('exit', stop);
  if (interrupted.aborted) stop();
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    interrupted.throwIfAborted();
    // as a shell says it of a program that a signal ends
    return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  } catch (cause) {
    if (wasInterrupted(cause)) throw cause;
    const why = cause instanceof Error ? cause.message : `${cause}`;
    throw new CliError('failed', `${program} cannot be run: ${why}`, { cause });
  } finally {
    interrupted.removeEventListener('abort', stop);
    process.off('exit', stop);
  }
};

/** A terminal that is closed would end this process without its listeners of `exit`. */
const endWithTerminal = (): void => process.exit(128 + constants.signals.SIGHUP);

/**
 * Lends a private key as a file that only its owner can read, and removes it afterwards, also when the process is ended
 * meanwhile. undefined: there is no key.
 */
export const withKeyFile = async <Result>(
  key: string | undefined,
  act: (file: string | undefined) => Promise<Result>,
): Promise<Result> => {
  if (key === undefined) return act(undefined);
  const folder = mkdtempSync(join(tmpdir(), 'toscanini-ssh-')); // with mode 0700
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.on('exit', remove);
  process.on('SIGHUP', endWithTerminal);
  try {
    const file = join(folder, 'key');
    writeFileSync(file, key, { mode: 0o600 });
    return await act(file);
  } finally {
    process.off('SIGHUP', endWithTerminal);
    process.off('exit', remove);
    remove();
  }
};
