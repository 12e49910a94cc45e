/** @module-tag full */

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { dump } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { catalogFiles } from '../../src/tosca/catalog/catalog.ts';
import { Nodes } from '../../src/tosca/model/nodes.ts';
import { processTemplate } from '../../src/tosca/process.ts';
import { composed } from '../../src/tosca/yaml/kept-trees.ts';
import { sampled } from '../support/sampled.ts';
import { errorsOf, noImports, topologyOf } from './fixtures.ts';
import { richTemplate } from './rich-template.ts';

const header = 'tosca_definitions_version: tosca_simple_yaml_1_3';

/** The result with its nodes by name, and lists of nodes without their order: the order of the text decides both. */
const resultOf = async (template: object): Promise<unknown> => {
  const topology = await topologyOf(dump(template));
  const names = new Set<unknown>(topology.nodes.map(({ name }) => name));
  const isListOfNodes = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((item) => names.has(item));
  const nodes = topology.nodes.toSorted((a, b) => a.name.localeCompare(b.name));
  return JSON.parse(JSON.stringify({ ...topology, nodes, secrets: [] }), (_, value) =>
    isListOfNodes(value) ? value.toSorted() : value,
  );
};

describe('a node that is needed before its turn', () => {
  it('gives the same result, whatever the order of the node templates', async () => {
    // the first node stays, since a filter takes the first that passes
    const shuffled = richTemplate.chain((template) => {
      const [first = ['', {}], ...others] = Object.entries(template.topology_template.node_templates);
      const orders = fc.shuffledSubarray(others, { minLength: others.length });
      return orders.map((order) => ({ template, node_templates: Object.fromEntries([first, ...order]) }));
    });
    await fc.assert(
      fc.asyncProperty(shuffled, async ({ template, node_templates }) => {
        const topology_template = { ...template.topology_template, node_templates };
        expect(await resultOf({ ...template, topology_template })).toEqual(await resultOf(template));
      }),
      { numRuns: sampled(50, 300) },
    );
  });

  it('may be far away: each node requires the next, and reads through all of them', async () => {
    const count = 3_000;
    const lines = Array.from({ length: count }, (_, index) => {
      const next = `n${index + 1}`;
      const version = `{ get_property: [ ${next}, component_version ] }`;
      return `    n${index}: { type: tosca.nodes.SoftwareComponent, properties: { component_version: ${version} }, requirements: [ { dependency: ${next} } ] }`;
    });
    const text = `${header}\ntopology_template:\n  node_templates:\n${lines.join('\n')}\n    n${count}: { type: tosca.nodes.SoftwareComponent, properties: { component_version: "7" } }\n`;
    const { nodes } = await topologyOf(text);
    expect(nodes.map(({ name }) => name).slice(0, 2)).toEqual([`n${count}`, `n${count - 1}`]);
    expect(nodes.at(-1)).toMatchObject({ name: 'n0', properties: { component_version: '7' } });
  });

  it('is checked also where another one of its name follows it, in a list', async () => {
    const text = `tosca_definitions_version: tosca_2_0
node_types: { N: { properties: { a: { type: integer } } } }
service_template:
  node_templates:
    - one: { type: N, properties: { b: 1 } }
    - one: { type: N, properties: { a: 1 } }
`;
    expect(await errorsOf(text)).toEqual(['keyname-type@5', 'property-missing@5', 'property-unknown@5']);
  });

  it('is instantiated once, and not at all when it is too broken', () => {
    const { root } = composed('template', '{ a: 1, b: 2 }');
    if (root?.kind !== 'mapping') throw new Error('a map is expected');
    const asked: string[] = [];
    const nodes = new Nodes(root.entries, (name) => {
      asked.push(name);
      return undefined;
    });
    expect([nodes.get('b'), nodes.get('b'), nodes.get('c'), ...nodes.values()]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    nodes.each(() => expect.unreachable());
    expect(asked).toEqual(['b', 'a']);
    expect(nodes.size).toBe(2);
  });
});

describe('a node filter, which must choose its target before any value is read', () => {
  const machines = `
    reader: { type: tosca.nodes.SoftwareComponent, properties: { component_version: { get_property: [ app, host, num_cpus ] } }, requirements: [ { host: large } ] }
    app: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: HOST } ] }
    large: { type: tosca.nodes.Compute, capabilities: { host: { properties: { num_cpus: 4 } } } }
`;
  const filter = '{ capabilities: [ { host: { properties: [ { num_cpus: { greater_than: 2 } } ] } } ] }';
  const version = async (text: string, parent = '') => {
    const imports = { read: async () => parent };
    const processed = await processTemplate(text, { inputs: {}, imports });
    if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
    return processed.topology.nodes.find(({ name }) => name === 'reader')?.properties['component_version'];
  };
  const template = (host: string, more = '') =>
    `${header}\n${more}topology_template:\n  node_templates:${machines.replace('HOST', host)}`;

  it.each([
    ['plain', `{ node_filter: ${filter} }`],
    ['with escapes', `{ "node\\x5ffilter": ${filter} }`],
  ])('is found when its key is %s', async (_, host) => {
    expect(await version(template(host))).toBe('4');
  });

  it('is found in a type of an imported file', async () => {
    const types = `${header}
node_types:
  App: { derived_from: tosca.nodes.SoftwareComponent, requirements: [ { host: { capability: tosca.capabilities.Compute, node_filter: ${filter} } } ] }
`;
    const text = template('{}', 'imports: [ types.yaml ]\n').replace(
      'app: { type: tosca.nodes.SoftwareComponent',
      'app: { type: App',
    );
    expect(await version(text, types)).toBe('4');
  });

  it('is found in the parent of an add-on', async () => {
    const addon = `${header}
metadata: { parents: [ parent.yaml ] }
topology_template: { node_templates: { more: { type: tosca.nodes.Compute } } }
`;
    expect(await version(addon, template(`{ node_filter: ${filter} }`))).toBe('4');
  });

  it.each(catalogFiles())('is in no type of the catalog: %s', (file) => {
    const text = readFileSync(new URL(`../../src/tosca/catalog/${file}`, import.meta.url), 'utf8');
    expect(text).not.toContain('node_filter');
  });

  it('is not looked for where nothing mentions one', async () => {
    const { nodes } = await topologyOf(template('large'), {}, noImports);
    expect(nodes.find(({ name }) => name === 'app')?.requirements[0]?.node).toBe('large');
  });
});
