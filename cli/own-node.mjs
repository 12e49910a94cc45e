// Plain JavaScript, which an older Node can read.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The Node that npm ci brings where the machine's own is too old. */
const ownNode = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));

/** Runs this command again with that Node, and takes over its exit code. False: npm ci brought none. */
export const runWithOwnNode = async () => {
  if (!existsSync(ownNode)) return false;
  const child = spawn(ownNode, process.argv.slice(1), { stdio: 'inherit' });
  // the terminal sends Ctrl-C to both, and the command decides when to end
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const [code, signal] = await once(child, 'exit');
  process.exitCode = code ?? 128 + constants.signals[signal];
  return true;
};
