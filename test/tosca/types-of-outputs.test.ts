import { expect, it } from 'vitest';
import { processTemplate } from '../../src/tosca/process.ts';

const text = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.Db:
    derived_from: tosca.nodes.SoftwareComponent
    attributes:
      port: { type: integer }
      hosts: { type: list, entry_schema: { type: string } }
      name: { type: string }
      free: { type: my.Share }
data_types: { my.Share: { derived_from: float } }
topology_template:
  node_templates: { db: { type: my.Db, requirements: [ { host: vm } ] }, vm: { type: tosca.nodes.Compute } }
  outputs:
    port: { value: { get_attribute: [ db, port ] } }
    hosts: { value: { get_attribute: [ db, hosts ] } }
    host: { value: { get_attribute: [ db, hosts, 0 ] } }
    name: { value: { get_attribute: [ db, name ] } }
    free: { value: { get_attribute: [ db, free ] } }
    said: { type: boolean, value: { get_operation_output: [ db, Standard, create, done ] } }
    url: { value: { concat: [ 'a:', { get_attribute: [ db, port ] } ] } }
    fixed: { type: integer, value: 1 }
`;

it('are known where the template says them, of what only the deployment knows', async () => {
  const processed = await processTemplate(text, { inputs: {}, imports: { read: async () => undefined } });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  const types = processed.topology.outputs.map(({ name, type }) => [name, type]);
  expect(Object.fromEntries(types)).toEqual({
    ...{ port: 'integer', hosts: 'list', host: undefined, name: undefined, free: 'float', said: 'boolean' },
    ...{ url: undefined, fixed: undefined },
  });
});
