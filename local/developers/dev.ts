import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** `npm run tool dev`: types are checked at each change, and the tests of what changed since the last commit run again. */

/** A process group of its own: the compiler's process starts another one, which ignores SIGTERM while it watches. */
const types = spawn('tsc', ['--watch', '--preserveWatchOutput'], {
  detached: true,
  stdio: ['ignore', 'inherit', 'inherit'],
});
const tests = spawn('vitest', ['watch', '--changed', ...process.argv.slice(2)], { stdio: 'inherit' });

// Ctrl-C reaches vitest too, which ends by itself
process.on('SIGINT', () => {});
process.on('SIGTERM', () => tests.kill());

const [code] = await once(tests, 'exit');
if (types.pid !== undefined) process.kill(-types.pid, 'SIGKILL');
process.exitCode = typeof code === 'number' ? code : 0;
