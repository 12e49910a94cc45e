/** Templates without software: the Dummy connector has no machine that Ansible could reach (im-api.md section 7). */

/** Two nodes, of one and two VMs, with outputs. Normative types only, so that the server imports nothing. */
export const twoNodes = (infrastructureName?: string): string => `\
tosca_definitions_version: tosca_simple_yaml_1_0
description: two plain machines
${infrastructureName === undefined ? '' : `metadata: {infra_name: ${infrastructureName}}`}
topology_template:
  inputs:
    cpus: {type: integer, default: 2}
  node_templates:
    front:
      type: tosca.nodes.Compute
      capabilities:
        host: {properties: {num_cpus: {get_input: cpus}, mem_size: 2 GB, disk_size: 10 GB}}
        os: {properties: {type: linux, distribution: ubuntu, version: 22.04}}
      requirements:
        - dependency: back
    back:
      type: tosca.nodes.Compute
      capabilities:
        host: {properties: {num_cpus: {get_input: cpus}, mem_size: 2 GB, disk_size: 10 GB}}
        os: {properties: {type: linux, distribution: ubuntu, version: 22.04}}
        scalable: {properties: {min_instances: 1, max_instances: 2, default_instances: 2}}
  outputs:
    front_ip: {value: {get_attribute: [front, private_address]}}
    cpus: {value: {get_input: cpus}}
`;

export const manyMachines = (count: number): string => `\
tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  node_templates:
    node:
      type: tosca.nodes.Compute
      capabilities:
        os: {properties: {type: linux, distribution: ubuntu, version: 22.04}}
        scalable: {properties: {min_instances: 1, max_instances: ${count}, default_instances: ${count}}}
`;

export const noMachines = `\
tosca_definitions_version: tosca_simple_yaml_1_0
topology_template: {node_templates: {}}
`;

export const unknownType = `\
tosca_definitions_version: tosca_simple_yaml_1_0
topology_template: {node_templates: {odd: {type: tosca.nodes.NoSuch}}}
`;
