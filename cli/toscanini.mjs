#!/usr/bin/env node
// Plain JavaScript: an older Node can read this file, but not the TypeScript that follows.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const oldest = 24;
/** the Node that npm ci brings where the machine's own is too old */
const ownNode = join(import.meta.dirname ?? '', '..', 'node_modules', '.bin', 'node');

if (Number.parseInt(process.versions.node, 10) < oldest && existsSync(ownNode)) {
  const child = spawn(ownNode, process.argv.slice(1), { stdio: 'inherit' });
  // the terminal sends Ctrl-C to both, and the command decides when to end
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === 'SIGINT' ? 2 : 15);
  });
} else {
  // says which Node is needed
  await import('../local/guard.mjs');
  await import('./main.ts');
}
