import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { starters } from '../../cli/starters/starters.ts';
import { call } from './called.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'toscanini-init-'));
const template = (at: string) => readFileSync(join(at, 'template.yaml'), 'utf8');

describe.each(Object.keys(starters))('init --from %s', (name) => {
  it('writes what has no problem, in the form of fmt', async () => {
    const at = join(folder(), 'new/web');
    const made = await call(['init', at, '--from', name]);
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining(`toscanini up ${join(at, 'template.yaml')}`) });
    expect(await call(['check', '--offline', join(at, 'template.yaml')])).toMatchObject({
      code: 0,
      out: expect.not.stringMatching(/warning/),
    });
    expect(await call(['fmt', '--check', join(at, 'template.yaml')])).toMatchObject({ code: 0 });
  });
});

it('init overwrites nothing, and then writes nothing', async () => {
  const at = folder();
  expect((await call(['init', at, '--from', 'machine'])).code).toBe(0);
  const before = template(at);
  expect(await call(['init', at, '--from', 'web'])).toMatchObject({
    code: 5,
    error: expect.stringContaining('there already'),
  });
  expect({ files: readdirSync(at), text: template(at) }).toEqual({ files: ['template.yaml'], text: before });
});

describe('init without --from', () => {
  it('asks until it gets a number or a name', async () => {
    const at = folder();
    const made = await call(['init', at], { lines: ['9', 'web'] });
    expect(made).toMatchObject({ code: 0, questions: ['Which one? [1]', 'Which one? [1]'] });
    expect(made.error).toContain('"9" is none of them');
    expect(readdirSync(at).toSorted()).toEqual(['playbooks', 'template.yaml']);
  });

  it('takes the first for an empty line', async () => {
    const at = folder();
    await call(['init', at], { lines: [''] });
    expect(template(at)).toBe(starters['machine']?.files['template.yaml']);
  });

  it('says what to write where nobody can answer', async () => {
    const at = folder();
    expect(await call(['init', at])).toMatchObject({ code: 2, error: expect.stringContaining('init --from machine') });
    expect(readdirSync(at)).toEqual([]);
  });
});

it('init names what there is for a name that there is not', async () => {
  for (const name of ['nothing', 'constructor', ''])
    expect(await call(['init', folder(), '--from', name])).toMatchObject({ code: 2 });
});

it('init takes a template of the installation', async () => {
  const at = folder();
  const fetch: typeof globalThis.fetch = async () =>
    Response.json({
      name: 'lab',
      title: 'Lab',
      template: 'tosca_definitions_version: tosca_simple_yaml_1_3\n',
      problems: [],
    });
  const env = { TOSCANINI_URL: 'http://127.0.0.1:9', TOSCANINI_TOKEN: 'x' };
  expect((await call(['init', at, '--from', 'catalog:lab'], { env, fetch })).code).toBe(0);
  expect(template(at)).toBe('tosca_definitions_version: tosca_simple_yaml_1_3\n');
});
