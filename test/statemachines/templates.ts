/** Templates of the kinds of nodes that can be counted: indigo's by `count`, the normative by `default_instances`. */

const indigo = 'https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml';

/** node -> its scalable properties, as they stand between braces; `type` apart */
export interface Nodes {
  readonly [name: string]: { readonly scalable?: string; readonly type?: string; readonly requires?: string };
}

const nodeText = ([name, { scalable, type = 'tosca.nodes.indigo.Compute', requires }]: [string, Nodes[string]]) => `
    ${name}:
      type: ${type}
${scalable === undefined ? '' : `      capabilities: {scalable: {properties: {${scalable}}}}\n`}${
  requires === undefined ? '' : `      requirements: [{dependency: ${requires}}]\n`
}`;

export const templateOf = (nodes: Nodes, more = ''): string => `tosca_definitions_version: tosca_simple_yaml_1_0
imports:
  - indigo: ${indigo}
topology_template:
  inputs:
    size: {type: integer, default: 1}
  node_templates:${Object.entries(nodes).map(nodeText).join('')}
  outputs:
    url: {value: {get_attribute: [web, private_address]}}
${more}`;
