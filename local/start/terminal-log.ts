/**
 * What a person sees of the service's log at a terminal: changes, warnings and errors, one short line each. Everything is in the
 * log file. In a pipe the log stays as the functions write it, one JSON document a line (docs/logs-and-metrics.md).
 */

import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { styleText } from 'node:util';

interface Line {
  readonly level: string;
  readonly message: string;
  readonly timestamp: string;
  readonly method?: string;
  readonly route?: string;
  readonly status?: number;
  readonly durationMs?: number;
  readonly deploymentId?: string;
  readonly error?: unknown;
}

/** The short line of an entry of the log. Undefined: nobody waits for it, such as a step or an answer to a poll. */
export const shortLine = (line: Line): string | undefined => {
  const time = styleText('dim', clockTime(line.timestamp));
  const of = line.deploymentId ? styleText('dim', `  …${line.deploymentId.slice(-8)}`) : '';
  if (line.message === 'request') return requestLine(line) && `${time}  ${requestLine(line)}${of}`;
  if (line.level === 'INFO') return undefined;
  const paint = line.level === 'ERROR' ? 'red' : 'yellow';
  return `${time}  ${styleText(paint, line.message)}${of}${line.error ? `\n          ${wordsOf(line.error)}` : ''}`;
};

const requestLine = ({ method = '', route = '', status = 0, durationMs = 0 }: Line): string | undefined => {
  if (method === 'GET' && status < 400) return undefined;
  const paint = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  return `${styleText(paint, `${status}`)}  ${method} ${route}  ${Math.round(durationMs)} ms`;
};

const clockTime = (timestamp: string): string => new Date(timestamp).toTimeString().slice(0, 8);

const wordsOf = (error: unknown): string => {
  const { message } = Object(error) as { readonly message?: unknown };
  return typeof message === 'string' ? message : JSON.stringify(error);
};

/** An entry of the service's log, or undefined for any other text. */
const readLine = (text: string): Line | undefined => {
  if (!text.startsWith('{"level":')) return undefined;
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined; // not an entry: it is shown as it is
  }
};

/** From here on, entries of the log that this process writes go to the file, and their short lines to the terminal. */
export const shortenLog = (file: string): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const log = createWriteStream(file, { flags: 'w', mode: 0o600 });
  // a full disk must not end the service
  log.on('error', ({ message }) => process.stderr.write(`the log is not written to ${file}: ${message}\n`));
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    stream.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
      const line = readLine(`${chunk}`);
      if (!line) return write(chunk, ...rest);
      log.write(chunk, ...rest);
      const short = shortLine(line);
      return short === undefined || write(`${short}\n`);
    }) as typeof stream.write;
  }
};
