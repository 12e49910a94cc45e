import type { Starter } from './starter.ts';

export const cluster: Starter = {
  title: 'a front machine, and as many workers as are asked for',
  files: {
    'template.yaml': `tosca_definitions_version: tosca_simple_yaml_1_3

description: A front machine and its workers

topology_template:
  inputs:
    workers:
      type: integer
      description: How many workers there are
      default: 2
      constraints:
        - in_range: [0, 50]

  node_templates:
    front:
      type: tosca.nodes.Compute
      capabilities:
        host:
          properties:
            num_cpus: 2
            mem_size: 4 GB
        os:
          properties:
            type: linux
            distribution: ubuntu
        endpoint:
          properties:
            network_name: PUBLIC
            ports:
              ssh: { protocol: tcp, source: 22 }

    worker:
      type: tosca.nodes.Compute
      capabilities:
        scalable:
          properties:
            min_instances: 0
            max_instances: 50
            default_instances: { get_input: workers }
        host:
          properties:
            num_cpus: 2
            mem_size: 4 GB
        os:
          properties:
            type: linux
            distribution: ubuntu
      requirements:
        - dependency: front

  outputs:
    front_address:
      value: { get_attribute: [front, public_address] }
    worker_addresses:
      value: { get_attribute: [worker, private_address] }
`,
  },
};
