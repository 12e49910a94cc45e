import { build, type Metafile, type OutputFile } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundling, entryPoints } from '../../lib/bundles/bundling.ts';

/** Design, section 5; a kilobyte is 1,000 bytes. */
const budget = 600_000;
/** What only a few functions hold, and may add (docs/decisions/0012). */
const extras = [
  { what: 'the TOSCA engine and its catalog of types', holds: /src\/domain\/tosca\/process\.ts$/, bytes: 190_000 },
];

describe('the bundles', () => {
  let files: readonly OutputFile[];
  let metafile: Metafile;
  const programs = () => files.filter(({ path }) => path.endsWith('.mjs'));
  const inputsOf = (path: string): string[] => {
    const [, output] = Object.entries(metafile.outputs).find(([name]) => path.endsWith(name)) ?? [];
    return Object.keys(output?.inputs ?? {});
  };
  beforeAll(async () => {
    const built = await build(bundling());
    files = built.outputFiles;
    metafile = built.metafile;
  }, 120_000);

  it('are one for each function', () => {
    expect(programs()).toHaveLength(entryPoints.length);
  });

  it('keep to the budget', () => {
    const over = programs().flatMap(({ path, contents }) => {
      const inputs = inputsOf(path);
      const held = extras.filter(({ holds }) => inputs.some((input) => holds.test(input)));
      const most = budget + held.reduce((sum, { bytes }) => sum + bytes, 0);
      return contents.length > most ? [`${path}: ${contents.length} of ${most}`] : [];
    });
    expect(over).toEqual([]);
  });

  it('hold neither the translations of the schema library nor what the aliases replace', () => {
    const unwanted =
      /zod\/v4\/locales\/(?!en\.js)|credential-provider-(ini|sso|process|node)|submodules\/event-streams\/|mnemonist/;
    for (const { path } of programs())
      expect(
        inputsOf(path).filter((input) => unwanted.test(input)),
        path,
      ).toEqual([]);
  });

  it('hold the engine of regular expressions packed, and the writer of JSON Schema where it is asked for', () => {
    for (const { path, contents } of programs()) {
      const inputs = inputsOf(path);
      if (inputs.some((input) => input.includes('/re2js/')))
        expect(Buffer.from(contents).includes('RE2JSSyntaxException'), path).toBe(false);
      const writes = inputs.some((input) => input.endsWith('/json-schema-processors.js'));
      expect(writes, path).toBe(path.includes('/configuration/openapi/'));
    }
  });

  it('hold no module twice, as CommonJS and as ECMAScript', () => {
    for (const { path } of programs()) {
      const inputs = new Set(inputsOf(path));
      const twice = [...inputs]
        .filter((input) => input.includes('/dist-es/'))
        .map((input) => input.replace('/dist-es/', '/dist-cjs/'));
      expect(twice.filter((input) => inputs.has(input))).toEqual([]);
    }
  });

  it('are the same when they are made again', async () => {
    const again = await build(bundling());
    expect(again.outputFiles.map(({ hash }) => hash)).toEqual(files.map(({ hash }) => hash));
  }, 120_000);
});
