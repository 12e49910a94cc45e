import type { Starter } from './starter.ts';

export const machine: Starter = {
  title: 'one machine with a public address, to log in to',
  files: {
    'template.yaml': `tosca_definitions_version: tosca_simple_yaml_1_3

description: A machine with a public address

topology_template:
  inputs:
    cpus:
      type: integer
      description: Virtual CPUs
      default: 2
      constraints:
        - in_range: [1, 64]
    memory:
      type: scalar-unit.size
      description: Memory
      default: 4 GB

  node_templates:
    server:
      type: tosca.nodes.Compute
      capabilities:
        host:
          properties:
            num_cpus: { get_input: cpus }
            mem_size: { get_input: memory }
        os:
          properties:
            type: linux
            distribution: ubuntu
        endpoint:
          properties:
            network_name: PUBLIC
            ports:
              ssh: { protocol: tcp, source: 22 }

  outputs:
    address:
      description: Where the machine answers
      value: { get_attribute: [server, public_address] }
`,
  },
};
