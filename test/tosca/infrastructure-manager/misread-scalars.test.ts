import fc from 'fast-check';
import { load, YAML11_SCHEMA } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { bindTemplate } from '../../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';
import { noImports } from '../fixtures.ts';

/** The template as it is sent, read as the Infrastructure Manager reads it, and the topology that a dry run shows. */
async function both(text: string) {
  const { text: readable, processed } = await deployable(text, { inputs: {}, imports: noImports });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  const sent = bindTemplate(readable, { inputs: {}, name: 'x' });
  const read = load(sent, { schema: YAML11_SCHEMA }) as Sent;
  return { ...read, sent, unchanged: readable === text, topology: processed.topology };
}

interface Sent {
  readonly data_types?: object;
  readonly node_types?: object;
  readonly dsl_definitions?: object;
  readonly topology_template: {
    readonly inputs?: object;
    readonly node_templates: { readonly [name: string]: object };
    readonly policies?: object;
    readonly outputs?: object;
  };
}

const start = 'tosca_definitions_version: tosca_simple_yaml_1_3\n';
const types = `
data_types:
  Zip: { derived_from: string, constraints: [ valid_values: [ 01234, 12:30 ] ] }
  Home: { derived_from: Zip }
  Place:
    properties:
      zip: { type: Home }
      country: { type: string, default: no, constraints: [ valid_values: [ no, se ] ] }
      floor: { type: integer, required: false }
policy_types:
  Limit: { derived_from: tosca.policies.Root, properties: { day: { type: timestamp }, release: { type: version } } }
node_types:
  Shop:
    derived_from: tosca.nodes.SoftwareComponent
    properties:
      place: { type: Place, default: { zip: 12:30 } }
      places: { type: list, entry_schema: { type: Place }, required: false }
      labels: { type: map, entry_schema: string, required: false }
      free: { type: map, required: false }
      share: { type: float, required: false }
      open: { type: boolean, required: false }
      stops: { type: integer, required: false }
    interfaces:
      Standard:
        inputs: { opens: { type: string } }
        create: { implementation: a.sh, inputs: { release: { type: version, default: 1.10 } } }
`;
const withNodes = (nodes: string, types_ = types) => `${start}${types_}
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      capabilities: { os: { properties: { distribution: ubuntu, version: 22.04 } } }
${nodes.replaceAll(/^/gm, '    ')}
`;

