/** @module-tag full */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unanswered } from '../../../src/domain/infrastructure-manager/unanswered-questions.ts';
import { processTemplate } from '../../../src/tosca/process.ts';
import { circles } from '../../e2e/fuzz/circles.ts';
import { processorTime } from '../../support/processor-time.ts';
import { sampled } from '../../support/sampled.ts';
import { noImports } from '../fixtures.ts';
import { chains, refusedChains } from './chains.ts';

/** More than the call stack holds. */
const deepest = sampled(2_000, 10_000);

/** The deepest one, and some others. */
const depths = fc.oneof(
  { weight: 1, arbitrary: fc.constant(deepest) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: deepest }) },
);

const errorsIn = async (text: string) => {
  const { problems } = await processTemplate(text, { inputs: {}, imports: noImports });
  return problems.filter(({ severity }) => severity === 'error');
};

const everyDepth = async (check: (depth: number) => Promise<void>): Promise<void> => {
  await check(deepest);
  await fc.assert(fc.asyncProperty(depths, check), { numRuns: sampled(1, 4) });
};

describe('chains of references', () => {
  it.each(Object.entries(chains))('are accepted at any depth: %s', async (_, chain) => {
    await everyDepth(async (depth) => {
      const started = processorTime();
      expect(await errorsIn(chain(depth))).toEqual([]);
      expect(processorTime() - started).toBeLessThan(10_000);
    });
  });

  it.each(Object.entries(refusedChains))('are refused once where they are too deep: %s', async (_, { code, chain }) => {
    const started = processorTime();
    for (const text of [chain(deepest), `${chain(deepest)}# and once more, in another template\n`])
      expect((await errorsIn(text)).map((problem) => problem.code)).toEqual([code]);
    expect(processorTime() - started).toBeLessThan(10_000);
  });
});

/** Circles that mean something, or that stand where a key has no meaning, which is a warning: nothing is refused. */
const allowed = new Set([
  'outputs of operations',
  'attributes that operations read and set',
  'inputs of an interface that read its own operations',
  'artifacts',
  'requirements',
  'groups',
  'workflows',
  'lists of each other',
  'node types that require each other',
  'capability types that misplace capabilities',
  'outputs of operations of 2.0',
]);

/** Circles that are one mistake: its code, and the names of two members. */
const mistakes: Readonly<Record<string, readonly [code: string, ...names: string[]]>> = {
  properties: ['function-cycle', 'n0.t', 'n1.t'],
  'attributes with a first value': ['function-cycle', 'n0.a', 'n1.a'],
  hosts: ['node-cycle', 'n0', 'n1'],
  'types that derive': ['type-cycle', 'T0', 'T1'],
  'data types that derive': ['type-cycle', 'D0', 'D1'],
  'inputs of 2.0': ['function-cycle', 'inputs.i0', 'inputs.i1'],
};

describe('circles of references', () => {
  it.each(Object.entries(circles))('never exhaust the processor: %s', async (name, circle) => {
    await everyDepth(async (depth) => {
      const started = processorTime();
      const errors = await errorsIn(circle(depth));
      expect(processorTime() - started).toBeLessThan(10_000);
      expect(errors.map(({ code }) => code)).not.toContain('processing-failed');
      if (allowed.has(name)) expect(errors).toEqual([]);
      else expect(errors.length).toBeGreaterThan(0);
    });
  });

  it.each(Object.entries(mistakes))('are one problem that names its members: %s', async (name, [code, ...names]) => {
    for (const depth of [2, 3, 50, deepest]) {
      const errors = await errorsIn(circles[name]?.(depth) ?? '');
      expect(errors.map((each) => each.code)).toEqual([code]);
      for (const member of names) expect(errors[0]?.message).toContain(member);
      expect(errors[0]?.line).toBeGreaterThan(1);
    }
  });
});

/** Layers of two nodes, each of which is hosted on both nodes of the layer below: 2 ** layers ways lead to the lowest one. */
const layers = (count: number): string =>
  `tosca_definitions_version: tosca_simple_yaml_1_3
node_types: { H: { derived_from: tosca.nodes.Root, requirements: [ { host: { capability: tosca.capabilities.Node, relationship: tosca.relationships.HostedOn, occurrences: [ 0, 2 ] } } ] } }
topology_template:
  node_templates:
${Array.from({ length: count }, (_, layer) => {
  const below = layer === 0 ? '' : `, requirements: [ { host: a${layer - 1} }, { host: b${layer - 1} } ]`;
  return `    a${layer}: { type: H${below} }\n    b${layer}: { type: H${below} }\n`;
}).join('')}  outputs: { o: { value: { get_attribute: [ a${count - 1}, state ] } } }
`;

describe('what the Infrastructure Manager is asked of nodes that no machine hosts', () => {
  it.each([
    ['a chain', chains['hosts below an output that asks for a public address']?.(deepest) ?? ''],
    ['many ways to the lowest one', layers(60)],
  ])('is answered in time that grows with the template: %s', async (_, text) => {
    const processed = await processTemplate(text, { inputs: {}, imports: noImports });
    if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
    const started = processorTime();
    expect(unanswered(processed.topology).lacks).toHaveLength(text.includes('Compute') ? 0 : 1);
    expect(processorTime() - started).toBeLessThan(5_000);
  });
});
