import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setEnvironment } from '../../../local/functions/environment.ts';
import type { Sandbox } from '../../../local/sandbox/sandbox.ts';

const sandbox: Sandbox = {
  issuer: 'http://127.0.0.1:8081',
  imUrl: 'http://127.0.0.1:8082',
  trustedIssuers: [],
  providers: [],
  imSecret: 'infrastructure-manager',
  secrets: { 'infrastructure-manager': { password: 'p' } },
  token: async () => 'token',
  stop: async () => {},
};

const before = { ...process.env };
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'toscanini-environment-'));
});
afterEach(() => {
  process.env = { ...before };
  rmSync(directory, { recursive: true });
});

const set = (template: Record<string, string> = {}): void =>
  setEnvironment({
    template,
    dynamoDb: 'http://127.0.0.1:1',
    s3: 'http://127.0.0.1:2',
    stepFunctions: 'http://127.0.0.1:3',
    letters: 'http://127.0.0.1:4',
    sandbox,
    secretsFile: join(directory, 'secrets.json'),
  });

describe('the environment of the functions', () => {
  it("is the template's, with the laptop's addresses in it and without the public ones", () => {
    set({
      DEPLOYMENTS_TABLE: 'Deployments1',
      IM_URL: 'https://im.example.org',
      PUBLIC_BASE_URL: 'https://x.example.org',
    });
    expect(process.env).toMatchObject({
      DEPLOYMENTS_TABLE: 'Deployments1',
      AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1',
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:2',
      AWS_ENDPOINT_URL_SFN: 'http://127.0.0.1:3',
      AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:4',
      IM_URL: 'http://127.0.0.1:8082',
      SERVICE_ADDRESSES: '{"im_url":"http://127.0.0.1:8082"}',
    });
    expect(process.env['PUBLIC_BASE_URL']).toBeUndefined();
  });

  it('leaves what the user has set, so that a real Infrastructure Manager can take the place of the sandbox', () => {
    process.env['IM_URL'] = 'http://127.0.0.1:8800';
    set();
    expect(process.env['IM_URL']).toBe('http://127.0.0.1:8800');
    expect(process.env['SERVICE_ADDRESSES']).toBe('{"im_url":"http://127.0.0.1:8800"}');
  });

  it("never holds the user's own keys to an account", () => {
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SESSION_TOKEN: 's', AWS_PROFILE: 'work' });
    set();
    expect(process.env).toMatchObject({ AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' });
    expect([process.env['AWS_SESSION_TOKEN'], process.env['AWS_PROFILE']]).toEqual([undefined, undefined]);
  });

  it('signs callbacks, unless the user has secrets of his own', () => {
    set({ CALLBACK_SECRET: 'toscanini/callbacks' });
    expect(process.env['CALLBACK_SECRET']).toBe('callbacks');
    process.env = { ...before, SECRETS_FILE: '/secrets.json' };
    set({ CALLBACK_SECRET: 'toscanini/callbacks' });
    expect(process.env['CALLBACK_SECRET']).toBe('');
  });

  it('keeps the secrets in a file that only the user can read', () => {
    set();
    const file = `${process.env['SECRETS_FILE']}`;
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      ...sandbox.secrets,
      callbacks: { key: 'laptop-callback-key' },
    });
    expect(statSync(file).mode & 0o077).toBe(0);
  });
});
