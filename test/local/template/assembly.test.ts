import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cloudAssembly } from '../../../local/template/assembly.ts';

let root: string;
let cache: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'toscanini-app-'));
  cache = join(root, '.home', 'assembly');
  write('cdk.json', JSON.stringify({ app: 'node app.ts', context: { flag: true } }));
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (name: string, text: string): void => writeFileSync(join(root, name), text);

/** An app that writes down how it was called, as the CDK's library would write an assembly. */
const app = (revision: number): string => `
  import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
  const directory = process.env.CDK_OUTDIR;
  mkdirSync(directory);
  writeFileSync(directory + '/manifest.json', process.env.CDK_CONTEXT_JSON);
  appendFileSync('runs.txt', '${revision}');
`;

describe('the cloud assembly', () => {
  it("is made by running the CDK app, with cdk.json's context and without bundling", async () => {
    write('app.ts', app(1));
    const directory = await cloudAssembly(root, cache);
    expect(JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'))).toEqual({
      flag: true,
      'aws:cdk:bundling-stacks': [],
    });
  });

  it('is made again only when a source has changed, and one that nothing has started from for a day goes', async () => {
    write('app.ts', app(1));
    const first = await cloudAssembly(root, cache);
    expect(await cloudAssembly(root, cache)).toBe(first);
    write('app.ts', app(2));
    const second = await cloudAssembly(root, cache);
    expect(second).not.toBe(first);
    expect(readFileSync(join(root, 'runs.txt'), 'utf8')).toBe('12');
    expect(readdirSync(cache)).toHaveLength(2); // a service that runs may still read the first
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    utimesSync(first, yesterday, yesterday);
    utimesSync(second, yesterday, yesterday);
    await cloudAssembly(root, cache);
    write('app.ts', app(3));
    const third = await cloudAssembly(root, cache);
    expect(readdirSync(cache).map((name) => join(cache, name))).toEqual([second, third].toSorted());
  });

  it('is made once when several ask for it at the same time', async () => {
    write('app.ts', app(1));
    const [first, second] = await Promise.all([cloudAssembly(root, cache), cloudAssembly(root, cache)]);
    expect(second).toBe(first);
    expect(readFileSync(join(root, 'runs.txt'), 'utf8')).toBe('1');
  });

  it('is not waited for by a start that is told to stop', async () => {
    write('app.ts', `${app(1)} setTimeout(() => undefined, 600_000);`);
    const [first, second] = [new AbortController(), new AbortController()];
    const making = cloudAssembly(root, cache, first.signal);
    const waiting = cloudAssembly(root, cache, second.signal);
    second.abort(new Error('stopped while it waits'));
    await expect(waiting).rejects.toThrow('stopped while it waits');
    first.abort(new Error('stopped while it makes'));
    await expect(making).rejects.toThrow('stopped while it makes');
  });

  it('says what the app said when it fails, and is not kept', async () => {
    write('app.ts', "throw new Error('no such permission');");
    await expect(cloudAssembly(root, cache)).rejects.toThrow('no such permission');
    write('app.ts', 'process.exit(0);');
    await expect(cloudAssembly(root, cache)).rejects.toThrow('does not synthesise');
  });
});
