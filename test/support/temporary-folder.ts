/** One temporary folder for the whole run: what tests, and the CDK in them, leave there goes with it, even after a failure. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Vitest's global set-up: the workers inherit the variable. Answers the tear-down. */
export default function temporaryFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'toscanini-tests-'));
  process.env['TMPDIR'] = folder;
  // what Node compiled once, it need not compile again in each of the hundred processes that tests start (local/node.mjs)
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/toscanini');
  // esbuild collects garbage too often for what it does
  process.env['GOGC'] ??= '400';
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
