import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { execute, withKeyFile } from '../../cli/screen/execute.ts';

const quiet = { interrupted: new AbortController().signal };
const node = (script: string) => ['-e', script] as const;

it('ends as the program ends', async () => {
  expect(await execute(process.execPath, node('process.exit(7)'), quiet)).toBe(7);
  expect(await execute(process.execPath, node("process.kill(process.pid, 'SIGKILL')"), quiet)).toBe(137);
  await expect(execute('/no/such/program', [], quiet)).rejects.toThrow('/no/such/program cannot be run');
});

it('ends the program when it is interrupted', async () => {
  const stands = node('setInterval(() => {}, 1000)');
  await expect(execute(process.execPath, stands, { interrupted: AbortSignal.timeout(1) })).rejects.toThrow();
  await expect(execute(process.execPath, stands, { interrupted: AbortSignal.abort() })).rejects.toThrow('aborted');
});

it('keeps no listener, and no key after an error', async () => {
  let lent = '';
  const before = process.listenerCount('exit');
  const failing = withKeyFile('secret\n', async (file = '') => {
    lent = file;
    throw new Error('no route');
  });
  await expect(failing).rejects.toThrow('no route');
  expect(existsSync(lent)).toBe(false);
  expect([process.listenerCount('exit') - before, process.listenerCount('SIGHUP')]).toEqual([0, 0]);
});

/** A process that lends a key to a program that does not end by itself. It prints the key's file, and the program then its id. */
const lending = (ending: string) => {
  const modules = new URL('../../cli/screen/execute.ts', import.meta.url).href;
  const program = "process.stdout.write(process.pid + '\\n'); setInterval(() => {}, 1000)";
  return spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { execute, withKeyFile } from ${JSON.stringify(modules)};
       ${ending}
       await withKeyFile('secret\\n', (file) => {
         process.stdout.write(file + '\\n');
         return execute(process.execPath, ['-e', ${JSON.stringify(program)}], { interrupted: new AbortController().signal });
       });`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
};

it.each([
  ['ended at once by a second interruption', "process.on('SIGINT', () => process.exit(130));", 'SIGINT', 130],
  ['in a terminal that is closed', '', 'SIGHUP', 129],
] as const)('leaves neither key nor program where it is %s', async (_, ending, signal, code) => {
  const child = lending(ending);
  let said = '';
  const told = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.split('\n').length > 2) resolve();
    });
  });
  await told;
  const [file = ''] = said.split('\n');
  expect(existsSync(file)).toBe(true);
  // only when nobody writes to its output any more: neither it nor the program
  const closed = once(child, 'close');
  child.kill(signal);
  expect((await closed)[0]).toBe(code);
  expect(existsSync(file)).toBe(false);
});
