/** What the pictures of docs/dashboard.md show. */
export const analysisPlatform = `\
tosca_definitions_version: tosca_simple_yaml_1_3
description: Analysis platform. Portal, workers, GPUs and a database.
topology_template:
  inputs:
    workers: { type: integer, default: 6, constraints: [ { in_range: [0, 100] } ] }
    password: { type: string, default: a-secret }
  node_templates:
    portal_server:
      type: tosca.nodes.Compute
      capabilities: { endpoint: { properties: { network_name: PUBLIC } }, host: { properties: { num_cpus: 2, mem_size: 4 GB } }, os: { properties: { type: linux, distribution: ubuntu, version: 22.04 } } }
    portal:
      type: tosca.nodes.WebServer
      requirements: [ { host: portal_server } ]
    worker_server:
      type: tosca.nodes.Compute
      capabilities: { scalable: { properties: { default_instances: { get_input: workers }, min_instances: 0, max_instances: 100 } }, host: { properties: { num_cpus: 8, mem_size: 16 GB } }, os: { properties: { type: linux, distribution: ubuntu, version: 22.04 } } }
    worker:
      type: tosca.nodes.SoftwareComponent
      requirements: [ { host: worker_server }, { dependency: portal } ]
    database_server:
      type: tosca.nodes.Compute
      capabilities: { host: { properties: { num_cpus: 4, mem_size: 8 GB } }, os: { properties: { type: linux, distribution: ubuntu, version: 22.04 } } }
      requirements: [ { local_storage: { node: database_volume, relationship: { type: tosca.relationships.AttachesTo, properties: { location: /data } } } } ]
    metadata_db:
      type: tosca.nodes.DBMS
      properties: { root_password: { get_input: password } }
      requirements: [ { host: database_server } ]
    database_volume:
      type: tosca.nodes.BlockStorage
      properties: { size: 50 GB }
  outputs:
    portal_url: { value: { concat: [ "https://", { get_attribute: [ portal_server, public_address, 0 ] } ] } }
    database_address: { value: { get_attribute: [ database_server, private_address, 0 ] } }
    admin_password: { value: { get_input: password } }
`;
