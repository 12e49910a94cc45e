/** Programs in processes of their own. Who waits for a text of one that has ended is told at once, with what it wrote. */

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

export interface Program {
  readonly child: ChildProcess;
  /** all that it wrote so far, to both streams */
  output(): string;
  /** Waits until it has written the text; rejects when it ends without that. */
  said(wanted: string | RegExp): Promise<void>;
  /** its exit code; null when a signal ended it */
  readonly ended: Promise<number | null>;
}

export const program = (command: string, args: readonly string[], options: SpawnOptions = {}): Program => {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  // what it started may live on and keep the streams open: then a second is enough to read what it wrote itself
  const allWritten = Promise.race([
    ended,
    once(child, 'exit').then(() => setTimeout(1_000, undefined, { ref: false })),
  ]);
  // a test may wait for neither
  for (const one of [ended, allWritten]) one.catch(() => {});
  const said = (wanted: string | RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (typeof wanted === 'string' ? output.includes(wanted) : wanted.test(output)) resolve();
      };
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', look);
      allWritten.then(() => {
        look();
        const how = child.exitCode ?? child.signalCode;
        reject(new Error(`${command} ended with ${how} and never wrote ${wanted}. It wrote:\n${output}`));
      }, reject);
      look();
    });
  return { child, output: () => output, said, ended };
};
