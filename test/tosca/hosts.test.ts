import { describe, expect, it } from 'vitest';
import { topologyOf } from './fixtures.ts';
import { found } from './found.ts';

const hosted = (version: string, host: string, capability: string): string => `tosca_definitions_version: ${version}
node_types:
  Own:
    derived_from: tosca.nodes.Root
    requirements: [ host: { capability: ${capability}, relationship: tosca.relationships.HostedOn } ]
topology_template:
  node_templates:
    own: { type: Own, requirements: [ host: host ] }
    host: { type: ${host}${host === 'tosca.nodes.Compute' ? '' : ', requirements: [ host: vm ]'} }
    vm: { type: tosca.nodes.Compute }
`;

const errorsOf = async (text: string) => (await found(text)).filter((each) => each.startsWith('error'));

describe('a host', () => {
  const hosts = ['Compute', 'DBMS', 'WebServer', 'Container.Runtime'].map((name) => `tosca.nodes.${name}`);
  const versions = ['1_0', '1_1', '1_2', '1_3'].map((version) => `tosca_simple_yaml_${version}`);
  const capabilities = ['Compute', 'Container'].map((name) => `tosca.capabilities.${name}`);

  it.each(versions)('offers Compute and Container to types of others in %s', async (version) => {
    for (const host of hosts)
      for (const capability of capabilities) expect(await errorsOf(hosted(version, host, capability))).toEqual([]);
  });

  it('offers nothing else', async () => {
    for (const version of versions)
      expect(await errorsOf(hosted(version, 'tosca.nodes.DBMS', 'tosca.capabilities.Attachment'))).toEqual([
        expect.stringContaining('tosca.capabilities.Attachment'),
      ]);
  });

  it('takes a number of processors for its capability from 1.2 on, where that is Compute', async () => {
    const text = (version: string): string => `tosca_definitions_version: ${version}
topology_template:
  node_templates:
    db: { type: tosca.nodes.DBMS, requirements: [ host: vm ], capabilities: { host: { properties: { num_cpus: x } } } }
    vm: { type: tosca.nodes.Compute }
`;
    for (const version of versions) expect(await errorsOf(text(version))).toHaveLength(1);
  });
});

/**
 * The type of the capability `host` in OASIS's own simple profiles, `profiles/org/oasis-open/simple/VERSION/node.yaml` of
 * oasis-open/tosca-community-contributions (1.0, 1.2 and 1.3, read on 2026-11-28; its 1.1 changes no node type).
 */
const published: { readonly [version: string]: { readonly [type: string]: string } } = {
  '1_0': { Compute: 'Container', WebServer: 'Container', DBMS: 'Container', 'Container.Runtime': 'Container' },
  '1_1': { Compute: 'Container', WebServer: 'Container', DBMS: 'Container', 'Container.Runtime': 'Container' },
  '1_2': { Compute: 'Compute', WebServer: 'Compute', DBMS: 'Compute', 'Container.Runtime': 'Compute' },
  '1_3': { Compute: 'Compute', WebServer: 'Compute', DBMS: 'Compute', 'Container.Runtime': 'Compute' },
};

it.each(Object.entries(published))('hosts of %s offer what the published profile says', async (version, types) => {
  const nodes = Object.keys(types).map(
    (type, index) =>
      `    n${index}: { type: tosca.nodes.${type}${type === 'Compute' ? '' : ', requirements: [ host: n0 ]'} }\n`,
  );
  const { nodes: made } = await topologyOf(
    `tosca_definitions_version: tosca_simple_yaml_${version}\ntopology_template:\n  node_templates:\n${nodes.join('')}`,
  );
  const offered = made.map(({ type, capabilities }) => [type, capabilities['host']?.types[0]]);
  expect(Object.fromEntries(offered)).toEqual(
    Object.fromEntries(
      Object.entries(types).map(([type, host]) => [`tosca.nodes.${type}`, `tosca.capabilities.${host}`]),
    ),
  );
});
