import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { load } from 'js-yaml';
import { describe, expect, it, onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'action.yml'), 'utf8');
const sources = ['main', 'calls', 'comment']
  .map((name) => readFileSync(join(root, `cli/github-action/${name}.ts`), 'utf8'))
  .join('');

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly runs: { readonly main: string };
}
const action = load(text) as Action;

/** A program that notes its words, and does what the test says. */
const fakeProgram = (folder: string, script: string): string => {
  const path = join(folder, 'toscanini');
  writeFileSync(
    path,
    `#!${process.execPath}\nconst words = process.argv.slice(2);\nrequire('node:fs').appendFileSync(__dirname + '/calls', JSON.stringify(words) + '\\n');\n${script}`,
  );
  chmodSync(path, 0o755);
  return path;
};

const linesOf = (path: string): readonly string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];

/** Runs the action as the runner does: inputs with their defaults in the environment, and files that it reads afterwards. */
const runAction = async (
  inputs: Readonly<Record<string, string>>,
  script: string,
  more: Readonly<Record<string, string>> = {},
) => {
  const folder = mkdtempSync(join(tmpdir(), 'toscanini-action-'));
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? '']);
  const given = { ...Object.fromEntries(defaults), executable: fakeProgram(folder, script), ...inputs };
  const child = spawn(process.execPath, [join(root, action.runs.main)], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      ...Object.fromEntries(Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_STEP_SUMMARY: join(folder, 'summary'),
      ...more,
    },
  });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.stderr.on('data', (part: Buffer) => parts.push(part));
  const [code] = await once(child, 'close');
  return {
    code,
    log: Buffer.concat(parts).toString(),
    calls: linesOf(join(folder, 'calls')).map((line) => JSON.parse(line)),
    output: linesOf(join(folder, 'output')),
    summary: linesOf(join(folder, 'summary')).join('\n'),
  };
};

interface Asked {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly body: string;
}

/** GitHub's comments of a pull request: those that are there, and what was asked. */
const github = async (comments: readonly object[], status = 200) => {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    asked.push({ method: request.method, path: request.url, body: Buffer.concat(parts).toString() });
    response.statusCode = status;
    const page = Number(new URL(request.url ?? '', 'http://a').searchParams.get('page'));
    response.end(JSON.stringify(request.method === 'GET' ? comments.slice((page - 1) * 100, page * 100) : {}));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const folder = mkdtempSync(join(tmpdir(), 'toscanini-event-'));
  writeFileSync(join(folder, 'event.json'), JSON.stringify({ pull_request: { number: 7 } }));
  const env = {
    GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    GITHUB_REPOSITORY: 'acme/infra',
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
  };
  return { asked, env };
};

