import { expect, it } from 'vitest';
import { formsOf } from '../../../src/domain/infrastructure-manager/forms/forms.ts';
import { topologyOf } from '../../tosca/fixtures.ts';

const machine = (capabilities: string) =>
  topologyOf(`tosca_definitions_version: tosca_simple_yaml_1_3
node_types: { my.Machine: { derived_from: tosca.nodes.Compute, capabilities: { admin: { type: tosca.capabilities.Endpoint.Admin }, out: { type: tosca.capabilities.Endpoint.Public } } } }
topology_template: { node_templates: { s: { type: my.Machine, capabilities: { ${capabilities} } } } }`);

const endpointOf = async (capabilities: string) => {
  const { edits } = formsOf((await machine(capabilities)).nodes);
  return Object.fromEntries(
    edits.filter(({ path }) => path[1] === 'endpoint').map(({ path, value }) => [path.at(-1), value]),
  );
};

it('gives the only endpoint that the manager reads of a machine what its other endpoints open', async () => {
  const own = 'endpoint: { properties: { ports: { a: { source: 7 } } } }';
  const others =
    'admin: { properties: { port: 22, protocol: ssh } }, out: { properties: { ports: { b: { target_range: [ 80, 81 ] } } } }';
  expect(await endpointOf(`${own}, ${others}`)).toEqual({
    ports: {
      endpoint_a: { protocol: 'tcp', source: 7 },
      admin: { protocol: 'tcp', source: 22 },
      out_b: { protocol: 'tcp', target_range: [80, 81], source_range: [80, 81] },
    },
    network_name: 'PUBLIC',
  });
});

it('leaves the network that the endpoint itself names', async () => {
  expect(await endpointOf('endpoint: { properties: { network_name: inner.PRIVATE } }')).toEqual({});
});
