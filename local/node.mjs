// Plain JavaScript, which an older Node can read: which Node the TypeScript needs, and where one is if the machine's own is too old.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The oldest Node that runs TypeScript without a build. */
const oldest = 24;

const packages = fileURLToPath(new URL('../node_modules', import.meta.url));

/** npm ci brings it as an optional dependency. */
const ownNode = join(packages, '.bin', 'node');

/**
 * Runs `main` on a Node that can: this one, or else the same command again on the Node that npm ci brought, whose exit code becomes
 * that of this process.
 */
export const onNewNode = async (main) => {
  if (Number.parseInt(process.versions.node, 10) >= oldest) {
    // Node strips and compiles TypeScript once for each version of a file. Only the owner of the packages writes there
    nodeModule.enableCompileCache?.(join(packages, '.cache', 'toscanini'));
    await main();
  } else if (existsSync(ownNode)) await runAgain();
  else {
    const remedy = 'run npm ci; where it brings no Node 24, install one';
    process.stderr.write(`toscanini needs Node ${oldest} or newer, and this is ${process.versions.node}: ${remedy}\n`);
    process.exitCode = 1;
  }
};

const runAgain = async () => {
  const child = spawn(ownNode, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  // the terminal sends Ctrl-C to both, and the command decides when to end
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const [code, signal] = await once(child, 'exit');
  process.exitCode = code ?? 128 + constants.signals[signal];
};
