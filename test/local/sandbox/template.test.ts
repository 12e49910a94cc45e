import { describe, expect, it } from 'vitest';
import { blueprintOf } from '../../../local/sandbox/im/blueprint.ts';
import { merge, parseDocument } from '../../../local/sandbox/im/document.ts';
import { evaluate, type Scope } from '../../../local/sandbox/im/functions.ts';
import { asBytes } from '../../../local/sandbox/im/value.ts';
import { cluster, plain } from './templates.ts';

const document = parseDocument(plain);

describe('the blueprint of a document', () => {
  it('takes the last of a key that stands twice, as PyYAML does', () => {
    const twice = plain.replace('num_cpus: {get_input: cpus}', 'num_cpus: 8, num_cpus: 4');
    expect(blueprintOf(parseDocument(twice)).wanted[0]?.system.cpus).toBe(4);
  });

  it('has one system for each Compute, with the inputs filled in', () => {
    expect(blueprintOf(document)).toMatchObject({
      name: 'plain-1',
      software: false,
      wanted: [
        { count: 1, system: { node: 'server', cpus: 2, memoryBytes: 2e9, diskBytes: 10e9, public: false, ports: '' } },
      ],
    });
  });

  // the type of the packages has a count of 1 by default, which comes before the rest
  it.each([
    ['count: 3, default_instances: 2', 3, 3],
    ['default_instances: 2, min_instances: 1', 1, 2],
    ['min_instances: 4', 1, 4],
    ['max_instances: 9', 1, 1],
    ['count: 0', 0, 0],
  ])('counts {%s} as %i machines of a package, and as %i of the standard', (scalable, ofPackage, ofStandard) => {
    const written = cluster(scalable);
    const standard = written.replaceAll('tosca.nodes.indigo.Compute', 'tosca.nodes.Compute');
    expect(standard).not.toBe(written);
    const countOf = (text: string) => blueprintOf(parseDocument(text)).wanted[0]?.count;
    expect([written, standard].map(countOf)).toEqual([ofPackage, ofStandard]);
  });

  it('knows a Compute by the document’s own types', () => {
    const own = plain
      .replace(
        'topology_template:',
        'node_types: {my.Server: {derived_from: my.Base}, my.Base: {derived_from: tosca.nodes.Compute}}\ntopology_template:',
      )
      .replace('type: tosca.nodes.Compute', 'type: my.Server');
    expect(blueprintOf(parseDocument(own)).wanted).toHaveLength(1);
  });

  it('counts the endpoints of what is hosted on a machine', () => {
    const hosted = cluster().replace(
      'requirements: [{host: server}]',
      'requirements: [{host: server}]\n      capabilities: {endpoint: {properties: {port: 443}}}',
    );
    expect(blueprintOf(parseDocument(hosted)).wanted[0]?.system.ports).toBe('443/tcp-443/tcp,80/tcp-8080/tcp');
  });

  it('has machines in the order of the text, also where numbers name them', () => {
    const names = ['b', '10', "'9'", 'y', 'a'];
    const nodes = names.map((name) => `${name}: { type: tosca.nodes.Compute }`).join(', ');
    const { wanted } = blueprintOf(parseDocument(`topology_template: { node_templates: { ${nodes} } }`));
    expect(wanted.map(({ system }) => system.node)).toEqual(['b', '10', '9', 'y', 'a']);
  });

  it('is public through a port that links it to a public network', () => {
    const ports = `
    outside: {type: tosca.nodes.network.Network, properties: {network_type: public}}
    port: {type: tosca.nodes.network.Port, requirements: [{binding: server}, {link: outside}]}
  outputs:`;
    const linked = parseDocument(plain.replace('\n  outputs:', ports));
    expect(blueprintOf(linked).wanted[0]?.system.public).toBe(true);
  });
});

describe('functions', () => {
  const scope: Scope = { document, attribute: (node, path) => [node, ...path].join('.') };
  const cases: readonly (readonly [string, unknown, unknown])[] = [
    ['get_input', { get_input: 'cpus' }, 2],
    ['get_input in list form', { get_input: ['cpus'] }, 2],
    ['an input that has no value', { get_input: 'nosuch' }, null],
    ['get_property of a capability', { get_property: ['server', 'host', 'num_cpus'] }, 2],
    ['get_attribute', { get_attribute: ['server', 'private_address', 0] }, 'server.private_address.0'],
    ['concat, with None for null', { concat: ['a', { get_input: 'nosuch' }, { get_input: 'cpus' }] }, 'aNone2'],
    ['token', { token: ['a:b:c', ':', 1] }, 'b'],
    ['token past the end', { token: ['a:b', ':', 7] }, null],
    ['functions inside lists and maps', { a: [{ get_input: 'cpus' }], b: 1 }, { a: [2], b: 1 }],
  ];
  for (const [name, expression, value] of cases) {
    it(`evaluate ${name}`, () => expect(evaluate(expression, scope)).toEqual(value));
  }
});

describe('merging', () => {
  it('goes by key in maps and by index in lists, and keeps what is left out', () => {
    expect(merge({ a: 1, b: { c: [1, { d: 2 }, 3] } }, { b: { c: [9, { e: 4 }] }, f: 5 })).toEqual({
      a: 1,
      b: { c: [9, { d: 2, e: 4 }, 3] },
      f: 5,
    });
  });
});

describe('sizes', () => {
  const sizes: readonly (readonly [unknown, number | undefined])[] = [
    ['2 GB', 2e9],
    ['2048MB', 2.048e9],
    ['1.5 GiB', 1.5 * 2 ** 30],
    [512, 512],
    ['many', undefined],
    ['2 XB', undefined],
  ];
  for (const [text, bytes] of sizes) it(`reads ${text} as ${bytes} bytes`, () => expect(asBytes(text)).toBe(bytes));
});
