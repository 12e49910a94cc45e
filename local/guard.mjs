// Plain JavaScript, preloaded by the scripts of package.json (`node --import ./local/guard.mjs …`): an older Node reads this,
// and cannot read the TypeScript that follows. Imported from there it would come too late.

import * as nodeModule from 'node:module';
import { join } from 'node:path';

const oldest = 24;

if (Number.parseInt(process.versions.node, 10) < oldest) {
  const remedy = 'run npm ci, then start it through npm (npm start); where npm ci brings no Node 24, install one';
  process.stderr.write(`toscanini needs Node ${oldest} or newer, and this is ${process.versions.node}: ${remedy}\n`);
  process.exit(1);
}

// TypeScript is stripped, and compiled, once for each text of a file: `npm run check` starts in less than half the time. Beside
// the packages, so that nobody but their owner writes there; where that cannot be, Node does without.
nodeModule.enableCompileCache?.(join(import.meta.dirname, '..', 'node_modules', '.cache', 'toscanini'));