/** GitHub's own parser of such files. It imports JSON as bundlers allow it, and Node does not. */
const githubParser = async (): Promise<(content: string) => readonly { readonly message: string }[]> => {
  const outfile = join(mkdtempSync(join(tmpdir(), 'toscanini-parser-')), 'parser.mjs');
  const contents = `
    import { parseAction } from '@actions/workflow-parser/actions/action-parser';
    import { NoOperationTraceWriter } from '@actions/workflow-parser/templates/trace-writer';
    export const errorsIn = (content) =>
      parseAction({ name: 'action.yml', content }, new NoOperationTraceWriter()).context.errors.getErrors();`;
  await build({
    stdin: { contents, resolveDir: root },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  return (await import(outfile)).errorsIn;
};

describe('action.yml', () => {
  it("has nothing that GitHub's own parser refuses", async () => {
    const errorsIn = await githubParser();
    expect(errorsIn(text)).toEqual([]);
    expect(errorsIn(text.replace('using: node24', 'using: node24\n  mainly: x'))).toHaveLength(1);
  });

  it('declares the inputs that the action reads, and the outputs that it writes', () => {
    const read = [...sources.matchAll(/input\(\s*'([\w-]+)'|switchOf\(input, '([\w-]+)'|\['name', '(group)'\]/g)];
    expect([...new Set(read.map(([, one, two, three]) => one ?? two ?? three))].toSorted()).toEqual(
      Object.keys(action.inputs).toSorted(),
    );
    const written = [...sources.matchAll(/(?<=`|\\n)(\w+)(?:=|<<)\$\{/g)].map(([, name]) => name);
    expect(written).toEqual(Object.keys(action.outputs));
  });
});

describe('the action', () => {
  it('checks the files that it gets, and ends as the command line does', async () => {
    const ended = await runAction({ command: 'check', files: 'templates\n  more/web.yaml\n' }, 'process.exit(1)');
    expect(ended.calls).toEqual([['check', '--format', 'github', '--', 'templates', 'more/web.yaml']]);
    expect(ended.code).toBe(1);
  });

  it('installs nothing and fails for a command that there is not', async () => {
    const ended = await runAction({ command: 'destroy' }, '');
    expect(ended).toMatchObject({
      code: 1,
      calls: [],
      log: '::error::the command is "destroy"; it can be check, plan, up\n',
    });
  });

  it('installs before its first call only, and says when npm cannot', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toscanini-npm-'));
    writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho "$@" >> ${folder}/asked\nexit 1\n`, { mode: 0o755 });
    const where = { PATH: folder, RUNNER_TEMP: folder };
    expect(await runAction({ command: 'destroy', executable: '' }, '', where)).toMatchObject({ code: 1 });
    expect(linesOf(join(folder, 'asked'))).toEqual([]);
    expect(await runAction({ command: 'check', executable: '', version: '1.2.3' }, '', where)).toMatchObject({
      code: 1,
      log: expect.stringMatching(/^::error::npm could not install toscanini-cli 1\.2\.3/),
    });
    expect(linesOf(join(folder, 'asked'))).toEqual([expect.stringContaining('toscanini-cli@1.2.3')]);
  });

  it('deploys, and tells the deployment of the name', async () => {
    const ended = await runAction(
      {
        command: 'up',
        file: 'web/web.yaml',
        inputs: 'workers=6\ntext=a=b c\n',
        'inputs-file': 'values.yaml',
        labels: 'team=physics',
        group: 'acme/infra',
        url: 'https://toscanini.example.org',
        audience: 'toscanini',
      },
      `if (words[0] === 'ls') console.log('[{"uuid":"u-1"}]');
       else if (words[0] === 'show') console.log('{"uuid":"u-1","status":"CREATE_COMPLETE","outputs":{"url":"http://a"}}');
       else console.log('at', process.env.TOSCANINI_URL, process.env.TOSCANINI_OIDC_AUDIENCE);`,
    );
    expect(ended.code).toBe(0);
    expect(ended.log).toBe('at https://toscanini.example.org toscanini\n');
    expect(ended.calls).toEqual([
      [
        ...['up', '--yes', '--group', 'acme/infra', '--inputs', 'values.yaml', '--input', 'workers=6'],
        ...['--input', 'text=a=b c', '--label', 'team=physics', '--', 'web/web.yaml'],
      ],
      ['ls', '--mine', '--limit', '1', '--json', '--name', 'web'],
      ['show', 'u-1', '--json'],
    ]);
    expect(ended.output.filter((line) => !/^(?:outputs<<)?[\da-f-]{36}$/.test(line))).toEqual([
      'deployment=u-1',
      'status=CREATE_COMPLETE',
      '{"url":"http://a"}',
    ]);
  });

  it('fails as the deployment does, and tells what there is of it', async () => {
    const ended = await runAction(
      { command: 'up', name: 'web' },
      `if (words[0] === 'ls') console.log('[]'); else process.exit(5);`,
    );
    expect(ended).toMatchObject({ code: 5, output: [] });
  });

  const plan = { command: 'plan', name: 'web', 'github-token': 'of the job' };

  it('writes the plan into a comment, whatever marks it holds', async () => {
    const { asked, env } = await github([{ id: 1, body: 'first', user: { type: 'User' } }]);
    const ended = await runAction(plan, "console.log('+ server\\n```\\n# <b>');", env);
    expect(ended.calls).toEqual([['up', '--dry-run', '--name', 'web']]);
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /repos/acme/infra/issues/7/comments?per_page=100&page=1',
      'POST /repos/acme/infra/issues/7/comments',
    ]);
    expect(JSON.parse(asked[1]?.body ?? '').body).toBe(
      '<!-- toscanini plan web -->\n### Toscanini: plan of web\n\n````\n+ server\n```\n# <b>\n````\n',
    );
    expect(ended.summary).toContain('+ server');
  });

  it('replaces its own comment, also behind a hundred others, and no comment of a person', async () => {
    const mark = '<!-- toscanini plan web -->\nold';
    const others = Array.from({ length: 100 }, (_, id) => ({ id, body: mark, user: { type: 'User' } }));
    const { asked, env } = await github([...others, { id: 1000, body: mark, user: { type: 'Bot' } }]);
    await runAction(plan, "console.log('new')", env);
    expect(asked.map(({ method, path }) => `${method} ${path}`).at(-1)).toBe(
      'PATCH /repos/acme/infra/issues/comments/1000',
    );
  });

  it('shows the plan in the log where it may not comment', async () => {
    const { env } = await github([], 403);
    const ended = await runAction(plan, "console.log('+ server')", env);
    expect(ended).toMatchObject({
      code: 0,
      log: expect.stringMatching(/\+ server\n::warning::.*403.*pull-requests: write/),
    });
  });

  it('says what is missing when there is no plan, and comments that too', async () => {
    const { asked, env } = await github([]);
    const ended = await runAction(plan, "console.error('✖ no provider can run this template'); process.exit(1)", env);
    expect(ended.code).toBe(1);
    expect(asked[1]?.body).toContain('no plan of web');
    expect(asked[1]?.body).toContain('no provider can run');
  });

  it.each([
    ['where it is not wanted', { comment: 'false' }],
    ['without a token', { 'github-token': '' }],
  ])('comments nothing %s', async (_, inputs) => {
    const { asked, env } = await github([]);
    await runAction({ ...plan, ...inputs }, '', env);
    expect(asked).toEqual([]);
  });
});
