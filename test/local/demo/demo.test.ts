import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type Program, program } from '../../support/program.ts';
import { type Script, type Scripted, scriptedService } from '../scripted-service.ts';

const home = mkdtempSync(join(tmpdir(), 'toscanini-'));
afterAll(() => rmSync(home, { recursive: true }));

let service: Scripted | undefined;
afterEach(() => service?.stop());

async function start(script: Script, args: readonly string[] = [], env: Record<string, string> = {}): Promise<Program> {
  service = await scriptedService(script);
  const base = {
    PATH: process.env['PATH'] ?? '',
    TOSCANINI_HOME: home,
    TOSCANINI_URL: service.url,
    TOSCANINI_TOKEN: 'good',
  };
  return program(process.execPath, ['local/run.mjs', 'demo', ...args], {
    env: { ...base, ...env },
  });
}

const working = { status: 'CREATE_IN_PROGRESS', state: 'CREATING' };
const done = { status: 'CREATE_COMPLETE', state: 'STARTED' };

describe('npm run demo', () => {
  it('shows commands that can be typed, with their output, deletes, and ends with 0', async () => {
    const { output, ended } = await start({ looks: [working, working, done] });
    expect(await ended).toBe(0);
    const text = output();
    const story = [
      'Service at',
      '\n$ toscanini deploy examples/web-server.yaml\n✔ checked    1 node, 1 resource\n',
      '✔ planned    Cloud A\n',
      'something happened',
      'CREATE_COMPLETE',
      '  ports  [80,443]\n',
      '\n$ toscanini delete 26ba9a32 --yes\n',
      'is deleted: nothing is left',
      'Done in',
    ];
    const places = story.map((words) => text.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('writes no control codes where there is no terminal', async () => {
    const { output, ended } = await start({ looks: [done] });
    await ended;
    expect(output()).not.toContain('\u001b');
  });

  it('ends with 1 and the reason when the deployment fails, and deletes what is left', async () => {
    const broken = { status: 'CREATE_FAILED', state: 'ERROR', reason: 'no cloud took it' };
    const { output, ended } = await start({ looks: [working, broken] });
    expect(await ended).toBe(1);
    expect(output()).toMatch(/✖ \S+ ended as CREATE_FAILED\n\n {2}no cloud took it\n/);
    expect(service?.requests.filter((request) => request.startsWith('DELETE'))).toHaveLength(1);
  });

  it('ends with 1 when the deletion fails', async () => {
    const { output, ended } = await start({ looks: [done], afterDelete: 'DELETE_FAILED' });
    expect(await ended).toBe(1);
    expect(output()).toContain('ended as DELETE_FAILED');
  });

  it('says in the service’s words why it was refused', async () => {
    const { output, ended } = await start({
      looks: [working],
      refusal: { status: 400, message: 'line 3: no such type' },
    });
    expect(await ended).toBe(1);
    expect(output()).toContain('✖ line 3: no such type');
  });

  it('deletes what it made when it is interrupted', async () => {
    const { child, output, said, ended } = await start({ looks: [working] });
    await said('something happened');
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(output()).toContain('interrupted: cleaning up');
    expect(output()).not.toMatch(/aborted|goes on without/);
    expect(service?.requests.at(-1)).toMatch(/^DELETE \/deployments\/01a1/);
  });

  it('breaks no cloud of a sandbox that is not behind the service it was pointed at', async () => {
    const sandbox = await scriptedService({ looks: [done] });
    const note = join(home, 'running.json');
    writeFileSync(note, JSON.stringify({ url: 'http://127.0.0.1:1', issuer: sandbox.url, imUrl: sandbox.url }));
    const { output, ended } = await start({ looks: [done] }, ['--fail-first']);
    expect(await ended).toBe(1);
    expect(output()).toContain('--fail-first needs the sandbox');
    expect(sandbox.requests).toEqual([]);
    rmSync(note);
    await sandbox.stop();
  });

  const mistakes: readonly (readonly [string, readonly string[], Record<string, string>, string])[] = [
    [
      'an unknown option',
      ['--banana'],
      {},
      "Unknown option '--banana'\nusage: npm run demo [-- --fail-first --drift --move --aws --job --team TEMPLATE]",
    ],
    ['a template that is not there', ['nothing.yaml'], {}, 'nothing.yaml: there is no such file'],
    [
      'a service that does not answer',
      [],
      { TOSCANINI_URL: 'http://127.0.0.1:1' },
      'nothing answers at http://127.0.0.1:1/info',
    ],
    ['no token', [], { TOSCANINI_TOKEN: '' }, 'needs a token: set TOSCANINI_TOKEN'],
    ['a bad token', [], { TOSCANINI_TOKEN: 'bad' }, '✖ this token is not good'],
    ['--fail-first without a sandbox', ['--fail-first'], {}, '--fail-first needs the sandbox'],
  ];
  for (const [name, args, env, words] of mistakes) {
    it(`fails with a clear message for ${name}`, async () => {
      const { output, ended } = await start({ looks: [done] }, args, env);
      expect(await ended).toBeGreaterThan(0);
      expect(output()).toContain(words);
      expect(output()).not.toMatch(/\n {4}at /);
    });
  }
});
