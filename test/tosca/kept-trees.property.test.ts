/** @module-tag full */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../src/tosca/limits.ts';
import { processTemplate } from '../../src/tosca/process.ts';
import { composed, isForEverybody, KeptTrees, keptTrees } from '../../src/tosca/yaml/kept-trees.ts';
import type { YamlNode } from '../../src/tosca/yaml/node.ts';
import { sampled } from '../support/sampled.ts';

const address = 'https://types.example/own.yaml';
const large = readFileSync(join(import.meta.dirname, '../../src/tosca/catalog/indigo-custom-types.yaml'), 'utf8');

const types = `tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  own.Port: { derived_from: integer, constraints: [{ in_range: [1, 65535] }] }
  own.Tree: { properties: { left: { type: own.Tree, required: false }, size: { type: integer, default: 1 } } }
capability_types:
  own.Web: { derived_from: tosca.capabilities.Endpoint, properties: { paths: &paths { type: list, entry_schema: { type: string } } } }
node_types:
  own.Server:
    derived_from: tosca.nodes.Compute
    properties: { ports: { type: list, entry_schema: own.Port, default: [80] }, tree: { type: own.Tree, required: false }, paths: *paths }
    capabilities: { web: { type: own.Web } }
    requirements: [{ peer: { capability: tosca.capabilities.Node, occurrences: [0, UNBOUNDED] } }]
  own.Late: { derived_from: template.Base, properties: { extra: { type: template.Data, required: false } } }
`;

const template = `tosca_definitions_version: tosca_simple_yaml_1_3
imports: [ ${address} ]
node_types:
  template.Base: { derived_from: tosca.nodes.Root, properties: { colour: { type: string, default: red } } }
data_types:
  template.Data: { properties: { a: { type: integer, default: 3 } } }
topology_template:
  inputs: { ports: { type: list, entry_schema: { type: own.Port }, default: [8080] } }
  node_templates:
    a: { type: own.Server, properties: { ports: { get_input: ports }, paths: [x], tree: { left: { size: 2 } } } }
    b: { type: own.Late, properties: { extra: {} }, requirements: [{ dependency: a }] }
    c: { copy: a, type: own.Server, properties: { paths: [y] } }
  outputs: { ports: { value: { get_property: [a, ports] } } }
`;

/** A piece is cut out, doubled or replaced; many such texts are still YAML. */
const damaged = (text: string) =>
  fc
    .tuple(fc.nat(text.length), fc.nat(12), fc.constantFrom('', '{', '- ', '*paths', 'integer', ': ', '\n', '"', ' x'))
    .map(([at, length, piece]) => text.slice(0, at) + piece + text.slice(at + length));
const texts = fc.oneof(fc.constant(types), damaged(types));
const templates = fc.oneof(fc.constant(template), damaged(template));

/** the address's text and the template of one request */
const request = fc.tuple(texts, templates);
const run = ([imported, submitted]: readonly [string, string]) =>
  processTemplate(submitted, { inputs: {}, imports: { read: async () => imported } });

async function fresh(one: readonly [string, string]) {
  keptTrees.clear();
  return run(one);
}

beforeEach(() => keptTrees.clear());

describe('an imported file whose tree is kept', () => {
  it('gives the topology and the problems of a fresh reading, whatever was read before and at the same time', async () => {
    expect((await run([types, template])).ok).toBe(true);
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 3 }), texts, async (requests, shared) => {
        const all = [...requests, ...requests.map(([, submitted]) => [shared, submitted] as const)];
        const expected = [];
        for (const each of all) expected.push(await fresh(each));
        keptTrees.clear();
        expect(await Promise.all(all.map(run))).toEqual(expected);
        const again = [];
        for (const each of all) again.push(await run(each));
        expect(again).toEqual(expected);
      }),
      { numRuns: sampled(15, 150) },
    );
  });

  it('is left by a request as it was', async () => {
    await fc.assert(
      fc.asyncProperty(request, async ([imported, submitted]) => {
        keptTrees.clear();
        await run([imported, submitted]);
        const { root, faults } = keptTrees.treeOf(address, imported);
        const untouched = composed(address, imported);
        expect(faults).toEqual(untouched.faults);
        expect(written(root)).toEqual(written(untouched.root));
      }),
      { numRuns: sampled(15, 150) },
    );
  });

  it('reports its problems to every request', async () => {
    const wrong = types.replace('derived_from: integer', 'derived_from: integr');
    const [first, second] = [await run([wrong, template]), await run([wrong, template])];
    expect(first.problems.map(({ file }) => file)).toContain(address);
    expect(second).toEqual(first);
  });

  it('is composed once', () => {
    const trees = new KeptTrees();
    expect(trees.treeOf(address, types).root).toBe(trees.treeOf(address, `${types}`).root);
    expect(trees.treeOf(address, `${types} `).root).not.toBe(trees.treeOf(address, types).root);
    expect(trees.documents).toBe(1);
  });
});

