/** What would run in the page if it were ever taken for HTML. */
export const attack = '<img src=x onerror=globalThis.attacked=true>';

/** Two machines; outputs of every form; texts that would be HTML. */
export const webAndDatabase = `
tosca_definitions_version: tosca_simple_yaml_1_3
description: A web server and a database
topology_template:
  inputs:
    password: { type: string, default: hunter2-of-alice }
  node_templates:
    web:
      type: tosca.nodes.Compute
      capabilities: { host: { properties: { num_cpus: 2, mem_size: 4 GB } } }
    site:
      type: tosca.nodes.WebServer
      requirements: [ { host: web } ]
    database:
      type: tosca.nodes.Compute
      requirements: [ { local_storage: { node: disk, relationship: { type: tosca.relationships.AttachesTo, properties: { location: /data } } } } ]
    disk:
      type: tosca.nodes.BlockStorage
      properties: { size: 10 GB }
  outputs:
    address: { value: { get_attribute: [ web, private_address ] } }
    site: { value: 'https://example.org/site' }
    trap: { value: 'javascript:globalThis.attacked=true' }
    words: { value: '${attack}' }
    admin_password: { value: { get_input: password } }
`;
