import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkTemplates } from '../../local/check/check-templates.ts';
import { typesIn } from '../../src/adapters/files/types-folder.ts';
import { compressed, zip } from './archives.ts';
import { fixtures } from './fixtures.ts';

const tool = join(import.meta.dirname, '../../local/check/check.ts');

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** As the process does, but in this one: starting one takes 0.3 s of processor time. */
const fed = async (input: string, ...args: string[]): Promise<Ran> => {
  const ran = { stdout: '', stderr: '' };
  const code = await checkTemplates(args, {
    types: typesIn(join(folder, 'no-types')),
    readInput: async () => Buffer.from(input),
    write: (text) => {
      ran.stdout += text;
    },
    writeError: (text) => {
      ran.stderr += text;
    },
    isTerminal: false,
    env: {},
  });
  return { code, ...ran };
};

const run = async (input: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Ran> => {
  const env = { ...process.env, ...more };
  const tried = promisify(execFile)(process.execPath, [tool, ...args], { maxBuffer: 64_000_000, env });
  tried.child.stdin?.end(input);
  return tried.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Ran) => error,
  );
};
const check = (...args: string[]): Promise<Ran> => fed('', ...args);

interface Line {
  readonly file: string;
  readonly ok: boolean;
  readonly version: string | null;
  readonly problems: readonly { readonly code: string; readonly message: string }[];
}

const linesOf = ({ stdout }: Ran): Line[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'check-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(name: string, content: string | Buffer): Promise<string> {
  const file = join(folder, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  return file;
}

const good = join(fixtures, 'good/imports.yaml');
const bad = join(fixtures, 'bad/not-yaml.yaml');

const minimal =
  'tosca_definitions_version: tosca_simple_yaml_1_3\nmetadata: { template_name: x, template_version: 1.0.0 }\n';

describe('its process', () => {
  it('reads its standard input, prints what it found, and ends with the code', async () => {
    const good = await run(minimal, ['-']);
    expect({ ...good, line: linesOf(good) }).toMatchObject({
      ...{ code: 0, stderr: '' },
      line: [{ file: '-', ok: true, version: 'tosca_simple_yaml_1_3', problems: [] }],
    });
    const { code, stdout, stderr } = await run('', ['--graph', join(fixtures, 'bad/ten-mistakes.yaml')]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^flowchart TD\n/);
    expect(stderr).toMatch(/ten-mistakes\.yaml:\d+:\d+ error /);
  });
});

describe('the check tool', () => {
  it('says of a good file that it is, and which version it has', async () => {
    const { code, stdout } = await check(good);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ file: good, ok: true, version: 'tosca_simple_yaml_1_3', problems: [] });
  });

  it('prints one line a file, and exits 1 when one is bad', async () => {
    const { code, stdout } = await check(good, bad, '/no/such/file');
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { file: string; ok: boolean });
    expect(code).toBe(1);
    expect(lines.map(({ file, ok }) => [file, ok])).toEqual([
      [good, true],
      [bad, false],
      ['/no/such/file', false],
    ]);
  });

  it('draws the topology', async () => {
    const { stdout } = await check('--graph', join(fixtures, 'good/two-tier.yaml'));
    expect(stdout).toContain('flowchart TD');
    expect(stdout).toMatch(/n\d -->\|"host"\| n\d/);
    expect(stdout).toContain('web_server x 3');
  });

  it('says how it is called', async () => {
    const { code, stderr } = await check('--grpah');
    expect(code).toBe(2);
    expect(stderr).toContain('unknown option --grpah');
  });

  it.each([[[]], [['--graph']], [['-x', 'a.yaml']]])('is called wrongly with %j', async (args) => {
    const { code, stdout, stderr } = await check(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('usage: npm run -s check');
  });

  it('helps', async () => {
    const { code, stdout } = await check('--help');
    expect(code).toBe(0);
    expect(stdout).toContain('--graph');
  });
});

describe('what the check tool reads', () => {
  it('comes from standard input', async () => {
    const ran = await fed(await readFile(good, 'utf8'), '-');
    expect(ran.code).toBe(0);
    expect(linesOf(ran)).toMatchObject([{ file: '-', version: 'tosca_simple_yaml_1_3' }]);
    expect((await fed(minimal, '-')).code).toBe(0);
    expect((await fed('', '-')).code).toBe(1);
  });

  it('is an archive as well', async () => {
    const archives = [
      await written('a.csar', Buffer.from(zip({ 'main.yaml': minimal }), 'base64')),
      await written('a.tgz', Buffer.from(compressed({ 'main.yaml': minimal }), 'base64')),
      await written('a.txt', zip({ 'main.yaml': minimal })),
    ];
    expect(linesOf(await check(...archives)).map(({ ok, problems }) => [ok, problems])).toEqual([
      [true, []],
      [true, []],
      [true, []],
    ]);
  });

  it('is named from where the command was typed, since npm runs it elsewhere', async () => {
    const INIT_CWD = dirname(good);
    const [line] = linesOf(await run('', ['imports.yaml'], { npm_lifecycle_event: 'check', INIT_CWD }));
    expect(line).toMatchObject({ file: 'imports.yaml', ok: true });
    const [elsewhere] = linesOf(await run('', ['imports.yaml'], { npm_lifecycle_event: 'test', INIT_CWD }));
    expect(elsewhere).toMatchObject({ file: 'imports.yaml', ok: false });
  });

  it('is a folder with templates, at any depth', async () => {
    await written('some/one.yaml', minimal);
    await written('some/deep/two.yml', minimal);
    await written('some/notes.txt', 'none');
    await written('some/.git/three.yaml', 'none');
    const ran = await check(join(folder, 'some'));
    expect(linesOf(ran).map(({ file }) => file)).toEqual([
      join(folder, 'some/deep/two.yml'),
      join(folder, 'some/one.yaml'),
    ]);
    expect(ran.code).toBe(0);
  });

  it('is refused with a reason when it is nothing of the kind', async () => {
    await mkdir(join(folder, 'empty'));
    const binary = await written('image.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff, 0xfe]));
    const utf16 = await written('utf16.yaml', Buffer.from(`\uFEFF${minimal}`, 'utf16le'));
    const found = linesOf(await check(join(folder, 'empty'), binary, join(folder, 'missing'), utf16));
    expect(found.map(({ ok, problems }) => [ok, problems[0]?.code])).toEqual([
      [false, 'file-unreadable'],
      [false, 'file-unreadable'],
      [false, 'file-unreadable'],
      [true, undefined],
    ]);
    expect(found[0]?.problems[0]?.message).toContain('a folder without templates');
    expect(found[1]?.problems[0]?.message).toContain('UTF-8');
    expect(found[2]?.problems[0]?.message).toBe('there is no such file');
  });

  it('is a thousand files in one process', async () => {
    const names = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => written(`many/${index}.yaml`, `${minimal}# ${index}\n`)),
    );
    const started = performance.now();
    expect(linesOf(await check(...names)).filter(({ ok }) => ok)).toHaveLength(1_000);
    expect(performance.now() - started).toBeLessThan(60_000); // a process for each takes minutes
  });
});