describe('what is kept is bounded', () => {
  it('in documents: the one used longest ago goes first', () => {
    const trees = new KeptTrees();
    const first = trees.treeOf('https://a.example/0', types);
    for (let at = 1; at < limits.keptDocuments; at += 1) trees.treeOf(`https://a.example/${at}`, types);
    const second = trees.treeOf('https://a.example/1', types);
    trees.treeOf('https://a.example/0', types);
    trees.treeOf('https://a.example/1', types);
    trees.treeOf('https://a.example/more', types);
    expect(trees.documents).toBe(limits.keptDocuments);
    expect(trees.treeOf('https://a.example/0', types)).toBe(first);
    expect(trees.treeOf('https://a.example/1', types)).toBe(second);
  });

  it('in bytes, and a file that is too large is not kept', () => {
    const trees = new KeptTrees();
    for (let at = 0; at < limits.keptDocuments; at += 1) trees.treeOf(`https://a.example/${at}`, large);
    expect(trees.bytes).toBeLessThanOrEqual(limits.keptBytes);
    const before = trees.documents;
    trees.treeOf('https://a.example/dense', `[${'[],'.repeat(100_000)}]`);
    expect(trees.documents).toBe(before);
    trees.clear();
    expect([trees.documents, trees.bytes]).toEqual([0, 0]);
  });

  it.each([
    ['a types file', large],
    ['empty maps', `[${'{},'.repeat(8_000)}]`],
    ['small maps', `[${'{a: 1},'.repeat(5_000)}]`],
    ['duplicate keys', `{${'a: 1, '.repeat(8_000)}}`],
    ['aliases of nothing', `[${'*a, '.repeat(8_000)}]`],
    ['lines', '\n'.repeat(100_000)],
    ['lines of another system', `a: 1${'\r'.repeat(100_000)}`],
  ])('by an estimate that is not below the memory which it takes: %s', (_, text) => {
    const before = settledHeap();
    const kept = new KeptTrees();
    // a copy of the text each, and a position, as a message about it needs
    for (let at = 0; at < 6; at += 1)
      kept.treeOf(`https://a.example/${at}`, Buffer.from(text).toString()).source.positionAt(1);
    expect(settledHeap() - before).toBeLessThan(kept.bytes * 1.2);
    expect(kept.documents).toBe(6);
  });

  it('to the tree: nothing of a request outlives it', async () => {
    const one = [large, template.replace('own.Server', 'tosca.nodes.Compute')] as const;
    for (let round = 0; round < 20; round += 1) await run(one);
    const before = settledHeap();
    const rounds = sampled(40, 100);
    for (let round = 0; round < rounds; round += 1) await run(one);
    expect(settledHeap() - before).toBeLessThan(sampled(4_000_000, 8_000_000));
  });
});

describe('only files that are the same for everybody are kept', () => {
  it.each(['https://a.example/t.yaml', 'http://a.example', 'https://a.example:8443/x/y/t.yaml'])('%s', (each) => {
    expect(isForEverybody(each)).toBe(true);
  });

  it.each([
    'types/own.yaml',
    '/types/own.yaml',
    'https://me:secret@a.example/t.yaml',
    'https://a.example/t.yaml?sig=secret',
    'https://a.example/t.yaml#secret',
    'file:///t.yaml',
    `https://a.example/${'x'.repeat(2_000)}`,
  ])('not %s', (each) => {
    expect(isForEverybody(each)).toBe(false);
  });

  it('a submitted template is not', async () => {
    await run([types, template]);
    expect(keptTrees.documents).toBe(1);
  });
});

let collect: (() => void) | undefined;

/** In bytes. */
function settledHeap(): number {
  setFlagsFromString('--expose-gc');
  collect ??= runInNewContext('gc') as () => void;
  // a second round frees what finalizers of the first one held
  for (let round = 0; round < 2; round += 1) collect();
  return process.memoryUsage().heapUsed;
}

/** Everything that a node says, its place included; the target of an alias is written out where it stands first. */
function written(root: YamlNode | undefined): unknown {
  const seen = new Map<YamlNode, number>();
  const all: unknown[] = [];
  const open = root ? [root] : [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.set(node, seen.size);
    const { kind, key, keyStart, keyPlain, start } = node;
    const below = node.kind === 'mapping' ? [...node.entries.values()] : node.kind === 'sequence' ? node.items : [];
    const own = node.kind === 'scalar' ? [node.text, node.plain, node.tag, node.anchored] : [];
    const keys = node.kind === 'mapping' ? [...node.entries.keys()] : [];
    const parent = node.parent && seen.get(node.parent);
    all.push([kind, key, keyStart, keyPlain, start, parent, node.source?.file, ...own, ...keys]);
    open.push(...below);
  }
  return all;
}
