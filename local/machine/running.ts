/** The note that `npm start` writes while it runs, so that other commands on this machine find it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { examine } from '../../src/foundation/shape/examine.ts';
import { address } from '../../src/foundation/shape/schemas.ts';
import { homeDirectory } from './home-directory.ts';
import { LaptopError, wordsOf } from './laptop-error.ts';

/** `running.json` in the home directory; more members are allowed. */
const note = v.looseObject({
  /** base address of the service, e.g. `http://127.0.0.1:8080` */
  url: address,
  /** the sandbox's token issuer */
  issuer: address,
  /** the sandbox's Infrastructure Manager, whose control interface sets faults */
  imUrl: v.optional(address),
  /** the sandbox's AWS: its APIs, and the control interface that sets faults */
  awsUrl: v.optional(address),
  /** the local S3, and the buckets whose new files trigger schedules */
  s3: v.optional(address),
  incoming: v.optional(v.array(v.string())),
  /** the bucket where jobs may write */
  results: v.optional(v.string()),
  /** address for the commands of operators */
  operators: v.optional(address),
  /** address that sets faults of the federation's services, when there is a federation */
  federationUrl: v.optional(address),
});
export type Running = v.InferOutput<typeof note>;

/**
 * The note; undefined when there is none, or only half of one. It may belong to a dead service, so callers must ask the
 * service first. Throws LaptopError when the home cannot be read.
 */
export function readRunning(env: NodeJS.ProcessEnv = process.env): Running | undefined {
  try {
    const left = examine(note, JSON.parse(readFileSync(join(homeDirectory(env), 'running.json'), 'utf8')));
    return left.ok ? left.value : undefined;
  } catch (cause) {
    // no file, or half a file of a killed service: both mean that no service runs
    const nothing = ['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '');
    if (cause instanceof SyntaxError || nothing) return undefined;
    throw new LaptopError(`TOSCANINI_HOME is ${homeDirectory(env)}, which cannot be read: ${wordsOf(cause)}`, {
      cause,
    });
  }
}
