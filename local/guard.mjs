// Plain JavaScript, which the scripts of package.json preload (`node --import ./local/guard.mjs …`): an older Node can read
// this, but not the TypeScript that follows. If the TypeScript imported this file, the check would come too late.

import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { isTooOld, oldest } from './old-node.mjs';

if (isTooOld) {
  const remedy = 'run npm ci, then start it through npm (npm start); where npm ci brings no Node 24, install one';
  process.stderr.write(`toscanini needs Node ${oldest} or newer, and this is ${process.versions.node}: ${remedy}\n`);
  process.exit(1);
}

// Node strips and compiles TypeScript once for each version of a file: `npm run check` starts in less than half the time.
// The cache is beside the packages, so that only their owner writes it. Where Node cannot write it, it works without one.
nodeModule.enableCompileCache?.(join(import.meta.dirname, '..', 'node_modules', '.cache', 'toscanini'));