describe('an import that the check tool cannot read', () => {
  const importing = (address: string): string =>
    `tosca_definitions_version: tosca_simple_yaml_1_3\nimports: [ ${address} ]\ntopology_template: { node_templates: { a: { type: not.here, properties: { b: c } } } }\n`;

  it.each(['mistyped.yaml', './no/such/folder/types.yaml', '/types.yaml', 'file:types.yaml'])(
    'is its one error: %s',
    async (address) => {
      const ran = await check(await written('importing.yaml', importing(address)));
      expect(ran.code).toBe(1);
      expect(linesOf(ran)[0]?.problems.map(({ code }) => code)).toEqual(['import-failed']);
    },
  );

  it('is one when the network does not have it, or may not be asked', async () => {
    const file = await written('network.yaml', importing('https://127.0.0.1/types.yaml'));
    const ran = await check(file);
    expect(ran.code).toBe(1);
    expect(linesOf(ran)[0]?.problems.map(({ code }) => code)).toEqual(['import-failed']);
  });

  it('is a warning when nothing is to be read from the network', async () => {
    const file = await written('network.yaml', importing('https://127.0.0.1/types.yaml'));
    const ran = await check('--offline', file);
    expect(ran.code).toBe(0);
    expect(linesOf(ran)[0]?.problems.map(({ code }) => code)).toEqual(['import-unread']);
  });
});

describe('an add-on', () => {
  it('is checked together with its parent, which stands beside it', async () => {
    const version = 'tosca_definitions_version: tosca_simple_yaml_1_3\n';
    const node = (name: string, rest: string): string =>
      `topology_template: { node_templates: { ${name}: { ${rest} } } }\n`;
    await written('addons/parent.yaml', `${version}${node('server', 'type: tosca.nodes.Compute')}`);
    const rest = 'type: tosca.nodes.SoftwareComponent, requirements: [ host: server ]';
    const text = `${version}metadata: { parents: [ parent.yaml ] }\n${node('software', rest)}`;
    const ran = await check(await written('addons/addon.yaml', text));
    expect(linesOf(ran)[0]).toMatchObject({ ok: true, problems: [{ code: 'parent-taken' }] });
    const lost = await check(await written('elsewhere/addon.yaml', text));
    expect(linesOf(lost)[0]).toMatchObject({ ok: false, problems: [{ code: 'parent-unread' }] });
  });
});

describe('what runs from the sources', () => {
  const root = join(import.meta.dirname, '../..');

  it('is compiled once, and kept beside the packages', async () => {
    const ask = `const { onNewNode } = await import(${JSON.stringify(join(root, 'local/node.mjs'))});
await onNewNode(() => console.log(process.getBuiltinModule("node:module").getCompileCacheDir()));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', ask]);
    expect(stdout).toContain(join('node_modules', '.cache', 'toscanini'));
  });

  it('has a name, else the names are told', async () => {
    const run = promisify(execFile)(process.execPath, [join(root, 'local/run.mjs'), 'strat']);
    await expect(run).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(/strat.*start/) });
  });
});

describe('the graph', () => {
  it('says on the side what is wrong', async () => {
    const { code, stdout, stderr } = await check('--graph', join(fixtures, 'bad/ten-mistakes.yaml'));
    expect(code).toBe(1);
    expect(stdout).toMatch(/^flowchart TD\n/);
    expect(stderr).toMatch(/ten-mistakes\.yaml:\d+:\d+ error /);
  });

  it('names the file when there are several', async () => {
    const { stdout } = await check('--graph', good, join(fixtures, 'good/two-tier.yaml'));
    expect(stdout.match(/^%% .*\nflowchart TD$/gm)).toHaveLength(2);
  });
});

/** Prints the package of each file that is loaded. */
const told = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { process.stderr.write('loads ' + url + '\\n'); return next(url, context); } });`;

describe('the start', () => {
  it('loads the packages that read YAML and patterns, and no others', async () => {
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(told)}`;
    const { code, stderr } = await run('', [good], { NODE_OPTIONS });
    expect(code).toBe(0);
    const packages = stderr.matchAll(/^loads .*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//gm);
    expect([...new Set([...packages].map(([, name]) => name))].toSorted()).toEqual(['js-yaml', 're2js']);
  });
});
