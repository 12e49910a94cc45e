/**
 * Templates without software: the Dummy connector has no machine that Ansible could reach
 * (docs/contract/infrastructure-manager-templates.md, "Nodes").
 */

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

/** A front and some workers that can be counted and named for removal; with another node, or a script on it. */
export const workers = ({
  count,
  extra = false,
  removed,
  script,
}: {
  readonly count: number;
  readonly extra?: boolean;
  readonly removed?: string;
  readonly script?: string;
}): string => `\
tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  node_templates:
    front:
      type: tosca.nodes.Compute
      capabilities:
        os: {properties: {type: linux, distribution: ubuntu, version: 22.04}}
    worker:
      type: ${workerType}
      capabilities:
        os: {properties: {type: linux, distribution: ubuntu, version: 22.04}}
        scalable:
          properties:
            count: ${count}
${removed === undefined ? '' : `            removal_list:\n              - ${removed}\n`}${
  extra
    ? `    extra:
      type: tosca.nodes.Compute
      capabilities:
        os: {properties: {type: linux, distribution: ubuntu, version: 22.04}}
${script === undefined ? '' : `      interfaces: {Standard: {create: '${script}'}}\n`}`
    : ''
}  outputs:
    front_ip: {value: {get_attribute: [front, private_address]}}
${workerTypes}`;

export const workerType = 'e2e.nodes.Worker';

/** Nothing is imported, since the server would have to fetch it: types that can be counted, defined here. */
export const workerTypes = `\
capability_types:
  e2e.capabilities.Scalable:
    derived_from: tosca.capabilities.Scalable
    properties:
      min_instances: {type: integer, default: 0, required: false}
      max_instances: {type: integer, default: 100, required: false}
      count: {type: integer, required: false, default: 1}
      removal_list: {type: list, required: false, entry_schema: {type: string}}
node_types:
  e2e.nodes.Worker:
    derived_from: tosca.nodes.Compute
    capabilities:
      scalable: {type: e2e.capabilities.Scalable}
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

/** Machines with networks, ports, disks, sizes and tags: seven, of five kinds. */
export const manyKinds = (name: string): string => `tosca_definitions_version: tosca_simple_yaml_1_0
metadata: { infra_name: ${name} }
node_types:
  tosca.nodes.indigo.Compute:
    derived_from: tosca.nodes.Compute
    properties: { instance_name: { type: string, required: false }, tags: { type: map, required: false, entry_schema: { type: string } } }
topology_template:
  node_templates:
    plain: { type: tosca.nodes.Compute }
    sized:
      type: tosca.nodes.indigo.Compute
      properties: { instance_name: "it's one", tags: { owner: "o'hara and\\n", env: test } }
      capabilities:
        scalable: { properties: { min_instances: 1, max_instances: 3, default_instances: 3 } }
        host: { properties: { num_cpus: 2, mem_size: 1.5 GB, disk_size: 20 GiB } }
        os: { properties: { type: linux, distribution: ubuntu, version: 22.04 } }
    open:
      type: tosca.nodes.indigo.Compute
      capabilities:
        endpoint: { properties: { network_name: PUBLIC, ports: { web: { protocol: tcp, source: 80 }, many: { protocol: udp, source_range: [ 5000, 5010 ] } } } }
    stored:
      type: tosca.nodes.Compute
      capabilities: { os: { properties: { type: linux, distribution: ubuntu, version: 22.04 } } }
      requirements: [ { local_storage: { node: disk, relationship: { type: AttachesTo, properties: { location: /mnt/data, device: hdb } } } } ]
    disk: { type: tosca.nodes.BlockStorage, properties: { size: 10 GB } }
    bound: { type: tosca.nodes.Compute }
    inner: { type: tosca.nodes.network.Network, properties: { network_type: private, cidr: 10.1.0.0/24, network_name: intnet } }
    port: { type: tosca.nodes.network.Port, requirements: [ { binding: bound }, { link: inner } ] }
`;
