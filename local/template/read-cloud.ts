import type { Cloud } from './cloud.ts';
import { readFileQueues } from './file-queues.ts';
import { readFunctions } from './functions.ts';
import { readApi } from './http-api.ts';
import { resolver } from './resolver.ts';
import { readRules } from './rules.ts';
import { readStacks } from './stacks.ts';
import { readBuckets, readResults, readTables } from './stores.ts';
import { readWorkflows } from './workflows.ts';

/** Reads the cloud assembly in `directory`. Throws for a part that a laptop cannot run, and names it. */
export const readCloud = (directory: string): Cloud => {
  const stacks = readStacks(directory);
  const resolve = resolver(stacks);
  return {
    tables: readTables(stacks, resolve),
    buckets: readBuckets(stacks),
    results: readResults(stacks, resolve),
    ...readFunctions(stacks, resolve),
    api: readApi(stacks, resolve),
    workflows: readWorkflows(stacks, resolve),
    ...readRules(stacks, resolve),
    fileQueues: readFileQueues(stacks, resolve),
  };
};
