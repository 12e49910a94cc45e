import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { bindTemplate } from '../../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';
import { noImports } from '../fixtures.ts';

const sent = (body: string) =>
  load(bindTemplate(`tosca_definitions_version: tosca_simple_yaml_1_3\n${body}`, { inputs: {}, name: 'x' })) as {
    readonly [section: string]: unknown;
    readonly topology_template: { readonly [section: string]: unknown };
  };

const withNode = (node: string) =>
  sent(`topology_template: { node_templates: { app: ${node} } }`).topology_template['node_templates'];

describe('what the parser of the Infrastructure Manager does not know', () => {
  it('is left out when it is a workflow', () => {
    const { topology_template: topology } = sent(`topology_template:
  node_templates: { server: { type: tosca.nodes.Compute } }
  workflows: { check: { steps: { one: { target: server, activities: [ set_state: started ] } } } }
`);
    expect(topology).toEqual({ node_templates: { server: { type: 'tosca.nodes.Compute' } } });
  });

  it('is left out when it is the type of an output or the metadata of an input', () => {
    const { topology_template: topology } = sent(`topology_template:
  inputs: { a: { type: string, metadata: { b: c }, required: false } }
  outputs: { o: { type: string, description: d, value: 1 } }
`);
    expect(topology).toEqual({
      inputs: { a: { type: 'string', required: false } },
      outputs: { o: { description: 'd', value: 1 } },
    });
  });

  it('is left out when it is a substitution, a trigger of a policy, or the namespace of the template', () => {
    const text = sent(`namespace: http://example.org
topology_template:
  substitution_mappings: { node_type: tosca.nodes.Compute }
  node_templates: { server: { type: tosca.nodes.Compute } }
  policies: [ grow: { type: tosca.policies.Scaling, targets: [ server ], triggers: { t: { event: e, action: [] } } } ]
`);
    expect(text).not.toHaveProperty('namespace');
    expect(text.topology_template).toEqual({
      node_templates: { server: { type: 'tosca.nodes.Compute' } },
      policies: [{ grow: { type: 'tosca.policies.Scaling', targets: ['server'] } }],
    });
  });

  it('is left out when it is null: the default of an input, or a property', () => {
    const { topology_template: topology } = sent(`topology_template:
  inputs: { a: { type: string, required: false, default: null }, b: { default: 3 } }
  node_templates:
    server: { type: my.Server, properties: { p: null, q: 1 }, capabilities: { host: { properties: { num_cpus: } } } }
`);
    expect(topology).toEqual({
      inputs: { a: { type: 'string', required: false }, b: { type: 'integer', default: 3 } },
      node_templates: {
        server: { type: 'my.Server', properties: { q: 1 }, capabilities: { host: { properties: {} } } },
      },
    });
  });

  it('is optional when it has a default in a data type: it takes false and 0 for no default', () => {
    const types =
      sent(`data_types: { D: { properties: { on: { type: boolean, default: false }, n: { type: string } } } }
policy_types: { P: { metadata: { a: b }, targets: [ tosca.nodes.Compute ] } }
topology_template: {}
`);
    expect(types['data_types']).toEqual({
      D: { properties: { on: { type: 'boolean', default: false, required: false }, n: { type: 'string' } } },
    });
    expect(types['policy_types']).toEqual({ P: {} });
  });

  it.each([
    ['{ a: 1 }', 'map'],
    ['[ 1 ]', 'list'],
    ['3', 'integer'],
    ['0.5', 'float'],
    ['true', 'boolean'],
    ['"3"', 'string'],
    ['null', 'string'],
  ])('becomes the kind of the value %s when it is the data type of an input: %s', (value, kind) => {
    const { topology_template: topology } = sent(
      `topology_template: { inputs: { a: { type: my.Type, default: ${value} } } }`,
    );
    expect(topology['inputs']).toMatchObject({ a: { type: kind } });
  });

  it('gets properties when it is a capability without any', async () => {
    const text = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template: { node_templates: { a: { type: tosca.nodes.Compute, capabilities: { host: {}, os: { properties: { type: linux } } } } } }`;
    const { text: readable } = await deployable(text, { inputs: {}, imports: noImports });
    expect(load(readable)).toMatchObject({
      topology_template: {
        node_templates: { a: { capabilities: { host: { properties: {} }, os: { properties: { type: 'linux' } } } } },
      },
    });
  });

  it('becomes a list when it is a map of policies', () => {
    const { topology_template: topology } = sent(`topology_template:
  policies: { here: { type: tosca.policies.Placement, targets: [ a ] }, there: { type: tosca.policies.Placement } }
`);
    expect(topology['policies']).toEqual([
      { here: { type: 'tosca.policies.Placement', targets: ['a'] } },
      { there: { type: 'tosca.policies.Placement' } },
    ]);
  });

  it('stands in the interface itself when it is one of the operations of 1.3', () => {
    expect(
      withNode(
        `{ type: App, interfaces: { Standard: { type: Standard, operations: { create: a.yml, start: { implementation: b.yml } }, notifications: { n: c.yml } } },
           requirements: [ peer: { node: b, relationship: { type: R, interfaces: { Configure: { operations: { add_source: d.yml } } } } } ] }`,
      ),
    ).toEqual({
      app: {
        type: 'App',
        interfaces: { Standard: { create: 'a.yml', start: { implementation: 'b.yml' } } },
        requirements: [
          { peer: { node: 'b', relationship: { type: 'R', interfaces: { Configure: { add_source: 'd.yml' } } } } },
        ],
      },
    });
  });

  it('does so in the types of the template too', () => {
    const types = sent(`interface_types: { I: { operations: { run: { inputs: { a: { type: integer } } } } } }
node_types: { App: { interfaces: { Standard: { inputs: { a: { type: string } }, operations: { create: a.yml } } } } }
topology_template: {}
`);
    expect(types['interface_types']).toEqual({ I: { run: { inputs: { a: { type: 'integer' } } } } });
    expect(types['node_types']).toEqual({
      App: { interfaces: { Standard: { inputs: { a: { type: 'string' } }, create: 'a.yml' } } },
    });
  });

  it('is given to each operation when it is an input of the interface', () => {
    expect(
      withNode(
        '{ type: App, interfaces: { Standard: { inputs: { a: 1, b: 2 }, create: a.yml, start: { implementation: b.yml, inputs: { a: 3 } } } } }',
      ),
    ).toEqual({
      app: {
        type: 'App',
        interfaces: {
          Standard: {
            create: { implementation: 'a.yml', inputs: { a: 1, b: 2 } },
            start: { implementation: 'b.yml', inputs: { a: 3, b: 2 } },
          },
        },
      },
    });
  });
});
