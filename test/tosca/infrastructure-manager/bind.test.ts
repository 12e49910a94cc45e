import { load, YAML11_SCHEMA } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { bindTemplate } from '../../../src/tosca/infrastructure-manager/bind.ts';

/** The Infrastructure Manager reads YAML 1.1. */
const asTheImReads = (text: string) => load(text, { schema: YAML11_SCHEMA }) as Read;

interface Read {
  readonly tosca_definitions_version: string;
  readonly metadata?: unknown;
  readonly topology_template: { readonly inputs: Readonly<Record<string, { readonly default?: unknown }>> };
}

const template = `# a comment
tosca_definitions_version: tosca_simple_yaml_1_0
metadata: { display_name: 016 }
topology_template:
  inputs:
    flag: { type: boolean, default: no, required: yes }
    name: { type: string }
    ports: { type: list }
  node_templates:
    server:
      type: tosca.nodes.Compute
      capabilities: { os: { properties: { version: 16.10, type: "yes" } } }
`;

describe('a template bound for the Infrastructure Manager', () => {
  const bound = asTheImReads(
    bindTemplate(template, { inputs: { name: 'yes', ports: [80, { to: '0123' }], unknown: 1 }, name: 'toscanini-1' }),
  );

  it('has the values of the inputs as their defaults', () => {
    expect(bound.topology_template.inputs).toEqual({
      flag: { type: 'boolean', default: false, required: true },
      name: { type: 'string', default: 'yes' },
      ports: { type: 'list', default: [80, { to: '0123' }] },
    });
  });

  it('keeps the default of an input whose parameter is null, as everything else in the service does', () => {
    const { inputs } = asTheImReads(
      bindTemplate(template, { inputs: { flag: null, name: null, ports: [null] }, name: 'n' }),
    ).topology_template;
    expect([inputs['flag']?.default, inputs['ports']?.default]).toEqual([false, [null]]);
    expect(inputs['name']).toEqual({ type: 'string' });
  });

  it('carries the name of the infrastructure', () => {
    expect(bound.metadata).toEqual({ display_name: 14, infra_name: 'toscanini-1' });
  });

  it('keeps everything else as it was written', () => {
    const { metadata: _, ...rest } = bound;
    const { metadata: __, ...original } = asTheImReads(template);
    expect({ ...rest, topology_template: { ...rest.topology_template, inputs: 0 } }).toEqual({
      ...original,
      topology_template: { ...original.topology_template, inputs: 0 },
    });
  });

  it('gets its metadata when there is none', () => {
    const text = bindTemplate('tosca_definitions_version: tosca_simple_yaml_1_0\n', { inputs: {}, name: 'x' });
    expect(asTheImReads(text).metadata).toEqual({ infra_name: 'x' });
  });

  it('gives each input its own value when they share a definition', () => {
    const shared = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  inputs:
    a: &x { type: string, default: z }
    b: *x
    c: *x
`;
    const text = bindTemplate(shared, { inputs: { a: '1', b: '2' }, name: 'x' });
    const { a, b, c } = asTheImReads(text).topology_template.inputs;
    expect([a?.default, b?.default, c?.default]).toEqual(['1', '2', 'z']);
  });

  it('calls everything by its name, also where YAML 1.1 has another meaning for it', () => {
    const text = bindTemplate(
      `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  inputs:
    yes: { type: integer }
    'on': { type: boolean, default: on }
  node_templates:
    no: { type: Compute, properties: { size: { get_input: yes }, ready: { get_input: on } } }
    se: { type: Compute, properties: { public: no }, requirements: [ dependency: no, host: { node: no } ] }
  groups:
    off: { type: Root, members: [ se, no ] }
  policies:
    - rule: { type: Root, targets: [ off ] }
  outputs:
    2024-01-01: { value: { get_attribute: [ no, private_address, 0 ] } }
    y: { value: { concat: [ 'http://', get_property: [ no, yes ] ] } }
`,
      { inputs: { yes: 2 }, name: 'x' },
    );
    expect(asTheImReads(text).topology_template).toEqual({
      inputs: { yes: { type: 'integer', default: 2 }, on: { type: 'boolean', default: true } },
      node_templates: {
        no: { type: 'Compute', properties: { size: { get_input: 'yes' }, ready: { get_input: 'on' } } },
        se: {
          type: 'Compute',
          properties: { public: false },
          requirements: [{ dependency: 'no' }, { host: { node: 'no' } }],
        },
      },
      groups: { off: { type: 'Root', members: ['se', 'no'] } },
      policies: [{ rule: { type: 'Root', targets: ['off'] } }],
      outputs: {
        '2024-01-01': { value: { get_attribute: ['no', 'private_address', 0] } },
        y: { value: { concat: ['http://', { get_property: ['no', true] }] } },
      },
    });
  });

  it('has the texts of inputs as texts, also where YAML 1.1 has another meaning for them', () => {
    const inputs = (text: string) => asTheImReads(text).topology_template.inputs;
    const bound = bindTemplate(
      `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  inputs:
    country: { type: string, default: no, constraints: [ valid_values: [ no, se ], max_length: 2 ] }
    zip: { type: string, default: 01234 }
    release: { type: version, default: 1.10 }
    languages: { type: list, entry_schema: { type: string, constraints: [ equal: on ] }, default: [ no, se ] }
    tags: { type: map, entry_schema: string, default: { on: 12:30:00 } }
    flags: { type: list, entry_schema: { type: boolean }, default: [ no ] }
    count: { type: integer, default: 3 }
    none: { type: string, default: null }
`,
      { inputs: {}, name: 'x' },
    );
    expect(inputs(bound)).toEqual({
      country: { type: 'string', default: 'no' },
      zip: { type: 'string', default: '01234' },
      release: { type: 'version', default: '1.10' },
      languages: {
        type: 'list',
        entry_schema: { type: 'string' },
        default: ['no', 'se'],
      },
      tags: { type: 'map', entry_schema: 'string', default: { on: '12:30:00' } },
      flags: { type: 'list', entry_schema: { type: 'boolean' }, default: [false] },
      count: { type: 'integer', default: 3 },
      none: { type: 'string' },
    });
  });

  it('is in a version that the Infrastructure Manager reads', () => {
    const version = (name: string) =>
      asTheImReads(bindTemplate(`tosca_definitions_version: ${name}\n`, { inputs: {}, name: 'x' }))
        .tosca_definitions_version;
    expect(version('tosca_simple_yaml_1_1')).toBe('tosca_simple_yaml_1_2');
    expect(version('http://docs.oasis-open.org/tosca/ns/simple/yaml/1.0')).toBe('tosca_simple_yaml_1_0');
  });

  it('is refused when it is no mapping', () => {
    expect(() => bindTemplate('- a', { inputs: {}, name: 'x' })).toThrow('the template is not a YAML mapping');
  });
});
