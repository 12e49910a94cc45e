/** @module-tag full */

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { dump } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { bindTemplate } from '../../src/tosca/infrastructure-manager/bind.ts';
import { processTemplate } from '../../src/tosca/process.ts';
import type { Node } from '../../src/tosca/topology.ts';
import { anyCharacter } from '../support/any-character.ts';
import { sampled } from '../support/sampled.ts';
import { fixtures, noImports } from './fixtures.ts';

const sample = readFileSync(join(fixtures, 'good/two-tier.yaml'), 'utf8');
const keynames = [
  'type',
  'node_templates',
  'inputs',
  'get_input',
  'concat',
  '$get_property',
  'requirements',
  'derived_from',
  'default',
  'properties',
];

/** Requirements are sent by name, and the nodes of a topology follow them. */
const unordered = (nodes: readonly Node[]) =>
  nodes
    .map((node) => ({ ...node, requirements: node.requirements.toSorted(byText) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** Data in the shape of TOSCA: its keynames where they do not belong. */
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom('tosca.nodes.Compute', 'SELF', 'a', 'string', 'list', '', null, true, 7, 1.5, '__proto__'),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...keynames, 'a', 'b', '__proto__'), tie('any'), { maxKeys: 4 }),
  ),
})).any;

const version = fc.constantFrom('tosca_simple_yaml_1_0', 'tosca_simple_yaml_1_3', 'tosca_2_0');
const sections = [
  'topology_template',
  'service_template',
  'node_types',
  'data_types',
  'capability_types',
  'imports',
  'metadata',
];
const shaped = fc
  .tuple(version, fc.dictionary(fc.constantFrom(...sections), value, { maxKeys: 5 }))
  .map(([name, rest]) => dump({ tosca_definitions_version: name, ...rest }));

/** A good template with a piece cut out, doubled or replaced. */
const damaged = fc
  .tuple(
    fc.nat(sample.length),
    fc.nat(40),
    fc.oneof(fc.string(), fc.constantFrom('{', '- ', '*a', '&a ', ': ', '\n', '"', '<<: ')),
  )
  .map(([at, length, piece]) => sample.slice(0, at) + piece + sample.slice(at + length));

const texts = fc.oneof(fc.string(), fc.string({ unit: anyCharacter }), shaped, damaged);

const run = (text: string) => processTemplate(text, { inputs: {}, imports: noImports });

const isReadable = ({ line, column, message, code }: Awaited<ReturnType<typeof run>>['problems'][number]): boolean =>
  line > 0 && column > 0 && message.length < 2_000 && /^[a-z-]+$/.test(code);

describe('any text whatever', () => {
  it('is processed or refused with reasons, and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const processed = await run(text);
        const errors = processed.problems.filter(({ severity }) => severity === 'error');
        expect(processed.ok).toBe(errors.length === 0);
        expect(processed.problems.map(({ code }) => code)).not.toContain('processing-failed');
        expect(processed.problems.filter((problem) => !isReadable(problem))).toEqual([]);
      }),
      { numRuns: sampled(600, 1_500) },
    );
  });

  it('gives the same answer every time', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(await run(text)).toEqual(await run(text));
      }),
      { numRuns: sampled(80, 200) },
    );
  });

  it('can be bound when it could be processed, and then says the same', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const processed = await run(text);
        if (!processed.ok || processed.topology.version === 'tosca_2_0') return;
        const again = await run(bindTemplate(text, { inputs: processed.topology.inputs, name: 'again' }));
        if (!again.ok) throw new Error(again.problems[0]?.message);
        expect(unordered(again.topology.nodes)).toEqual(unordered(processed.topology.nodes));
        expect(again.topology.outputs).toEqual(processed.topology.outputs);
      }),
      { numRuns: sampled(120, 300) },
    );
  });

  it('describes a topology that nobody can change', async () => {
    const processed = await run(sample);
    if (!processed.ok) throw new Error(basename('two-tier.yaml'));
    const open: unknown[] = [processed];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (typeof at !== 'object' || at === null) continue;
      expect(Object.isFrozen(at)).toBe(true);
      open.push(...Object.values(at));
    }
  });
});
