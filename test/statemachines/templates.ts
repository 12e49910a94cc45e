/** Templates of the kinds of nodes that can be counted: indigo's by `count`, the normative by `default_instances`. */

const indigo = 'https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml';

/** node -> the properties of its capabilities, as they stand between braces; `type` apart */
export interface Nodes {
  readonly [name: string]: {
    readonly scalable?: string;
    readonly host?: string;
    readonly os?: string;
    readonly endpoint?: string;
    readonly type?: string;
    readonly requires?: string;
  };
}

const nodeText = ([name, node]: [string, Nodes[string]]) => `
    ${name}:
      type: ${node.type ?? 'tosca.nodes.indigo.Compute'}
${capabilitiesText(node)}${node.requires === undefined ? '' : `      requirements: [{dependency: ${node.requires}}]\n`}`;

const capabilitiesText = (node: Nodes[string]): string => {
  const given = (['scalable', 'host', 'os', 'endpoint'] as const).flatMap((name) =>
    node[name] === undefined ? [] : [`${name}: {properties: {${node[name]}}}`],
  );
  return given.length === 0 ? '' : `      capabilities: {${given.join(', ')}}\n`;
};

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
