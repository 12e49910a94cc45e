import { describe } from './deployments.ts';
import { files } from './files.ts';
import { callbackSweepQueue } from './sweeps.ts';
import { workflows } from './workflows.ts';

/** The ports for queueing a callback. */
export const notifyPorts = { callbackSweepQueue, describe, files, workflows };
