import { describe, expect, it } from 'vitest';
import { errorsOf } from './fixtures.ts';

const withApp = (app: string) => `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    server: { type: tosca.nodes.Compute }
    app: { type: tosca.nodes.SoftwareComponent, requirements: [ host: server ], ${app} }
`;

describe.each(['SOURCE', 'TARGET'])('%s', (end) => {
  it.each(['get_property', 'get_attribute'])(
    'is refused in a property of a node, which no relationship has: %s',
    async (call) => {
      expect(await errorsOf(withApp(`properties: { component_version: { ${call}: [ ${end}, tosca_id ] } }`))).toEqual([
        'function-arguments@5',
      ]);
    },
  );

  it('may stand in an operation of a node, which a relationship may call', async () => {
    const inputs = `{ id: { get_attribute: [ ${end}, tosca_id ] } }`;
    const create = `{ implementation: a.sh, inputs: ${inputs} }`;
    expect(await errorsOf(withApp(`interfaces: { Standard: { create: ${create} } }`))).toEqual([]);
  });
});
