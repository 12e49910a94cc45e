/** @module-tag full */

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { dump, load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { validateTemplate } from '../../src/tosca/process.ts';
import { sampled } from '../support/sampled.ts';
import { corpus, corpusIsHere, filesIn, fixtures, importsBeside, noImports } from './fixtures.ts';
import { richTemplate } from './rich-template.ts';

const topologyOf = async (text: string, imports = noImports) => {
  const { ok, topology, problems } = await validateTemplate(text, imports);
  return { ok, topology, codes: problems.map(({ code }) => code).toSorted() };
};

describe('a good template, dumped and read again', () => {
  it('says the same, in whatever style it is dumped', async () => {
    await fc.assert(
      fc.asyncProperty(richTemplate, fc.constantFrom(-1, 0, 2, 5), async (template, flowLevel) => {
        const [plain, other, json] = await Promise.all([
          topologyOf(dump(template)),
          topologyOf(dump(template, { flowLevel, lineWidth: 40, sortKeys: false })),
          topologyOf(JSON.stringify(template)),
        ]);
        expect(plain.ok, plain.codes.join()).toBe(true);
        expect(other).toEqual(plain);
        expect(json).toEqual(plain);
      }),
      { numRuns: sampled(50, 150) },
    );
  });

  it('says the same every time, and nobody can change it', async () => {
    await fc.assert(
      fc.asyncProperty(richTemplate, async (template) => {
        const text = dump(template);
        const first = await topologyOf(text);
        expect(await topologyOf(text)).toEqual(first);
        expect(unfrozen(first.topology)).toEqual([]);
      }),
      { numRuns: sampled(20, 60) },
    );
  });

  it('is known in all its parts: nodes, edges, policies and outputs', async () => {
    const seen = { filtered: 0, deferred: 0, policies: 0, counted: 0 };
    for (const template of fc.sample(richTemplate, { numRuns: 100, seed: 7 })) {
      const { topology } = await topologyOf(dump(template));
      const edges =
        topology?.nodes.flatMap(({ name, requirements }) => requirements.map(({ node }) => [name, node])) ?? [];
      expect(edges.every(([, node]) => node !== undefined)).toBe(true);
      seen.filtered += edges.filter(([name]) => name !== 'app').length;
      seen.deferred += topology?.outputs.filter(({ deferred }) => deferred).length ?? 0;
      seen.policies += topology?.policies.length ?? 0;
      seen.counted += topology?.nodes.filter(({ count }) => count !== 1).length ?? 0;
    }
    // the generator makes some of each: a test of empty templates would show nothing
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
  });

  const files = filesIn(join(fixtures, 'good')).concat(corpusIsHere ? filesIn(join(corpus, 'oasis-tosca-2.0')) : []);
  it.each(files.map((file) => [basename(file), file]))('%s says the same', async (_, file) => {
    const text = readFileSync(file, 'utf8');
    const before = await topologyOf(text, importsBeside(file));
    if (!before.ok) return;
    const data = loaded(text);
    if (data === undefined) return;
    const after = await topologyOf(dump(data), importsBeside(file));
    expect(after.ok, after.codes.join()).toBe(true);
    expect(after.topology?.nodes.map(({ name, types, count }) => ({ name, types, count }))).toEqual(
      before.topology?.nodes.map(({ name, types, count }) => ({ name, types, count })),
    );
  });
});

/** Paths of what could still be changed. */
function unfrozen(root: unknown): string[] {
  const found: string[] = [];
  const open: [string, unknown][] = [['', root]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, value] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (!Object.isFrozen(value)) found.push(path);
    open.push(...Object.entries(value).map(([key, item]): [string, unknown] => [`${path}.${key}`, item]));
  }
  return found;
}

/** Undefined: a text that the reader of YAML values does not take (lines at the margin, functions as keys). */
function loaded(text: string): unknown {
  try {
    return load(text);
  } catch {
    return undefined;
  }
}
