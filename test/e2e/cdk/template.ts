/** Of the normative types only. */
export const twoMachines = `\
tosca_definitions_version: tosca_simple_yaml_1_3
description: two plain machines
topology_template:
  inputs:
    cpus: {type: integer, default: 2}
  node_templates:
    front:
      type: tosca.nodes.Compute
      capabilities:
        host: {properties: {num_cpus: {get_input: cpus}, mem_size: 2 GB}}
      requirements:
        - dependency: back
    back:
      type: tosca.nodes.Compute
      capabilities:
        host: {properties: {num_cpus: 1, mem_size: 1 GB}}
  outputs:
    cpus: {value: {get_input: cpus}}
`;

/** As many machines as asked for. */
export const oneToThree = `\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    count: {type: integer, default: 1}
  node_templates:
    worker:
      type: tosca.nodes.Compute
      capabilities:
        host: {properties: {num_cpus: 1, mem_size: 1 GB}}
        scalable: {properties: {min_instances: 1, max_instances: 3, default_instances: {get_input: count}}}
`;
