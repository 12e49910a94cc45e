import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Aws } from '../../../local/operators/aws.ts';
import { reportOf } from '../../../local/operators/doctor-report.ts';
import { type OperatorsEndpoint, openOperatorsEndpoint } from '../../../local/operators/operators-endpoint.ts';
import { outputOf } from '../../../local/operators/stack-outputs.ts';

const entry = 'functions/operators/doctor.ts';
const definition = { name: 'doctor', arn: 'arn:doctor', entry, timeoutSeconds: 60 };
const other = { name: 'get', arn: 'arn:get', entry: 'functions/http/deployments/get.ts', timeoutSeconds: 28 };

let home: string;
let door: OperatorsEndpoint;
let answer: () => Promise<unknown>;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'toscanini-doctor-'));
  const invoke = async (arn: string) =>
    arn === definition.arn ? answer() : Promise.reject(new Error('not for operators'));
  door = await openOperatorsEndpoint({ functions: [definition, other] }, { invoke });
});
afterAll(async () => {
  await door.stop();
  rmSync(home, { recursive: true });
});

const note = (members: object) =>
  writeFileSync(
    join(home, 'running.json'),
    JSON.stringify({ url: 'http://127.0.0.1:8080', issuer: 'http://127.0.0.1:8081', ...members }),
  );

const doctor = (...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, TOSCANINI_HOME: home };
    execFile(process.execPath, ['local/run.mjs', 'doctor', ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout: stripVTControlCharacters(stdout), stderr }),
    );
  });

const good = { subject: 'issuer one', verdict: 'ok', seen: 'publishes 2 keys' } as const;
const bad = { subject: 'secret two', verdict: 'failed', seen: 'there is none', advice: 'make it: aws …' } as const;

describe('npm run doctor', () => {
  it('prints what is well, then what is not with its remedy, and fails for the latter', async () => {
    note({ operators: door.url });
    answer = async () => ({ findings: [bad, good] });
    const { code, stdout } = await doctor();
    expect(code).toBe(1);
    expect(stdout.split('\n')).toEqual([
      '✓ issuer one: publishes 2 keys',
      '✗ secret two: there is none',
      '    make it: aws …',
      '',
      '1 of 2 checks failed.',
      '',
    ]);
  });

  it('succeeds where all is well', async () => {
    note({ operators: door.url });
    answer = async () => ({ findings: [good] });
    expect(await doctor()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('All checks passed: 1 of 1.'),
    });
  });

  it('says so when the service does not run, is an older one, or fails', async () => {
    rmSync(join(home, 'running.json'), { force: true });
    expect(await doctor()).toMatchObject({ code: 2, stderr: expect.stringContaining('does not run on this machine') });
    note({});
    expect(await doctor()).toMatchObject({ code: 2, stderr: expect.stringContaining('does not run on this machine') });
    note({ operators: door.url });
    answer = () => Promise.reject(new Error('no tables'));
    expect(await doctor()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the doctor failed: {"message":"no tables"}'),
    });
  });
});

describe('the door of operators', () => {
  it('leads to their functions only', async () => {
    for (const path of ['/../http/deployments/get', '/deployments/get', '/'])
      expect((await fetch(`${door.url}${path}`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${door.url}/doctor`)).status).toBe(404);
  });
});

describe('an installation in AWS', () => {
  const stacks: Aws = async () => ({ Stacks: [{ Outputs: [{ OutputKey: 'DoctorFunction', OutputValue: 'f-1' }] }] });

  it('tells by an output which function to ask, and a stack of something else does not', async () => {
    expect(await outputOf(stacks, 'toscanini-service', 'DoctorFunction')).toBe('f-1');
    await expect(outputOf(stacks, 'other', 'LostFiles')).rejects.toThrow('stack other has no output LostFiles');
  });
});

describe('the report', () => {
  it('marks what there was no time for as not well', () => {
    const late = { subject: 'three', verdict: 'late', seen: 'no time', advice: 'ask again' } as const;
    expect(stripVTControlCharacters(reportOf({ findings: [late, good] }))).toContain('? three: no time\n    ask again');
  });
});
