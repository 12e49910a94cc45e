import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { dump, load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { validateTemplate } from '../../../src/domain/tosca/process.ts';
import { corpus, corpusIsHere, filesIn, fixtures, importsBeside, noImports } from './fixtures.ts';

/** Node templates as authors write them, in any number and mix. */
const scalar = fc.constantFrom<unknown>('2 GB', '4 GB', { get_input: 'memory' });
const server = fc.record({
  type: fc.constantFrom('tosca.nodes.Compute', 'tosca.nodes.SoftwareComponent', 'my.App'),
  description: fc.string(),
  size: scalar,
  count: fc.nat(5),
  version: fc.constantFrom('1.2.3', '1.0.0.beta-4', '22.04'),
  host: fc.nat(3),
});

const templateOf = (nodes: readonly (typeof server extends fc.Arbitrary<infer Node> ? Node : never)[]) => ({
  tosca_definitions_version: 'tosca_simple_yaml_1_3',
  node_types: {
    'my.App': {
      derived_from: 'tosca.nodes.SoftwareComponent',
      properties: { note: { type: 'string', default: 'yes' } },
    },
  },
  topology_template: {
    inputs: { memory: { type: 'scalar-unit.size', default: '8 GB' } },
    node_templates: Object.fromEntries([
      ['host', { type: 'tosca.nodes.Compute' }],
      ...nodes.map(({ type, description, size, count, version }, index) => [
        `n${index}`,
        type === 'tosca.nodes.Compute'
          ? {
              type,
              description,
              capabilities: {
                host: { properties: { mem_size: size } },
                scalable: { properties: { min_instances: 0, max_instances: 9, default_instances: count } },
              },
            }
          : { type, description, properties: { component_version: version }, requirements: [{ host: 'host' }] },
      ]),
    ]),
    outputs: { first: { value: { get_attribute: ['host', 'private_address'] } } },
  },
});

const topologyOf = async (text: string, imports = noImports) => {
  const { ok, topology, problems } = await validateTemplate(text, imports);
  return { ok, topology, codes: problems.map(({ code }) => code).toSorted() };
};

describe('a good template, dumped and read again', () => {
  it('says the same, in whatever style it is dumped', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(server, { maxLength: 6 }), fc.constantFrom(-1, 0, 2, 5), async (nodes, flowLevel) => {
        const template = templateOf(nodes);
        const [plain, other] = await Promise.all([
          topologyOf(dump(template)),
          topologyOf(dump(template, { flowLevel, lineWidth: 40, sortKeys: false })),
        ]);
        expect(plain.ok, plain.codes.join()).toBe(true);
        expect(other).toEqual(plain);
      }),
      { numRuns: 150 },
    );
  }, 60_000);

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

/** Undefined: a text that the reader of YAML values does not take (lines at the margin, functions as keys). */
function loaded(text: string): unknown {
  try {
    return load(text);
  } catch {
    return undefined;
  }
}
