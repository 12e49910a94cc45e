import type { Named } from './changes.ts';

/** What only a running system could tell, and properties without a value: by the nodes, parts and relationships of `beside`. */
const paths: readonly (readonly (string | number)[])[] = [
  ['vm', 'host', 'num_cpus'],
  ['vm', 'host', 'tosca_id'],
  ['vm', 'host', 'tosca_name'],
  ['vm', 'endpoint', 'port'],
  ['vm', 'state'],
  ['vm', 'networks', 'private', 'addresses', 0],
  ['vm', 'networks', 'public', 'addresses', 0],
  ['vm', 'networks', 'private', 'addresses', 1],
  ['vm', 'networks', 'private', 'addresses'],
  ['vm', 'networks', 'private', 'network_name'],
  ['vm', 'networks', 'private', 'network_id'],
  ['vm', 'networks', 'net', 'addresses', 0],
  ['vm', 'networks', 'outer', 'network_name'],
  ['vm', 'ports', 'port', 'addresses', 0],
  ['vm', 'ports', 'port', 'port_name'],
  ['vm', 'ports', 'port', 'mac_address'],
  ['n', 'host', 'networks', 'private', 'addresses', 0],
  ['n', 'host', 'num_cpus'],
  ['n', 'host', 'tosca_id'],
  ['n', 'host', 'tosca_name'],
  ['n', 'host', 'private_address'],
  ['n', 'unset'],
  ['n', 'told'],
  ['n', 'list', 0],
  ['n', 'map', 'key'],
  ['n', 'part', 'unset'],
  ['n', 'part', 'told'],
  ['rel', 'unset'],
  ['rel', 'told'],
];

const values = {
  properties: { unset: { type: 'integer', required: false } },
  attributes: { told: { type: 'integer' } },
};

const entry = { entry_schema: { type: 'string' } };

const beside = {
  capability_types: { 'my.Part': { derived_from: 'tosca.capabilities.Root', ...values } },
  relationship_types: { 'my.Host': { derived_from: 'tosca.relationships.HostedOn', ...values } },
  node_types: {
    'my.Node': {
      derived_from: 'tosca.nodes.SoftwareComponent',
      properties: { ...values.properties, list: { type: 'list', required: false, ...entry } },
      attributes: { ...values.attributes, map: { type: 'map', ...entry } },
      capabilities: { part: { type: 'my.Part' } },
    },
  },
};

const port = (network: string, order: number) => ({
  type: 'tosca.nodes.network.Port',
  properties: { order },
  requirements: [{ binding: 'vm' }, { link: network }],
});

const networks = {
  net: { type: 'tosca.nodes.network.Network', properties: { network_type: 'private' } },
  outer: { type: 'tosca.nodes.network.Network', properties: { network_type: 'public', network_name: 'outside' } },
  port: port('net', 0),
  other: port('outer', 1),
};

/** Each alone in an output, as it is and in a longer text. */
export function* ofAttributes(): Generator<Named> {
  for (const path of paths)
    for (const value of [{ get_attribute: [...path] }, { concat: ['a ', { get_attribute: [...path] }] }])
      yield [
        `${'concat' in value ? 'a text with ' : ''}${path.join('.')}`,
        {
          node_templates: {
            vm: { type: 'tosca.nodes.Compute' },
            ...networks,
            n: { type: 'my.Node', requirements: [{ host: { node: 'vm', relationship: 'rel' } }] },
          },
          relationship_templates: { rel: { type: 'my.Host' } },
          outputs: { o: { value } },
        },
        beside,
      ];
}
