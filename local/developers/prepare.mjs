// `npm ci` runs this at its end, so that already the first `npm start` is fast. Plain JavaScript, because it may run on an older
// Node. Without it (`npm ci --ignore-scripts`), or where it fails, the first start makes the same things itself.

import { join } from 'node:path';
import { isTooOld } from '../old-node.mjs';

if (!isTooOld)
  try {
    await import('../guard.mjs');
    // what Node compiles of the CDK takes 12 MB, and no start needs it
    process.env.NODE_DISABLE_COMPILE_CACHE = '1';
    const { prepare } = await import('../start/prepare.ts');
    await prepare(join(import.meta.dirname, '../..'));
  } catch (error) {
    process.stderr.write(`npm start is not prepared, so its first run takes seconds longer: ${error.message}\n`);
  }
