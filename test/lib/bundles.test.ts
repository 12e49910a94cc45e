import { execFile } from 'node:child_process';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Bundles, bundleFunctions, entryPoints, writeBundles } from '../../lib/bundles/bundles.ts';
import { builtinsAtStart, clientsAtStart, startOf } from '../support/started.ts';

describe('the programs', () => {
  let made: Bundles;
  beforeAll(async () => {
    made = await bundleFunctions();
  });

  it('are one for each function, with a source map', () => {
    const files = [...made.files.keys()].filter((path) => path.startsWith('functions/'));
    const programs = entryPoints.map((entry) => entry.replace(/\.ts$/, '.mjs'));
    expect(files.toSorted()).toEqual(programs.flatMap((program) => [program, `${program}.map`]).toSorted());
  });

  it('are the same when they are made again: what has not changed is not deployed again', async () => {
    const again = await bundleFunctions();
    expect([...again.files.keys()]).toEqual([...made.files.keys()]);
    const different = [...made.files].filter(([path, contents]) =>
      Buffer.compare(contents, again.files.get(path) ?? contents),
    );
    expect(different.map(([path]) => path)).toEqual([]);
  });

  const dynamoDb = ['client-dynamodb', 'lib-dynamodb'];

  it.each([
    ['http/configuration/get', []],
    ['http/configuration/login', []],
    ['http/deployments/list', dynamoDb],
    ['http/deployments/get', dynamoDb],
    ['http/deployments/reset', [...dynamoDb, 'client-sfn']],
    ['http/deployments/log', [...dynamoDb, 'client-s3']],
    ['http/templates/inspect', [...dynamoDb, 'client-s3']],
    ['tasks/poll-attempt', [...dynamoDb, 'client-s3']],
    ['operators/doctor', [...dynamoDb, 'client-lambda', 'client-s3']],
  ])('load the clients of their own ports when they start, and no others: %s', (name, clients) => {
    expect(clientsAtStart(made.metafile, `functions/${name}.ts`)).toEqual(clients.toSorted());
  });

  it('load the TOSCA processor with the first template', () => {
    const holders = entryPoints.filter((entry) => startOf(made.metafile, entry).includes('src/tosca/process.ts'));
    expect(holders).toEqual([]);
  });

  it('load what reads YAML with the first text, but for the catalog', () => {
    const readers = entryPoints.filter((entry) =>
      startOf(made.metafile, entry).some((file) => file.includes('js-yaml')),
    );
    expect(readers).toEqual(['functions/http/catalog/get.ts', 'functions/http/catalog/list.ts']);
  });

  it('do not import node:http, which loads Node’s fetch: a quarter of a start', () => {
    const importing = entryPoints.filter((entry) => builtinsAtStart(made.metafile, entry).includes('node:http'));
    expect(importing).toEqual([]);
    expect(builtinsAtStart(made.metafile, 'functions/http/deployments/get.ts')).toContain('node:https');
  });

  it('load the engine of rules with the first plan that is judged', () => {
    const isEngine = (file: string): boolean =>
      file.includes('cel-js') || file.startsWith('src/adapters/policies/compile');
    expect(entryPoints.filter((entry) => startOf(made.metafile, entry).some(isEngine))).toEqual([]);
    expect(Object.keys(made.metafile.inputs).some(isEngine)).toBe(true);
  });

  it('start, each with a handler, and stand beside the dashboard', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toscanini-bundles-'));
    await writeBundles(folder);
    // in a process of its own: here every file would be transformed
    const program = `const names = ${JSON.stringify(entryPoints)};
for (const name of names) {
  const { handler } = await import(${JSON.stringify(`${folder}/`)} + name.replace(/\\.ts$/, '.mjs'));
  if (typeof handler !== 'function') throw new Error(name + ' has no handler');
}
console.log(names.length);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
    expect(Number(stdout)).toBe(entryPoints.length);
    expect(await readdir(join(folder, 'dashboard'))).toContain('index.html');
  });
});
