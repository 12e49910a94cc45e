/** The note that `npm start` leaves while it runs, so that other commands on this machine find it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { LaptopError, wordsOf } from './laptop-error.ts';

/** `running.json` in the home directory; more members are welcome. */
const note = z.looseObject({
  /** base address of the service, e.g. `http://127.0.0.1:8080` */
  url: z.url(),
  /** the sandbox's token issuer */
  issuer: z.url(),
  /** the sandbox's Infrastructure Manager, where faults are set */
  imUrl: z.url().optional(),
  /** the local S3, and the buckets whose new files trigger schedules */
  s3: z.url().optional(),
  incoming: z.array(z.string()).optional(),
  /** where faults of the federation's services are set, when there is one */
  federationUrl: z.url().optional(),
});
export type Running = z.infer<typeof note>;

/** Where the service keeps its data: `TOSCANINI_HOME`, else `.toscanini` next to package.json. */
export const homeDirectory = (env: NodeJS.ProcessEnv = process.env): string =>
  env['TOSCANINI_HOME'] || join(import.meta.dirname, '..', '.toscanini');

/** The note, or undefined when there is none, or half of one. It may be a dead service's: ask before trusting it. LaptopError when the home may not be read. */
export function readRunning(env: NodeJS.ProcessEnv = process.env): Running | undefined {
  try {
    return note.safeParse(JSON.parse(readFileSync(join(homeDirectory(env), 'running.json'), 'utf8'))).data;
  } catch (cause) {
    // not there, or half a file of a service that was killed: both mean that nothing runs
    const nothing = ['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '');
    if (cause instanceof SyntaxError || nothing) return undefined;
    throw new LaptopError(`TOSCANINI_HOME is ${homeDirectory(env)}, which cannot be read: ${wordsOf(cause)}`, {
      cause,
    });
  }
}
