import { fstatSync, writeSync } from 'node:fs';
import type { CliContext, Screen } from '../context.ts';
import { exitCodes } from '../outcome.ts';
import { harmless } from './paint.ts';

/** Where a program writes. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY: boolean;
  /** of a terminal; undefined: it is none */
  readonly columns: number | undefined;
  readonly rows: number | undefined;
}

/**
 * The output (1) or the errors (2) of this process. A file or a pipe is written to directly: Node's stream for one would take a
 * fifth of the time of `--help`. The stream is opened for a terminal, and for a pipe whose reader does not keep up.
 */
export const outputOf = (descriptor: 1 | 2): Output => {
  const stream = once(() => (descriptor === 1 ? process.stdout : process.stderr).on('error', ended));
  const isFile = !fstatSync(descriptor).isCharacterDevice();
  let isDirect = isFile;
  return {
    write: (text) => {
      if (!isDirect) return stream().write(text);
      const rest = unwritten(descriptor, Buffer.from(text));
      if (rest === undefined) return;
      isDirect = false;
      stream().write(rest);
    },
    get isTTY() {
      return !isFile && stream().isTTY === true;
    },
    get columns() {
      return isFile ? undefined : stream().columns;
    },
    get rows() {
      return isFile ? undefined : stream().rows;
    },
  };
};

const once = <Value>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => (made ??= make());
};

/**
 * Ends the process when nobody reads any more (`toscanini ls | head`), and with a reason when the output takes nothing. What the
 * command was called for may not be done then: 0 would say that it is.
 */
const ended = (error: NodeJS.ErrnoException): never => {
  if (error.code === 'EPIPE') process.exit(exitCodes.unread);
  try {
    writeSync(2, `✖ the output cannot be written: ${error.message}\n`);
  } finally {
    // where the errors cannot be written either, the exit code alone says it
    process.exit(exitCodes.failed);
  }
};

/** Writes; what a full pipe does not take is returned. */
const unwritten = (descriptor: number, bytes: Buffer): Buffer | undefined => {
  for (let at = 0; at < bytes.length; )
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      if (code === 'EAGAIN') return bytes.subarray(at);
      ended(cause as NodeJS.ErrnoException);
    }
  return undefined;
};

/**
 * The same output for a text that others may have written, such as an error of the service: it cannot move the cursor of a
 * terminal. A file or a pipe gets the text as it is.
 */
export const harmlessOn = (output: Output): Output => ({
  write: (text) => output.write(output.isTTY ? harmless(text) : text),
  get isTTY() {
    return output.isTTY;
  },
  get columns() {
    return output.columns;
  },
  get rows() {
    return output.rows;
  },
});

/** The screen behind an output: a terminal, or a pipe. */
export const screenOf = (output: Output, env: CliContext['env']): Screen => ({
  write: (written) => void harmlessOn(output).write(written),
  control: (written) => void output.write(written),
  get live() {
    return output.isTTY && env['CI'] === undefined && env['TERM'] !== 'dumb';
  },
  get colours() {
    return output.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  },
  // a terminal whose size nobody has set, as programs open one for a command, says 0
  size: () => ({ columns: output.columns || 80, rows: output.rows || 24 }),
});
