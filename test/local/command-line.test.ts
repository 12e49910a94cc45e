/** The commands of docs/cli.md against `npm start`, in a pipe, in a pseudo-terminal, and with --json. */

import { join } from 'node:path';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { bootIn, failFirst } from '../../local/demo/fault.ts';
import { call } from '../cli/called.ts';
import { eventually } from '../support/eventually.ts';
import { type Program, program } from '../support/program.ts';
import { theDoctor } from './command-line/doctor.ts';
import { documents } from './command-line/documents.ts';
import { deploymentsWithNames } from './command-line/names.ts';
import { inATerminal } from './command-line/terminals.ts';
import { serviceForTests, startMs } from './federated-service.ts';

const { home, urls } = serviceForTests('cli', { PACE: '0.1' });
beforeAll(() => bootIn(1, urls().imUrl), startMs);
const root = join(import.meta.dirname, '../..');
const example = 'examples/web-server.yaml';
const env = () => ({ HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home });
const toscanini = (...args: readonly string[]) => call(args, { env: env() });
/** The id of the deployment, which begins its last line, or is the only text. */
const idIn = (text: string): string => /^(?:✔ )?([0-9a-f-]{36})/m.exec(text)?.[1] ?? '';

const deployed = async (): Promise<string> => idIn((await toscanini('deploy', example)).out);

/** The real command in a process of its own. */
const start = (args: readonly string[], own: Readonly<Record<string, string>> = env()): Program =>
  program(process.execPath, ['cli/toscanini.mjs', ...args], { cwd: root, env: { PATH: process.env['PATH'], ...own } });

