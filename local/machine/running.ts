/** The note that `npm start` leaves while it runs, so that other commands on this machine find it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { examine } from '../../src/foundation/shape/examine.ts';
import { address } from '../../src/foundation/shape/schemas.ts';
import { LaptopError, wordsOf } from './laptop-error.ts';

/** `running.json` in the home directory; more members are welcome. */
const note = v.looseObject({
  /** base address of the service, e.g. `http://127.0.0.1:8080` */
  url: address,
  /** the sandbox's token issuer */
  issuer: address,
  /** the sandbox's Infrastructure Manager, where faults are set */
  imUrl: v.optional(address),
  /** the local S3, and the buckets whose new files trigger schedules */
  s3: v.optional(address),
  incoming: v.optional(v.array(v.string())),
  /** where commands of operators reach the service */
  operators: v.optional(address),
  /** where faults of the federation's services are set, when there is one */
  federationUrl: v.optional(address),
});
export type Running = v.InferOutput<typeof note>;

/** Where the service keeps its data: `TOSCANINI_HOME`, else `.toscanini` next to package.json. */
export const homeDirectory = (env: NodeJS.ProcessEnv = process.env): string =>
  env['TOSCANINI_HOME'] || join(import.meta.dirname, '../..', '.toscanini');

/** The note, or undefined when there is none, or half of one. It may be a dead service's: ask before trusting it. LaptopError when the home may not be read. */
export function readRunning(env: NodeJS.ProcessEnv = process.env): Running | undefined {
  try {
    const left = examine(note, JSON.parse(readFileSync(join(homeDirectory(env), 'running.json'), 'utf8')));
    return left.ok ? left.value : undefined;
  } catch (cause) {
    // not there, or half a file of a service that was killed: both mean that nothing runs
    const nothing = ['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '');
    if (cause instanceof SyntaxError || nothing) return undefined;
    throw new LaptopError(`TOSCANINI_HOME is ${homeDirectory(env)}, which cannot be read: ${wordsOf(cause)}`, {
      cause,
    });
  }
}
