import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { entryPoints, folderOf, root } from '../../lib/bundles/bundling.ts';
import { type Program, programs } from '../../lib/bundles/programs.ts';

/** Of what is loaded when a function starts: docs/contract/budgets.md, "Bundles"; a kilobyte is 1,000 bytes. */
const budget = 600_000;
/** Of each part that is loaded at need, such as the TOSCA processor, with the first template, or the engine of regular expressions. */
const laterBudget = 250_000;

describe('the bundles', () => {
  let made: readonly Program[];
  beforeAll(async () => {
    made = await programs();
  });

  it('are one for each function', () => {
    expect(made.map(({ entry }) => entry)).toEqual(entryPoints);
    for (const { entry, files } of made) {
      expect(files.map(({ path }) => path).filter((path) => path.endsWith('/index.mjs'))).toHaveLength(1);
      expect(entry, entry).toMatch(/^functions\//);
    }
  });

  it('keep to the budget', () => {
    const over = made.filter(({ bytes, largestLater }) => bytes > budget || largestLater > laterBudget);
    expect(over.map(({ entry, bytes, largestLater }) => `${entry}: ${bytes}, and ${largestLater} later`)).toEqual([]);
  });

  it('hold nothing of what the aliases replace, nor a schema library of a heavier kind', () => {
    const unwanted = /\/zod\/|credential-provider-(ini|sso|process|node)|submodules\/event-streams\/|mnemonist|bowser/;
    for (const { entry, inputs } of made) {
      expect(
        inputs.filter((input) => unwanted.test(input)),
        entry,
      ).toEqual([]);
    }
  });

  it('hold what few calls need beside the program, and the writer of JSON Schema where it is asked for', () => {
    for (const { entry, inputs, files } of made) {
      expect(
        inputs.filter((input) => /\/tosca\/(translate|csar\/open)/.test(input)),
        entry,
      ).toEqual([]);
      const compiles = files.some(({ path, text }) => path.endsWith('.mjs') && text.includes('./re2js.cjs'));
      expect(
        files.some(({ path }) => path.endsWith('/re2js.cjs')),
        entry,
      ).toBe(compiles);
      const engines = files
        .filter(({ text }) => text.includes('RE2JSSyntaxException'))
        .map(({ path }) => basename(path));
      expect(engines, entry).toEqual(compiles ? ['re2js.cjs'] : []);
      const writes = inputs.some((input) => input.includes('/to-json-schema/'));
      expect(writes, entry).toBe(entry.includes('/configuration/openapi'));
    }
  });

  it('hold all that they may load later, and are divided for nothing else', () => {
    const missing = made.filter(({ files }) => files.some(({ text }) => text.includes('loaded-later:')));
    expect(missing.map(({ entry }) => entry)).toEqual([]);
    const deletion = made.find(({ entry }) => entry === 'functions/http/schedules/delete.ts');
    expect(deletion?.files.length).toBeLessThan(40);
  });

  it('hold the TOSCA processor where a template is judged, loaded with the first one, and nowhere else', () => {
    const processor = 'src/tosca/process.ts';
    expect(made.filter(({ inputs }) => inputs.includes(processor))).toEqual([]);
    const holders = made.filter(({ laterInputs }) => laterInputs.includes(processor));
    expect(holders.map(({ entry }) => entry.replace(/^functions\/|\.ts$/g, '')).toSorted()).toEqual([
      'http/deployments/create',
      'http/deployments/inputs',
      'http/deployments/update',
      'http/schedules/create',
      'http/templates/inspect',
      'tasks/begin-event',
      'tasks/begin-update',
      'tasks/rank-providers',
    ]);
  });

  it('hold no module twice, as CommonJS and as ECMAScript', () => {
    for (const program of made) {
      const inputs = new Set(program.inputs);
      const twice = program.inputs
        .filter((input) => input.includes('/dist-es/'))
        .map((input) => input.replace('/dist-es/', '/dist-cjs/'));
      expect(twice.filter((input) => inputs.has(input))).toEqual([]);
    }
  });

  it('start, each with a handler', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toscanini-bundles-'));
    for (const { path, contents } of made.flatMap(({ files }) => files)) {
      const file = join(folder, relative(root, path));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, contents);
    }
    // in a process of its own: here every file would be transformed
    const program = `for (const file of process.argv.slice(1)) {
      const { handler } = await import(file);
      if (typeof handler !== 'function') throw new Error(file + ' has no handler');
    } console.log(process.argv.length - 1);`;
    const mains = entryPoints.map((entry) => join(folder, 'cdk.out', folderOf(entry), 'index.mjs'));
    const node = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program, ...mains]);
    expect((await node).stdout.trim()).toBe(`${entryPoints.length}`);
  });

  it('hold the SDK’s own sources, with their names in the source maps', () => {
    const client = /node_modules\/@aws-sdk\/client-ec2\/dist-es\/commands\/(\w+)\.js/g;
    const maps = made.flatMap(({ files }) => files.filter(({ path }) => path.endsWith('.map')));
    const found = new Set(maps.flatMap(({ text }) => [...text.matchAll(client)].map(([, command]) => command)));
    expect([...found]).toContain('DescribeInstancesCommand');
    expect(found.size, 'EC2 has 800').toBeLessThan(10);
    expect(
      made
        .flatMap(({ inputs, laterInputs }) => [...inputs, ...laterInputs])
        .filter((input) => input.startsWith('cdk.out/')),
    ).toEqual([]);
  });
});
