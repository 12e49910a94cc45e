import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { Checks } from '../checks.ts';
import { end, stopOnSignal } from '../processes.ts';
import { pythonEnvironment } from '../python-environment.ts';
import { startService } from '../service.ts';

/**
 * `npm run tool fuzz [-- seconds [seed]]`: schemathesis, with all its checks, against the whole service and its description.
 * Without a seed each run tries other requests. The gate gives one, so that two runs on one commit try the same.
 */

const folder = import.meta.dirname;

/** A quick machine sends more than a caller usually may, and 429 would say nothing about the description. */
const anyRate = JSON.stringify({ rate: 10_000, burst: 10_000 });

/** Schemathesis ends by itself after so many seconds; what it does not end is ended. */
const fuzz = async (url: string, token: string, seconds: number, seed: string | undefined): Promise<void> => {
  const python = await pythonEnvironment('fuzz', join(folder, 'requirements.txt'));
  await using started = new AsyncDisposableStack();
  stopOnSignal(started);
  // a deployment can be seen until what was made for it is destroyed, so `use_after_free` finds what has to be so
  const checks = ['--checks', 'all', '--exclude-checks', 'use_after_free'];
  const options = [...checks, '--continue-on-failure', '--no-color', '--generation-database', 'none'];
  const child = spawn(
    python,
    [
      ...['-m', 'schemathesis.cli', '--config-file', join(folder, 'schemathesis.toml')],
      ...['run', `${url}/openapi.json`, '--header', `Authorization: Bearer ${token}`],
      ...[...options, '--max-time', `${seconds}`],
      ...(seed === undefined ? [] : ['--seed', seed]),
    ],
    {
      cwd: dirname(dirname(python)), // it leaves its notes where it runs
      env: { ...process.env, PYTHONPATH: folder, SCHEMATHESIS_HOOKS: 'hooks' },
      stdio: 'inherit',
    },
  );
  started.defer(() => end(child));
  const late = setTimeout(() => child.kill('SIGKILL'), (seconds + 120) * 1000);
  const [code] = await once(child, 'exit');
  clearTimeout(late);
  if (code !== 0) throw new Error(`schemathesis found what it shows above (${code ?? 'it did not end in time'})`);
};

const main = async (checks: Checks, seconds: number, seed: string | undefined): Promise<void> => {
  await using started = new AsyncDisposableStack();
  stopOnSignal(started);
  const service = await startService(async () => ({ CALLER_RATE: anyRate }));
  started.defer(service.stop);
  console.log(`the service on ${service.url}, for ${seconds} s`);
  const token = await service.token('--admin', '--expires-in', '3600');
  await checks.check('the service is as it is described, whatever it is sent', () =>
    fuzz(service.url, token, seconds, seed),
  );
  await checks.check('the service is still there', async () => {
    const answer = await fetch(`${service.url}/info`);
    if (answer.status !== 200) throw new Error(`GET /info: ${answer.status}`);
  });
};

const checks = new Checks();
await checks.check('everything starts, and stops again', () =>
  main(checks, Number(process.argv[2] ?? 120), process.argv[3]),
);
console.log(checks.summary());
process.exitCode = checks.failed === 0 ? 0 : 1;
