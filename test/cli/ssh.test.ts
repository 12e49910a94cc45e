import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call } from './called.ts';

const uuid = '01980000-0000-7000-8000-0000f7d1a2b3';
const key = '-----BEGIN PRIVATE KEY-----\nMC4C\n-----END PRIVATE KEY-----';

const machine = JSON.stringify({
  vmProperties: [
    { class: 'system', 'disk.0.os.credentials.username': 'cloudadm', 'disk.0.os.credentials.private_key': key },
  ],
});

const resources = [
  { uuid: 'r1', toscaNodeName: 'server', metadata: { VirtualMachineInfo: machine } },
  { uuid: 'r2', toscaNodeName: 'app', metadata: {} },
];

const outputs = { ip: '192.0.2.1', credential: { user: 'cloudadm', token: key, token_type: 'private_key' } };
const deployment = { uuid, status: 'CREATE_COMPLETE', creationTime: '', updateTime: '', createdBy: {}, outputs };
const page = (content: readonly unknown[]) => ({ content, page: { number: 0, totalPages: 1, totalElements: 1 } });

const answers: { readonly [path: string]: unknown } = {
  '/deployments': page([deployment]),
  [`/deployments/${uuid}`]: deployment,
  [`/deployments/${uuid}/resources`]: page(resources),
  [`/deployments/${uuid}/view`]: { uuid, resources: [{ id: 'r1', node: 'server', address: '192.0.2.1' }] },
};

const asked: typeof fetch = async (input) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const body = answers[pathname];
  return Response.json(body ?? { code: 404, title: 'Not Found', message: 'nothing' }, { status: body ? 200 : 404 });
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toscanini-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (
  args: readonly string[],
  execute?: (program: string, args: readonly string[]) => Promise<number>,
  live = false,
) =>
  call([...args, '--url', 'https://api.example', '--token', 't'], { fetch: asked, live, ...(execute && { execute }) });

it('logs in with a key that only its owner can read, which is gone afterwards', async () => {
  const calls: { program: string; args: readonly string[]; mode: number; text: string }[] = [];
  const ended = await run(['ssh', uuid, 'server', 'uptime'], async (program, args) => {
    const file = args[1] ?? '';
    calls.push({ program, args, mode: statSync(file).mode & 0o777, text: readFileSync(file, 'utf8') });
    return 3;
  });
  expect(ended).toMatchObject({ code: 3, out: '', error: '' });
  expect(calls).toMatchObject([{ program: 'ssh', mode: 0o600, text: `${key}\n` }]);
  const args = calls[0]?.args ?? [];
  expect(args.slice(-5)).toEqual(['-l', 'cloudadm', '--', '192.0.2.1', 'uptime']);
  expect(existsSync(args[1] ?? '')).toBe(false);
});

it('says where it logs in, gives up an address that nobody answers, and says why that may be', async () => {
  let given: readonly string[] = [];
  const unreached = async (_: string, args: readonly string[]) => {
    given = args;
    return 255;
  };
  const { code, error, out } = await run(['ssh', uuid, 'server'], unreached, true);
  expect({ code, out }).toEqual({ code: 255, out: '' });
  expect(error).toMatch(/^ssh cloudadm@192\.0\.2\.1\nif ssh could not log in: .+192\.0\.2\.1/);
  expect(given).toContain('ConnectTimeout=15');
  expect((await run(['ssh', uuid, 'server'], async () => 0, true)).error).toBe('ssh cloudadm@192.0.2.1\n');
});

it('says which nodes are machines', async () => {
  expect(await run(['ssh', uuid, 'app'])).toMatchObject({
    code: 2,
    error: expect.stringContaining('app is no machine'),
  });
  expect(await run(['ssh', uuid, 'other'])).toMatchObject({ code: 4, error: expect.stringContaining('server, app') });
});

it('writes the key of a credential into a file of its owner, also where others could read one before', async () => {
  const file = join(folder, 'key.pem');
  expect(await run(['output', uuid, 'credential', '--file', file])).toMatchObject({ code: 0, error: '' });
  expect(readFileSync(file, 'utf8')).toBe(`${key}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await run(['output', uuid, '--file', file])).toMatchObject({ code: 2 });
});

it('lists nothing that is secret, also for a program', async () => {
  for (const how of [['--json'], ['-o', 'yaml']]) {
    const { code, out } = await run(['ls', ...how]);
    expect(code).toBe(0);
    expect(out).toContain('192.0.2.1');
    expect(out).not.toContain('BEGIN PRIVATE KEY');
  }
});