describe('a scalar that YAML 1.1 reads as something else than its type says', () => {
  it('is sent as the text that a dry run shows', async () => {
    const { topology_template: sent, topology } = await both(
      withNodes(
        'old: { type: tosca.nodes.Compute, capabilities: { os: { properties: { version: 22.10, type: 010 } } } }',
      ),
    );
    const os = { version: '22.10', type: '010' };
    expect(sent.node_templates['old']).toMatchObject({ capabilities: { os: { properties: os } } });
    expect(topology.nodes.find(({ name }) => name === 'old')?.capabilities['os']?.properties).toEqual(os);
  });

  it('is sent as a text inside lists, maps and data types, and as a key of a map', async () => {
    const { topology_template: sent } = await both(
      withNodes(`shop:
  type: Shop
  properties:
    places: [ { zip: 01234, country: se, floor: 3 }, { zip: 12:30, country: no } ]
    labels: { on: off, 8080: 2001-01-01, 1.10: &n 0123, n: *n }
  requirements: [ host: server ]`),
    );
    expect(sent.node_templates['shop']).toMatchObject({
      properties: {
        places: [
          { zip: '01234', country: 'se', floor: 3 },
          { zip: '12:30', country: 'no' },
        ],
        labels: { on: 'off', 8080: '2001-01-01', '1.10': '0123', n: '0123' },
      },
    });
  });

  it('is sent as a text in inputs of operations, in node filters and in policies', async () => {
    const { topology_template: sent } = await both(`${withNodes(`shop:
  type: Shop
  interfaces: { Standard: { inputs: { opens: 12:30 }, create: { inputs: { release: 2.20 } } } }
  requirements:
    - host: { node: server, node_filter: { capabilities: [ os: { properties: [ version: { valid_values: [ 22.04, 22.10 ] } ] } ] } }`)}
  policies:
    - limit: { type: Limit, targets: [ shop ], properties: { day: 2001-01-01, release: 1.10 } }
`);
    expect(sent.node_templates['shop']).toMatchObject({
      interfaces: { Standard: { create: { inputs: { release: '2.20', opens: '12:30' } } } },
      requirements: [
        {
          host: {
            node_filter: {
              capabilities: [{ os: { properties: [{ version: { valid_values: ['22.04', '22.10'] } }] } }],
            },
          },
        },
      ],
    });
    expect(sent.policies).toEqual([
      { limit: { type: 'Limit', targets: ['shop'], properties: { day: '2001-01-01', release: '1.10' } } },
    ]);
  });

  it('is sent as the value that a dry run shows where it has no type, but for words and numbers that authors write for YAML 1.1', async () => {
    const steps =
      '{ at: 12:30:45, day: 2020-01-01, ports: [ 22:22 ], when: 2020-01-01T10:00:00Z, few: 1e3, octal: 0o17 }';
    const { topology_template: sent, topology } = await both(`${withNodes(`app:
  type: tosca.nodes.SoftwareComponent
  requirements: [ host: server ]
  interfaces: { Standard: { create: { implementation: a.yml, inputs: { all: ${steps}, words: { yes: no }, mode: 0755, day: 08 } } } }`)}
  outputs: { all: { value: ${steps} }, from: { value: 2020-01-01 }, named: { value: { 2020-01-01: { off: 1 } } } }
`);
    const all = {
      ...{ at: '12:30:45', day: '2020-01-01', ports: ['22:22'], when: '2020-01-01T10:00:00Z' },
      ...{ few: 1000, octal: 15 },
    };
    expect(sent.node_templates['app']).toMatchObject({
      interfaces: { Standard: { create: { inputs: { all, words: { yes: false }, mode: 0o755, day: '08' } } } },
    });
    const named = { '2020-01-01': { off: 1 } };
    expect(sent.outputs).toEqual({ all: { value: all }, from: { value: '2020-01-01' }, named: { value: named } });
    expect(topology.outputs.map(({ value }) => value)).toEqual([all, '2020-01-01', named]);
  });

  it('is sent as a text in defaults of the types that the template has itself', async () => {
    const sent = await both(withNodes('shop: { type: Shop, interfaces: { Standard: { inputs: { opens: x } } } }'));
    expect(sent.data_types).toMatchObject({
      Place: { properties: { country: { default: 'no' } } },
    });
    expect(sent.node_types).toMatchObject({
      Shop: {
        properties: { place: { default: { zip: '12:30' } } },
        interfaces: { Standard: { create: { inputs: { release: '1.10' } } } },
      },
    });
  });

  it('is sent as a text in the default of an input, however deep', async () => {
    const inputs =
      'inputs: { home: { type: Place, default: { zip: 01234, country: no } }, zip: { type: Zip, default: 12:30 } }';
    const { topology_template: sent } = await both(
      withNodes('').replace('topology_template:', `topology_template:\n  ${inputs}`),
    );
    expect(sent.inputs).toMatchObject({
      home: { default: { zip: '01234', country: 'no' } },
      zip: { default: '12:30' },
    });
  });

  it('is sent as a text where an anchor or a merge stands for it', async () => {
    const { topology_template: sent } = await both(
      withNodes(
        `a: { type: tosca.nodes.Compute, capabilities: { os: { properties: { <<: *os, type: linux } } } }
b: { type: tosca.nodes.Compute, capabilities: { os: { properties: { version: *v } } } }`,
        'dsl_definitions: { v: &v 1.10, os: &os { version: 22.10 } }\n',
      ),
    );
    expect(sent.node_templates).toMatchObject({
      a: { capabilities: { os: { properties: { version: '22.10', type: 'linux' } } } },
      b: { capabilities: { os: { properties: { version: '1.10' } } } },
    });
  });

  it('is sent as the number or boolean that a dry run shows', async () => {
    const { topology_template: sent } = await both(
      withNodes('shop: { type: Shop, properties: { share: 1e3, open: "no", stops: "3" } }'),
    );
    expect(sent.node_templates['shop']).toMatchObject({ properties: { share: 1000, open: false, stops: 3 } });
  });

  it('is sent with a point where it is a float, since 2 is none for the parser of the Infrastructure Manager', async () => {
    const own =
      'inputs: { load: { type: float, default: 0.5 }, all: { type: list, entry_schema: { type: float }, default: [ 1, 0.5 ] } }';
    const { processed, text } = await deployable(
      withNodes('shop: { type: Shop, properties: { share: 3, stops: 3 } }').replace(
        'topology_template:',
        `topology_template:\n  ${own}`,
      ),
      { inputs: { load: 2 }, imports: noImports },
    );
    expect(processed.ok).toBe(true);
    const sent = bindTemplate(text, { inputs: { load: 2 }, name: 'x' });
    expect(sent).toContain('load: {type: float, default: 2.0}');
    expect(sent).toContain('default: [1.0, 0.5]');
    expect(sent).toContain('share: 3.0, stops: 3}');
  });

  it('is a text, for a dry run too, where concat, join or token joins or splits texts', async () => {
    const { topology_template: sent, topology } = await both(`${withNodes('', '')}
  outputs:
    joined: { value: { concat: [ v, 22.10, '-', 0123, '-', yes, '-', 8080, ~ ] } }
    listed: { value: { join: [ [ 1.10, 12:30 ], 0 ] } }
    part: { value: { token: [ 10.20, ., 1 ] } }
    lists: { value: { concat: [ [ 80 ], [ 1.10 ] ] } }
    later: { value: { concat: [ { get_attribute: [ server, private_address ] }, 1.10 ] } }
    octet: { value: { token: [ { get_attribute: [ server, private_address ] }, '.', 3 ] } }
`);
    expect(topology.outputs.map(({ value }) => value)).toEqual([
      'v22.10-0123-yes-8080',
      '1.10012:30',
      '20',
      [80, 1.1],
      { concat: [{ get_attribute: ['server', 'private_address'] }, '1.10'] },
      { token: [{ get_attribute: ['server', 'private_address'] }, '.', 3] },
    ]);
    expect(sent.outputs).toMatchObject({
      // the parser writes None for nothing
      joined: { value: 'v22.10-0123-yes-8080' },
      // the parser does not know join
      listed: { value: '1.10012:30' },
      part: { value: { token: ['10.20', '.', 1] } },
      'toscanini:later:get_attribute:server.private_address': {
        value: { get_attribute: ['server', 'private_address'] },
      },
    });
  });

  it('stays as it was written where no type says what it is, or several types do', async () => {
    const { topology_template: sent } = await both(
      withNodes(`shop:
  type: Shop
  properties: { free: { a: yes, b: 1.10 }, stops: &n 3, labels: { n: *n } }
  interfaces: { Standard: { create: { inputs: { other: 1.10 } } } }`),
    );
    expect(sent.node_templates['shop']).toMatchObject({
      properties: { free: { a: true, b: 1.1 }, stops: 3, labels: { n: 3 } },
      interfaces: { Standard: { create: { inputs: { other: 1.1 } } } },
    });
  });

  it('is the only thing that changes what is sent', async () => {
    const plain = withNodes('', '').replace('22.04', '"22.04"');
    expect(await both(plain)).toMatchObject({ unchanged: true });
    expect((await both(withNodes('', ''))).sent).toBe((await both(plain)).sent.replaceAll('"', "'"));
  });
});

it('every text of a string arrives at the Infrastructure Manager as a dry run shows it', async () => {
  const digits = fc.stringMatching(/^[-+.0-9:_eExob]{1,6}$/);
  const word = fc.constantFrom(
    'yes',
    'No',
    'ON',
    'y',
    'off',
    'true',
    'False',
    '2001-01-01',
    '2001-01-01 10:00:00',
    '.5',
    '0x1F',
    '190:20:30',
  );
  const text = fc.oneof(digits, word).filter((each) => /^[\w+.]|^-[\w.]/.test(each) && !/:$|^\.\.\./.test(each));
  await fc.assert(
    fc.asyncProperty(text, async (each) => {
      const { topology_template: sent, topology } = await both(
        withNodes(
          `shop: { type: tosca.nodes.SoftwareComponent, properties: { component_version: 1 } }\nend:\n  type: Shop\n  properties:\n    labels:\n      a: ${each}`,
        ),
      );
      const shown = topology.nodes.find(({ name }) => name === 'end')?.properties['labels'];
      expect(shown).toEqual({ a: each });
      expect(sent.node_templates['end']).toMatchObject({ properties: { labels: shown } });
    }),
    { numRuns: 200 },
  );
});
