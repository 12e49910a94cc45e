import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import published from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkTemplates } from '../../local/check/check-templates.ts';
import { typesIn } from '../../src/adapters/files/types-folder.ts';
import { call } from '../cli/called.ts';
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
    '..warned.yaml': warned,
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

/** The published schema is of a draft that Ajv does not read by its name, and one of its patterns has a bracket too many. */
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
formats.default(ajv);
const { $schema: _draft, id: _id, ...schema } = published;
const validate = ajv.compile(schema);

describe('SARIF', () => {
  const logOf = async (...names: readonly string[]): Promise<Log> =>
    JSON.parse((await check(['--format', 'sarif', ...names.map((name) => join(folder, name))])).out) as Log;

  it.each([['all'], ['all/good.yml'], ['missing.yaml', 'all'], ['all/shop.csar']])(
    'is valid by the published schema: %s',
    async (...names) => {
      validate(await logOf(...names));
      expect(validate.errors).toBeNull();
    },
  );

  it('gives each result the rule and the place that readers of it need', async () => {
    const [run] = (await logOf('all')).runs;
    const ids = run?.tool.driver.rules.map(({ id }) => id) ?? [];
    expect(new Set(ids).size).toBe(ids.length);
    for (const result of run?.results ?? []) {
      const [location] = result.locations;
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

  it('of the command line says so too, and names the file that could not be read', async () => {
    const files = [join(folder, 'all/good.yml'), join(folder, 'missing.yaml')];
    const { code, out } = await call(['check', '--format', 'sarif', ...files]);
    const [run] = (JSON.parse(out) as Log).runs;
    expect(code).toBe(2);
    expect(run?.invocations[0]?.executionSuccessful).toBe(false);
    expect(run?.results.map(({ ruleId, level }) => [ruleId, level])).toEqual([['file-unreadable', 'error']]);
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

describe('paths', () => {
  const found = async (workspace: string, file: string): Promise<string> =>
    /file=([^,]*),/.exec((await check(['--format', 'github', file], { GITHUB_WORKSPACE: workspace })).out)?.[1] ?? '';

  it('begin in the folder of the repository, wherever a step works', async () => {
    expect(await found(folder, join(folder, 'all/warned.yaml'))).toBe('all/warned.yaml');
    const summary = join(folder, 'paths.md');
    const env = { GITHUB_WORKSPACE: folder, GITHUB_STEP_SUMMARY: summary };
    expect((await call(['check', '--format', 'github', join(folder, 'all/warned.yaml')], { env })).out).toContain(
      'file=all/warned.yaml,',
    );
    expect(await readFile(summary, 'utf8')).toContain('| all/warned.yaml:');
  });

  it('are whole only where they leave it: a name may begin with two dots', async () => {
    expect(await found(folder, join(folder, '..warned.yaml'))).toBe('..warned.yaml');
    expect(await found(join(folder, 'all'), join(folder, '..warned.yaml'))).toBe(join(folder, '..warned.yaml'));
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
