import { basename } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { entryPoints } from '../../lib/bundles/bundling.ts';
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

  it('hold the TOSCA processor where a template is judged, loaded with the first one, and nowhere else', () => {
    const processor = 'src/tosca/process.ts';
    expect(made.filter(({ inputs }) => inputs.includes(processor))).toEqual([]);
    const holders = made.filter(({ laterInputs }) => laterInputs.includes(processor));
    expect(holders.map(({ entry }) => entry.replace(/^functions\/|\.ts$/g, '')).toSorted()).toEqual([
      'http/deployments/create',
      'http/deployments/update',
      'http/schedules/create',
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

  it('are the same when they are made again', async () => {
    const hashes = (all: readonly Program[]) => all.map(({ files }) => files.map(({ path, hash }) => [path, hash]));
    expect(hashes(await programs())).toEqual(hashes(made));
  });
});
