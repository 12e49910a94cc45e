// `npm ci` runs this at its end, so that already the first `npm start` is fast. Plain JavaScript, because it may run on an older
// Node. Without it (`npm ci --ignore-scripts`), or where it fails, the first start makes the same things itself.

import { join } from 'node:path';
import { isTooOld } from '../old-node.mjs';

if (!isTooOld)
  try {
    await import('../guard.mjs');
    const { prepare } = await import('../start/prepare.ts');
    await prepare(join(import.meta.dirname, '../..'));
  } catch (error) {
    process.stderr.write(`npm start is not prepared, so its first run takes seconds longer: ${error.message}\n`);
  }
