import { describe, expect, it } from 'vitest';
import { validateTemplate } from '../../src/tosca/process.ts';
import { noImports } from './fixtures.ts';

const found = async (text: string, version = 'tosca_simple_yaml_1_3'): Promise<readonly string[]> => {
  const { problems } = await validateTemplate(`tosca_definitions_version: ${version}\n${text}`, noImports);
  return problems.map(({ severity, code, line }) => `${severity} ${code}@${line}`);
};

const types = `capability_types: { my.Store: { properties: { quota: { type: integer }, unit: { type: string, default: GB } } } }
node_types: { my.Store: { capabilities: { store: my.Store } } }
`;

describe('a required property of a capability without any assignment', () => {
  const nodes = (a: string): string =>
    `${types}topology_template: { node_templates: {\n a: { type: my.Store${a} },\n b: { type: my.Store } } }\n`;

  it('is a warning at each node, since tools of 1.x do not look for it', async () => {
    expect(await found(nodes(''))).toEqual(['warning property-missing@5', 'warning property-missing@6']);
  });

  it('is an error where the capability is assigned without it, and nothing where it has its value', async () => {
    expect(await found(nodes(', capabilities: { store: { properties: { unit: MB } } }'))).toEqual([
      'error property-missing@5',
      'warning property-missing@6',
    ]);
    expect(await found(nodes(', capabilities: { store: { properties: { quota: 1 } } }'))).toEqual([
      'warning property-missing@6',
    ]);
  });
});

describe('an input of an operation', () => {
  const node = (inputs: string): string => `interface_types:
  my.Life: { inputs: { level: { type: integer, default: 1 } }, operations: { create: { inputs: { port: { type: integer }, mode: { type: string, required: false } } } } }
node_types: { my.App: { interfaces: { Life: { type: my.Life } } } }
topology_template: { node_templates: { a: { type: my.App, interfaces: { Life: { operations: { create:
  { implementation: https://scripts.example/a.sh, inputs: { ${inputs} } } } } } } } }
`;

  it('is a warning where a required one has no value, or a name is like a declared one that has none', async () => {
    expect(await found(node(''))).toEqual(['warning property-missing@6']);
    expect(await found(node('prot: 1'))).toEqual(['warning property-missing@6', 'warning property-unknown@6']);
  });

  it('is free where the script alone knows it', async () => {
    expect(await found(node('port: 1'))).toEqual([]);
    expect(await found(node('port: 1, anything: x, ports: 2'))).toEqual([]);
  });
});

describe('a required input of an operation to which the template assigns nothing', () => {
  const template = (interfaces: string, relationship = 'tosca.relationships.HostedOn'): string => `node_types:
  my.App:
    derived_from: tosca.nodes.SoftwareComponent
    interfaces:
      Standard:
        create: { implementation: https://scripts.example/a.sh, inputs: { port: { type: integer }, mode: { type: string, default: x }, free: { type: string, required: false }, set: 1 } }
        start: { inputs: { port: { type: integer } } }
relationship_types:
  my.On:
    derived_from: tosca.relationships.HostedOn
    interfaces: { Configure: { pre_configure_source: { implementation: https://scripts.example/a.sh, inputs: { port: { type: integer } } } } }
topology_template:
  node_templates:
    m: { type: tosca.nodes.Compute }
    a: { type: my.App, requirements: [ { host: { node: m, relationship: ${relationship} } } ] ${interfaces} }
`;
  const given = ', interfaces: { Standard: { create: { inputs: { port: 1 } } } }';

  it('is a warning at the node if a type says what the operation runs', async () => {
    expect(await found(template(''))).toEqual(['warning property-missing@16']);
    expect(await found(template(given))).toEqual([]);
    expect(await found(template(', interfaces: { Standard: { inputs: { port: 1 } } }'))).toEqual([]);
    expect(await found(template(', directives: [ select ]'))).toEqual([]);
  });

  it('is a warning where the template only says what runs', async () => {
    const start =
      ', interfaces: { Standard: { start: https://scripts.example/b.sh, create: { inputs: { port: 1 } } } }';
    expect(await found(template(start))).toEqual(['warning property-missing@16']);
  });

  it.each(['my.On', '{ type: my.On }'])('is a warning at a relationship: %s', async (relationship) => {
    expect(await found(template(given, relationship))).toEqual(['warning property-missing@16']);
  });
});

describe('in 1.x', () => {
  const machine = (more: string): string =>
    `topology_template: { node_templates: { a: { type: tosca.nodes.Compute, ${more} } } }\n`;

  it.each(['[ a ]', ''])('a requirement that other tools pass over is an error: %s', async (target) => {
    const app = `b: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: ${target} } ] }`;
    expect(
      await found(`topology_template: { node_templates: { a: { type: tosca.nodes.Compute }, ${app} } }\n`),
    ).toEqual(['error keyname-type@2']);
  });

  it.each([
    machine('capabilities: { host: { num_cpus: 2 } }'),
    'topology_template: { node_templates: { a: { type: tosca.nodes.Storage.BlockStorage, size: 1 GB } } }\n',
  ])('a property beside the keyname properties is an error: %#', async (text) => {
    expect(await found(text)).toEqual(['warning keyname-unknown@2', 'error keyname-misplaced@2']);
  });

  it('an attribute that no host has is an error, as it is for tosca-parser', async () => {
    const text = (path: string, more = ''): string => `topology_template:
  node_templates:
    m: { type: tosca.nodes.Compute }
    d: { type: tosca.nodes.DBMS, requirements: [ { host: ${more === '' ? 'm' : '{ node: tosca.nodes.Compute }'} } ] }
    a: { type: tosca.nodes.Database, properties: { name: a }, requirements: [ { host: d } ], interfaces: { Standard: { create: { inputs: { x: { get_attribute: [ HOST, ${path} ] } } } } } }
`;
    for (const path of ['private_address', 'networks, private', 'port', 'host, num_cpus', 'state'])
      expect(await found(text(path))).toEqual([]);
    expect(await found(text('privat_address'))).toEqual(['error function-value@6']);
    expect(await found(text('privat_address', 'open'))).not.toContain('error function-value@6');
  });

  it.each(['selectable', 'substitutable', 'select', 'substitute'])('the directive %s is known', async (word) => {
    expect(await found(machine(`directives: [ ${word} ]`))).toEqual([]);
  });

  it('any other directive is a warning', async () => {
    expect(await found(machine('directives: [ replace ]'))).toEqual([expect.stringMatching(/^warning .*@2$/)]);
  });

  it('constraints as a map are a warning, and count all the same', async () => {
    const inputs = (value: number): string =>
      `topology_template: { inputs: { i: { type: integer, default: ${value}, constraints: { in_range: [ 1, 3 ] } } } }\n`;
    expect(await found(inputs(2))).toEqual(['warning constraint-invalid@2']);
    expect(await found(inputs(4))).toEqual(['warning value-constraint@2', 'warning constraint-invalid@2']);
  });

  it('more instances than its bounds allow are an error, since the Infrastructure Manager refuses them', async () => {
    const scalable = 'capabilities: { scalable: { properties: { max_instances: 2, default_instances: 3 } } }';
    expect(await found(machine(scalable))).toEqual(['error count-invalid@2']);
  });
});