describe('toscanini in a pipe', () => {
  it('deploys, says each event in a line, and prints the outputs', async () => {
    const { code, out, error } = await toscanini('deploy', example, '-i', 'web_cpus=2');
    expect(error).toBe('');
    expect(code).toBe(0);
    expect(out).toMatch(/^✔ checked {4}2 nodes, 2 resources\n✔ planned {4}Sandbox A → Sandbox B/);
    expect(out).toMatch(/^\d{4}-\S+Z {2}the deployment is CREATE_COMPLETE$/m);
    expect(out).toMatch(/^ {2}url +http:\/\/10\.\S+$/m);
  });

  it('warns of an input that the template does not have, before it begins', async () => {
    const { out } = await toscanini('deploy', example, '-i', 'cpus=2', '--wait', '0s');
    expect(out).toMatch(/^! \S+ .*declares no input "cpus"/m);
  });

  it('shows, lists and follows what it deployed', async () => {
    const id = await deployed();
    const end = id.slice(-8);
    expect((await toscanini('ls', '--mine', '--state', 'complete')).out).toMatch(
      new RegExp(`…${end}  \\S.*  CREATE_COMPLETE`),
    );
    expect((await toscanini('ls', '--state', 'failed')).out).not.toContain(end);
    expect((await toscanini('show', end)).out).toMatch(/web_server +✔ running +10\./);
    expect((await toscanini('output', '@last', 'url')).out).toMatch(/^http:\/\/10\.\S+\n$/);
    expect(await toscanini('output', end, 'nothing')).toMatchObject({
      code: 4,
      error: expect.stringContaining('there is no output nothing; there are database_address'),
    });
    expect((await toscanini('template', id)).out).toContain('tosca_definitions_version');
    const events = (await toscanini('events', id)).out;
    expect(events).toContain('the creation was accepted');
    expect(events).toMatch(/provider Sandbox A works on infrastructure/);
    expect(events).not.toContain('sandbox-a');
    expect((await toscanini('attempts', id)).out).toMatch(/1 {2}Sandbox A {2}COMPLETE/);
    expect((await toscanini('logs', id, '-f')).out).not.toBe('');
    expect(await toscanini('watch', id)).toMatchObject({ code: 0, out: expect.stringContaining('CREATE_COMPLETE') });
  });

  it('updates after it has shown what changes, and asked', async () => {
    const id = await deployed();
    const args = ['update', id, '-i', 'web_memory=8 GB'];
    const plan = /~ web_server\.capabilities\.host\.properties\.mem_size: 1 GB → 8 GB/;
    expect((await toscanini(...args, '--dry-run')).out).toMatch(plan);
    expect(await toscanini(...args)).toMatchObject({
      code: 2,
      error: expect.stringContaining('repeat the command with --yes'),
    });
    const refused = await call(args, { env: env(), answer: false });
    expect(refused).toMatchObject({ code: 130, questions: [`Update A web server and the databa… …${id.slice(-8)}?`] });
    expect(await toscanini(...args, '--yes')).toMatchObject({ code: 0, out: expect.stringMatching(/UPDATE_COMPLETE/) });
  });

  it('stops and starts a machine, and deletes everything', async () => {
    const id = await deployed();
    expect((await toscanini('stop', id, 'web_server')).out).toContain('web_server is being stopped');
    expect(await toscanini('stop', id, 'nobody')).toMatchObject({
      code: 4,
      error: expect.stringContaining('the nodes are'),
    });
    const shown = async () => (await toscanini('show', id)).out;
    await eventually(async () => expect(await shown()).toContain('stopped'));
    const started = await toscanini('start', id, 'web_server', '--json');
    expect(JSON.parse(started.out)).toMatchObject({
      uuid: id,
      action: 'start',
      resource: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const { out, code } = await call(['delete', id], { env: env(), answer: true });
    expect(code).toBe(0);
    expect(out).toMatch(/ - web_server +tosca\.nodes\.Compute/);
    expect(out).toContain('is deleted: nothing is left');
    expect(await toscanini('show', id)).toMatchObject({ code: 4 });
  });

  it('names the cloud that failed, and goes on to the next', async () => {
    const restore = await failFirst(urls().imUrl);
    const { code, out } = await toscanini('deploy', example);
    await restore();
    expect(code).toBe(0);
    const { out: attempts } = await toscanini('attempts', idIn(out));
    expect(attempts).toMatch(/1 {2}Sandbox A {2}\S+ +\S+ \S+ {2}\w+: No valid host was found/);
    expect(attempts).toMatch(/2 {2}Sandbox B {2}COMPLETE/);
  });

  it('with --json prints a line of JSON for each change, and the result last', async () => {
    const { code, out, error } = await toscanini('deploy', example, '--json');
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; deployment?: { status: string } });
    expect(code).toBe(0);
    expect(error).toBe('');
    expect(lines.at(-1)).toMatchObject({ type: 'result', deployment: { status: 'CREATE_COMPLETE' } });
    expect(new Set(lines.map(({ type }) => type))).toEqual(new Set(['event', 'state', 'result']));
  });

  it.each(Object.entries(documents))(
    'with --json, %s prints one document as docs/cli.md says',
    async (args, schema) => {
      const { code, out, error } = await toscanini(...args.split(' '), '--json');
      expect({ code, error }).toEqual({ code: 0, error: '' });
      expect(v.safeParse(schema, JSON.parse(out)).issues).toBeUndefined();
      expect((await toscanini(...args.split(' '), '-o', 'yaml')).out).not.toMatch(/^(?:\[.|\{.)./);
    },
  );

  it('runs a script that was written for orchent', async () => {
    const { ended, output } = start(['depcreate', example, '{"web_cpus": 2}']);
    expect(await ended).toBe(0);
    expect(output()).toContain('depcreate is now toscanini deploy --detach\n');
    expect(idIn(output())).not.toBe('');
  });

  it('keeps a schedule', async () => {
    const made = await toscanini('schedules', 'create', example, '--files', '.*:.*', '--replicate', 'disk');
    expect(made.error).toBe('');
    const id = idIn(made.out);
    expect((await toscanini('schedules', 'list')).out).toContain(id);
    const nowhere = ['schedules', 'backfill', id, '--prefix', 'nothing-there/'];
    expect((await toscanini(...nowhere, '--dry-run')).out).toMatch(/^0 files in \S+, 0 match\n$/);
    const backfill = await toscanini(...nowhere);
    expect(backfill).toMatchObject({ code: 0, out: expect.stringContaining('COMPLETE: 0 files, 0 match, 0 started') });
    expect((await toscanini('schedules', 'backfills', id)).out).toContain(idIn(backfill.out));
    expect((await toscanini('schedules', 'stop', id, idIn(backfill.out))).code).toBe(5);
    expect((await toscanini('schedules', 'suspend', id)).out).toBe(`${id} is SUSPENDED\n`);
    expect((await toscanini('schedules', 'show', id)).out).toMatch(/^status +SUSPENDED$/m);
    expect((await toscanini('schedules', 'events', id)).out).toBe('no file has matched yet\n');
    expect((await toscanini('schedules', 'resume', id.slice(-8), '--json')).out).toBe(
      `{"uuid":"${id}","status":"RUNNING"}\n`,
    );
    expect((await toscanini('schedules', 'delete', id)).code).toBe(0);
  });
});

deploymentsWithNames({ toscanini, env, urls });
theDoctor({ toscanini, env, urls });

describe('how toscanini ends', () => {
  const web = (...more: readonly string[]) => ['deploy', example, ...more];

  it.each<[number, string, readonly string[]]>([
    [1, 'the template cannot be deployed, it has 9 problems', ['deploy', 'examples/broken.yaml']],
    [2, 'there is no such file', ['deploy', 'none.yaml']],
    [3, 'is not a signed JWT', web('--token', 'x')],
    [4, 'there is no deployment 00000000', ['show', '00000000']],
    [7, 'it goes on without this command. Watch it: toscanini watch', web('--wait', '0s')],
  ])('with %i: %s', async (code, message, args) => {
    expect(await toscanini(...args)).toMatchObject({ code, error: expect.stringContaining(message) });
  });

  it('with 5 when the deployment cannot be changed now', async () => {
    const id = idIn((await toscanini(...web('--detach'))).out);
    expect(await toscanini('reset', id)).toMatchObject({ code: 5 });
  });

  it('with 6 when nothing answers', async () => {
    const { code, error } = await toscanini('ls', '--url', 'http://127.0.0.1:9', '--token', 'x');
    expect({ code, error }).toMatchObject({
      code: 6,
      error: expect.stringContaining('http://127.0.0.1:9 does not answer'),
    });
  });

  it('with 130 at Ctrl-C: the deployment goes on, and it says how', async () => {
    const { child, output, said, ended } = start(web());
    await said('accepted');
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    const [, end = ''] = /toscanini delete ([0-9a-f]{8})/.exec(output()) ?? [];
    expect((await toscanini('watch', end)).code).toBe(0);
  });
});

inATerminal(
  () => ({ root, env: env() }),
  () => bootIn(3, urls().imUrl),
);

describe('toscanini login', () => {
  it('asks the service where, opens no port that is known before, and comes back from the browser with a token', async () => {
    const own = { ...env(), XDG_CONFIG_HOME: join(home, 'browser'), XDG_STATE_HOME: join(home, 'browser') };
    const { output, said, ended } = start(['login', urls().url, '--name', 'here'], own);
    await said(/http\S+authorize\S+/);
    const [address = ''] = /http\S+authorize\S+/.exec(output()) ?? [];
    await fetch(address);
    expect({ code: await ended, output: output() }).toMatchObject({
      code: 0,
      output: expect.stringContaining('the context is here'),
    });
    expect((await call(['ls'], { env: own })).code).toBe(0);
  });

  it('with a token from standard input makes a context that works', async () => {
    const { url, issuer } = urls();
    const body = new URLSearchParams({ grant_type: 'password', username: 'maria' });
    const response = await fetch(`${issuer}/token`, { method: 'POST', body });
    const { access_token: input } = (await response.json()) as { access_token: string };
    const own = { ...env(), XDG_CONFIG_HOME: join(home, 'maria'), XDG_STATE_HOME: join(home, 'maria') };
    const { code, out } = await call(['login', url, '--token-stdin', '--name', 'here', '--json'], { env: own, input });
    expect({ code, ...JSON.parse(out) }).toEqual({ code: 0, url, context: 'here', subject: 'maria', issuer });
    const used = await call(['context', 'use', 'here', '--json'], { env: own });
    expect(JSON.parse(used.out)).toEqual({ context: 'here', url });
    const opened = await call(['open', '--json'], { env: own });
    expect(JSON.parse(opened.out)).toEqual({ url: `${url}/ui/deployments` });
    expect((await call(['whoami'], { env: own })).out).toBe(`maria of ${issuer}, at ${url}\n`);
    expect((await call(['ls'], { env: own })).code).toBe(0);
    const { out: loggedOut } = await call(['logout', '--json'], { env: own });
    expect(JSON.parse(loggedOut)).toEqual({ context: 'here', url });
    expect(await call(['ls'], { env: own })).toMatchObject({
      code: 3,
      error: expect.stringContaining('you are not logged in'),
    });
    const removed = await call(['context', 'remove', 'here', '--json'], { env: own });
    expect(JSON.parse(removed.out)).toEqual({ context: 'here', url });
  });
});
