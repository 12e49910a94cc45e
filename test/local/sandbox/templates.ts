/** One plain machine without software, its address an output. */
export const plain = `
tosca_definitions_version: tosca_simple_yaml_1_0
description: one plain compute
metadata: {infra_name: plain-1}
topology_template:
  inputs:
    cpus: {type: integer, default: 2}
  node_templates:
    server:
      type: tosca.nodes.Compute
      capabilities:
        host: {properties: {num_cpus: {get_input: cpus}, mem_size: 2 GB, disk_size: 10 GB}}
        os: {properties: {type: linux, distribution: ubuntu, version: "22.04"}}
  outputs:
    ip: {value: {get_attribute: [server, private_address]}}
    cpus: {value: {get_input: cpus}}
`;

/** Public machines with software on them; `scalable` is the content of the properties of that capability. */
export const cluster = (scalable = 'count: 2'): string => `
tosca_definitions_version: tosca_simple_yaml_1_0
imports: [{indigo: https://example.org/custom_types.yaml}]
metadata: {infra_name: cluster-1}
topology_template:
  node_templates:
    app:
      type: tosca.nodes.SoftwareComponent
      requirements: [{host: server}]
      interfaces: {Standard: {create: https://scripts.example/create.yml}}
    server:
      type: tosca.nodes.indigo.Compute
      capabilities:
        endpoint: {properties: {network_name: PUBLIC, ports: {http: {protocol: tcp, source: 80, target: 8080}}}}
        scalable: {properties: {${scalable}}}
  outputs:
    addresses: {value: {get_attribute: [server, private_address]}}
    credential: {value: {get_attribute: [server, endpoint, credential, 0]}}
    url: {value: {concat: ['http://', {get_attribute: [server, public_address, 0]}, ':80/']}}
`;
