import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** The demo as a newcomer runs it: nothing is there, all of it is real, and a fault makes it harder. */
it('npm run demo starts a service, survives a failing cloud, and leaves nothing behind', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'demo-'));
  const env = { PATH: process.env['PATH'] ?? '', TMPDIR: temporary, TOSCANINI_HOME: join(temporary, 'none') };
  const [code, output] = await new Promise<[unknown, string]>((resolve) => {
    execFile(process.execPath, ['local/run.mjs', 'demo', '--fail-first'], { env }, (error, stdout, stderr) =>
      resolve([error?.code ?? 0, stdout + stderr]),
    );
  });
  expect(output).toContain('No valid host was found');
  expect(output).toMatch(/url +http:\/\/10\.\d+\.\d+\.\d+:80\//);
  expect(output).toContain('is deleted: nothing is left');
  expect(output).toMatch(/1 +Sandbox A +DESTROYED .*No valid host was found.*\n2 +Sandbox B +COMPLETE/);
  expect(code).toBe(0);
  expect(readdirSync(temporary).filter((name) => name.startsWith('toscanini-demo-'))).toEqual([]);
  rmSync(temporary, { recursive: true });
});
