import type { WriteStream } from 'node:tty';
import type { CliContext, Screen } from '../context.ts';

/** The screen behind a stream: a terminal, or a pipe. */
export const screenOf = (stream: WriteStream, env: CliContext['env']): Screen => ({
  write: (written) => void stream.write(written),
  live: stream.isTTY === true && env['CI'] === undefined && env['TERM'] !== 'dumb',
  colours: stream.isTTY === true && !env['NO_COLOR'],
  size: () => ({ columns: stream.columns ?? 80, rows: stream.rows ?? 24 }),
});
