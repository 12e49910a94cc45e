import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkTemplates } from '../../local/check/check-templates.ts';
import { typesIn } from '../../src/adapters/files/types-folder.ts';
import { zip } from './archives.ts';

const bad =
  'tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template: { node_templates: { a: { type: "a:b,c%\\n" } } }\n';
const warned =
  'tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template: { inputs: { i: { type: string } } }\n';
const good = 'tosca_definitions_version: tosca_simple_yaml_1_3\n';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'formats-'));
  const files = {
    'all/bad ä,x.yaml': bad,
    'all/warned.yaml': warned,
    'all/good.yml': good,
    'all/importing.yaml': `${good}imports: [ sub/types.yaml ]\ntopology_template: { node_templates: { b: { type: B } } }\n`,
    'all/sub/types.yaml': `${good}node_types: { B: { derived_from: Nobody } }\n`,
    'all/metadata.yaml': 'metadata: { display_name: x }\n',
    'all/parameters.yml': 'tabs: { a: [ b ] }\n',
    'all/playbook.yaml': '- hosts: all\n',
    'all/misspelt.yaml': 'tosca_definition_version: tosca_simple_yaml_1_3\n',
    'none/values.yaml': 'a: b\n',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  await writeFile(join(folder, 'all/shop.csar'), Buffer.from(zip({ 'main.yaml': bad }), 'base64'));
});
afterAll(() => rm(folder, { recursive: true }));

const check = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  let out = '';
  const code = await checkTemplates(args, {
    types: typesIn(join(folder, 'no-types')),
    readInput: async () => Buffer.from(bad),
    write: (text) => {
      out += text;
    },
    writeError: (text) => {
      out += text;
    },
    isTerminal: false,
    env,
  });
  return { code, out };
};

interface Log {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly { readonly id: string }[] } };
    readonly columnKind: string;
    readonly invocations: readonly { readonly executionSuccessful: boolean }[];
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region?: { readonly startLine: number; readonly startColumn: number };
        };
      }[];
    }[];
  }[];
}

/** What each object of a log may have (SARIF 2.1.0, sections 3.13 to 3.49); a validator refuses all else. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  log: ['version', '$schema', 'runs'],
  run: ['tool', 'columnKind', 'invocations', 'results'],
  driver: ['name', 'version', 'rules'],
  result: ['ruleId', 'ruleIndex', 'level', 'message', 'locations'],
};

const keysFit = (value: object, kind: string): boolean =>
  Object.keys(value).every((key) => allowed[kind]?.includes(key));

describe('SARIF', () => {
  const logOf = async (...names: readonly string[]): Promise<Log> =>
    JSON.parse((await check(['--format', 'sarif', ...names.map((name) => join(folder, name))])).out) as Log;

  it('has what the standard wants, and nothing else', async () => {
    const log = await logOf('all');
    const [run] = log.runs;
    expect(log.version).toBe('2.1.0');
    expect(keysFit(log, 'log') && run && keysFit(run, 'run') && keysFit(run.tool.driver, 'driver')).toBe(true);
    const ids = run?.tool.driver.rules.map(({ id }) => id) ?? [];
    expect(new Set(ids).size).toBe(ids.length);
    for (const result of run?.results ?? []) {
      const [location] = result.locations;
      expect(keysFit(result, 'result')).toBe(true);
      expect(['error', 'warning']).toContain(result.level);
      expect(ids[result.ruleIndex]).toBe(result.ruleId);
      expect(location?.physicalLocation.artifactLocation.uri).toMatch(/^[!-[\]-~]+$/);
      expect(location?.physicalLocation.region?.startLine ?? 1).toBeGreaterThan(0);
    }
  });

  it('has the errors first, each in its file', async () => {
    const found = (await logOf('all')).runs[0]?.results.map(({ level, locations: [one] }) => [
      level,
      one?.physicalLocation.artifactLocation.uri.replace(/^.*\/all\//, ''),
      one?.physicalLocation.region?.startLine,
    ]);
    expect(found).toEqual([
      ['error', 'bad%20%C3%A4,x.yaml', 2],
      ['error', 'misspelt.yaml', 1],
      ['error', 'shop.csar', undefined],
      ['error', 'sub/types.yaml', 2],
      ...(found ?? []).slice(4),
    ]);
    expect(found?.slice(4).every(([level]) => level === 'warning')).toBe(true);
  });

  it('of good files is a log without results, and says where a file could not be read', async () => {
    expect((await logOf('all/good.yml')).runs[0]).toMatchObject({
      results: [],
      invocations: [{ executionSuccessful: true }],
    });
    expect((await logOf('missing.yaml')).runs[0]?.invocations[0]?.executionSuccessful).toBe(false);
  });
});

describe('annotations of GitHub', () => {
  it('are escaped, with the errors first, and end with the sum', async () => {
    const { code, out } = await check([
      '--format',
      'github',
      join(folder, 'all/warned.yaml'),
      join(folder, 'all/bad ä,x.yaml'),
    ]);
    const lines = out.trimEnd().split('\n');
    expect(code).toBe(1);
    expect(lines[0]).toMatch(/^::error file=[^,]*bad ä%2Cx\.yaml,line=2,col=\d+,title=type-unknown::.*a:b,c%25/);
    expect(lines[1]).toMatch(/^::warning file=.*warned\.yaml,line=2/);
    expect(lines.slice(2)).toEqual(['2 checked: 1 errors, 1 warnings.']);
  });

  it('go into the summary of the job too, where nothing of a template is Markdown', async () => {
    const summary = join(folder, 'summary.md');
    await check(['--format', 'github', join(folder, 'all')], { GITHUB_STEP_SUMMARY: summary });
    const text = await readFile(summary, 'utf8');
    expect(text).toContain('### TOSCA templates');
    expect(text.split('\n').filter((line) => line.startsWith('| error'))).toHaveLength(4);
    expect(text).not.toMatch(/`/);
  });
});

describe('a folder', () => {
  it('means its templates: other YAML is left out, a template with a misspelt version is not', async () => {
    const { out } = await check(['--format', 'json', join(folder, 'all')]);
    const files = out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { file: string }).file.replace(/^.*\/all\//, ''));
    expect(files).toEqual([
      'bad ä,x.yaml',
      'good.yml',
      'importing.yaml',
      'misspelt.yaml',
      'shop.csar',
      'sub/types.yaml',
      'warned.yaml',
    ]);
  });

  it('without templates is an error, but not for a hook, which names every file that was changed', async () => {
    expect((await check([join(folder, 'none')])).code).toBe(1);
    expect(
      await check(['--only-templates', join(folder, 'none/values.yaml'), join(folder, 'all/good.yml')]),
    ).toMatchObject({ code: 0 });
    expect((await check(['--only-templates', join(folder, 'all/misspelt.yaml')])).code).toBe(1);
    expect((await check([join(folder, 'none/values.yaml')])).code).toBe(1);
  });
});

it('a format that nobody knows is a wrong call', async () => {
  expect((await check(['--format', 'xml', 'a.yaml'])).code).toBe(2);
});

it('the hook for pre-commit calls the command with flags that it has', async () => {
  const [hook] = load(await readFile(join(import.meta.dirname, '../../.pre-commit-hooks.yaml'), 'utf8')) as {
    readonly [key: string]: string;
  }[];
  const [command, name, ...flags] = (hook?.['entry'] ?? '').split(' ');
  expect([command, name]).toEqual(['toscanini', 'check']);
  expect((await check([...flags, '--help'])).code).toBe(0);
  expect('template.yaml').toMatch(new RegExp(hook?.['files'] ?? '^$'));
});
