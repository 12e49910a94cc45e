/** Templates whose types are imported from a host that may be gone, or tell something else, later. */

import type { World } from '../domain/deployments/world.ts';

const own = (version: string): string => `tosca_definitions_version: tosca_simple_yaml_1_0
imports: [{indigo: 'https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml'}]
node_types:
  my.Compute:
    derived_from: tosca.nodes.indigo.Compute
    properties: {release: {type: string, default: ${version}}}
`;

/** Two outputs: `url`, which only the provider can tell, and `release`, which the import does. */
export const importing = (...nodes: readonly string[]): string => `tosca_definitions_version: tosca_simple_yaml_1_0
imports: [{own: 'https://types.example/own.yaml'}]
topology_template:
  node_templates:
${nodes.map((name) => `    ${name}: {type: my.Compute}`).join('\n')}
  outputs:
    url: {value: {get_attribute: [web, private_address]}}
    release: {value: {get_property: [web, release]}}
`;

/** Answers the import, and counts how often; `gone` and `other` are what becomes of it. */
export const importsOf = ({ imports, providers }: World) => {
  const host = { asked: 0, version: 'first', isThere: true };
  imports.read = async () => {
    host.asked += 1;
    if (!host.isThere) throw new Error('the host is gone');
    return own(host.version);
  };
  const { rank } = providers;
  return {
    host,
    /** from the moment when providers are ranked, which is after the template was read */
    goneOnceRanked: (): void => {
      host.isThere = true;
      providers.rank = async (request) => {
        host.isThere = false;
        return rank(request);
      };
    },
  };
};
