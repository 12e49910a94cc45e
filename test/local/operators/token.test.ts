import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decomposeUnverifiedJwt } from 'aws-jwt-verify/jwt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../local/sandbox/sandbox.ts';
import { startSandbox } from '../../../local/sandbox/start.ts';

let sandbox: Sandbox;
let home: string;
beforeAll(async () => {
  sandbox = await startSandbox({ imPort: 0, issuerPort: 0 });
  home = mkdtempSync(join(tmpdir(), 'toscanini-'));
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(home, { recursive: true });
});

const note = (issuer: string): void =>
  writeFileSync(join(home, 'running.json'), JSON.stringify({ url: 'http://127.0.0.1:8080', issuer, pid: 1 }));

const token = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, TOSCANINI_HOME: home };
    execFile(process.execPath, ['local/run.mjs', 'token', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

describe('npm run tool token', () => {
  beforeEach(() => note(sandbox.issuer));

  it('prints its usage, and no fault, when it is asked for it', async () => {
    const { code, stdout, stderr } = await token('--help');
    expect([code, stdout, stderr]).toEqual([0, expect.stringMatching(/^usage: .*--subject.*--groups.*--admin/), '']);
  });

  it('prints a token and nothing else', async () => {
    const { code, stdout, stderr } = await token();
    expect([code, stderr]).toEqual([0, '']);
    expect(decomposeUnverifiedJwt(stdout.trimEnd()).payload).toMatchObject({
      iss: sandbox.issuer,
      sub: 'developer',
      groups: [],
    });
  });

  it('takes subject, groups and administrator', async () => {
    const { stdout } = await token('--subject', 'ada', '--groups', 'a,b', '--admin');
    expect(decomposeUnverifiedJwt(stdout.trimEnd()).payload).toMatchObject({
      sub: 'ada',
      groups: ['a', 'b', 'administrators'],
    });
  });

  it('refuses what it does not know, and says what it knows', async () => {
    const { code, stdout, stderr } = await token('--banana');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/--banana.*\nusage: npm run -s tool token -- \[--subject <name>\]/);
  });

  it('says in one line that nothing runs', async () => {
    const nothing = 'no service runs here: start it with npm start, then try again\n';
    note('http://127.0.0.1:1');
    expect(await token()).toEqual({ code: 1, stdout: '', stderr: nothing });
    rmSync(join(home, 'running.json'));
    expect(await token()).toEqual({ code: 1, stdout: '', stderr: nothing });
  });

  it('passes on why the issuer refused', async () => {
    const { code, stderr } = await token('--expires-in', 'soon');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^the issuer refused \(400\): .*expires_in/s);
  });
});
