/** Templates whose stacks are kept as files (golden.test.ts) and are made on the sandbox (test/adapters/cloudformation). */

import type { StackOffer } from '../../../src/domain/providers/stack-offer.ts';
import type { stackOf } from './translated.ts';

export const inVpc: StackOffer = {
  region: 'eu-west-1',
  vpc: 'vpc-0123456789abcdef0',
  subnets: {
    public: { id: 'subnet-0123456789abcdef0', zone: 'eu-west-1a' },
    private: { id: 'subnet-0123456789abcdef1', zone: 'eu-west-1b' },
  },
  instanceProfile: 'team-machines',
};

export const twoZones: StackOffer = {
  ...inVpc,
  subnets: {
    public: [
      { id: 'subnet-0123456789abcdef0', zone: 'eu-west-1a' },
      { id: 'subnet-0123456789abcdef1', zone: 'eu-west-1b' },
    ],
  },
};

const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJzaW1wbGU ada@example';

export const stacks: readonly (readonly [name: string, nodes: string, more?: Parameters<typeof stackOf>[1]])[] = [
  [
    'machine',
    'server: {type: tosca.nodes.Compute}',
    { outputs: 'ip: {value: {get_attribute: [server, public_address]}}' },
  ],
  [
    'machines-with-volumes',
    `app:
  type: tosca.nodes.indigo.Compute
  properties: {os_users: [{os_user_name: ada, os_user_ssh_public_key: '${key}', os_user_add_to_sudoers: true}], tags: {team: physics}}
  capabilities:
    host: {properties: {num_cpus: 2, mem_size: 8 GB, disk_size: 40 GB}}
    os: {properties: {type: linux, distribution: debian, version: 12}}
    scalable: {properties: {count: 3, max_instances: 5}}
    endpoint: {properties: {network_name: PUBLIC, ports: {ssh: {protocol: tcp, source: 22}, dns: {protocol: udp, source: 53}}}}
  requirements:
    - local_storage: {node: data, relationship: {type: tosca.relationships.AttachesTo, properties: {location: /data}}}
    - local_storage: {node: scratch, relationship: {type: tosca.relationships.AttachesTo, properties: {location: /scratch}}}
    - dependency: db
db:
  type: tosca.nodes.Compute
  capabilities: {endpoint: {properties: {port: 5432}}}
  requirements: [{dependency: files}]
files: {type: tosca.nodes.ObjectStorage, properties: {name: f}}
data: {type: tosca.nodes.BlockStorage, properties: {size: 10 GB}}
scratch: {type: tosca.nodes.BlockStorage, properties: {size: 1 TB}}`,
    {
      outputs: `all: {value: {get_attribute: [app, public_address]}}
url: {value: {concat: ['http://', {get_attribute: [app, public_address, 0]}, '/']}}
octet: {value: {token: [{get_attribute: [db, private_address]}, '.', 3]}}
bucket: {value: {get_attribute: [files, name]}}`,
    },
  ],
  [
    'login',
    'server: {type: tosca.nodes.indigo.Compute, capabilities: {scalable: {properties: {count: 2, max_instances: 5}}}}\ninside: {type: tosca.nodes.Compute}',
    {
      outputs: `credentials: {value: {get_attribute: [server, endpoint, credential]}}
user: {value: {get_attribute: [server, endpoint, credential, 0, user]}}
ips: {value: {get_attribute: [server, public_address]}}`,
    },
  ],
  [
    'spot',
    'worker: {type: tosca.nodes.indigo.Compute, capabilities: {host: {properties: {preemtible_instance: true}}}}',
  ],
  [
    'connected',
    `app:
  type: tosca.nodes.Compute
  requirements:
    - dependency: {node: db, relationship: tosca.relationships.ConnectsTo}
db:
  type: tosca.nodes.Compute
  capabilities: {endpoint: {properties: {port: 5432}}}`,
  ],
  [
    'networks-of-the-operator',
    `server:
  type: tosca.nodes.Compute
  capabilities: {os: {properties: {architecture: arm64, distribution: amazon}}, endpoint: {properties: {port: 443, protocol: https}}}
  requirements:
    - local_storage: {node: disk, relationship: {type: tosca.relationships.AttachesTo, properties: {location: /mnt/disk}}}
inside: {type: tosca.nodes.Compute}
public: {type: tosca.nodes.network.Network, properties: {network_type: public}}
own: {type: tosca.nodes.network.Network, properties: {cidr: 10.0.7.0/24}}
p0: {type: tosca.nodes.network.Port, properties: {order: 0}, requirements: [{binding: server}, {link: public}]}
p1: {type: tosca.nodes.network.Port, properties: {order: 0, ip_address: 10.0.7.9}, requirements: [{binding: inside}, {link: own}]}
disk: {type: tosca.nodes.BlockStorage, properties: {size: 5 GB}}`,
    { offer: inVpc },
  ],
  [
    'several-interfaces',
    `gateway:
  type: tosca.nodes.Compute
  capabilities: {host: {properties: {num_cpus: 2, mem_size: 4 GB}}, scalable: {properties: {min_instances: 1, max_instances: 3, default_instances: 2}}}
outside: {type: tosca.nodes.network.Network, properties: {network_type: public}}
front: {type: tosca.nodes.network.Network, properties: {cidr: 10.0.8.0/24}}
back: {type: tosca.nodes.network.Network, properties: {cidr: 10.0.9.0/24}}
p2: {type: tosca.nodes.network.Port, properties: {order: 2}, requirements: [{binding: gateway}, {link: back}]}
p1: {type: tosca.nodes.network.Port, properties: {order: 1}, requirements: [{binding: gateway}, {link: front}]}
p0: {type: tosca.nodes.network.Port, properties: {order: 0}, requirements: [{binding: gateway}, {link: outside}]}`,
    { offer: inVpc },
  ],
  [
    'load-balancer',
    `web:
  type: tosca.nodes.Compute
  capabilities: {endpoint: {properties: {protocol: http, port: 8080, url_path: /health}}, scalable: {properties: {min_instances: 1, max_instances: 3, default_instances: 2}}}
lb:
  type: tosca.nodes.LoadBalancer
  properties: {algorithm: least_connections}
  capabilities: {client: {properties: {port: 80}}}
  requirements: [{application: web}]`,
    { outputs: 'address: {value: {get_attribute: [lb, client, ip_address]}}' },
  ],
  [
    'load-balancer-of-connections',
    `one: {type: tosca.nodes.Compute, capabilities: {endpoint: {properties: {port: 5000}}}}
two: {type: tosca.nodes.Compute, capabilities: {endpoint: {properties: {port: 6000}}}}
lb:
  type: tosca.nodes.LoadBalancer
  capabilities: {client: {properties: {port: 443, protocol: https, floating: true}}}
  requirements: [{application: one}, {application: two}]`,
    { outputs: 'address: {value: {get_attribute: [lb, client, ip_address]}}', offer: inVpc },
  ],
  [
    'database',
    `app:
  type: tosca.nodes.Compute
  requirements: [{dependency: {node: db, relationship: tosca.relationships.ConnectsTo}}]
db: {type: tosca.nodes.Database, properties: {name: shop, port: 5432}, requirements: [{host: dbms}]}
dbms: {type: tosca.nodes.DBMS, capabilities: {host: {properties: {num_cpus: 2, mem_size: 4 GB, disk_size: 40 GB}}}}`,
    { outputs: 'address: {value: {get_attribute: [db, database_endpoint, ip_address]}}' },
  ],
  [
    'database-of-its-own-type',
    `db:
  type: toscanini.nodes.aws.Database
  properties: {name: shop, user: keeper, engine: mysql, version: 8.4.9, class: db.t4g.small, storage: 30 GB, multi_zone: true, on_deletion: delete}
files: {type: toscanini.nodes.aws.Bucket, properties: {name: f, versioned: true}}
app:
  type: tosca.nodes.Compute
  requirements: [{local_storage: {node: disk, relationship: {type: tosca.relationships.AttachesTo, properties: {location: /data}}}}]
disk: {type: toscanini.nodes.aws.Volume, properties: {size: 5 GB, on_deletion: snapshot}}`,
    {
      outputs: `address: {value: {get_attribute: [db, address]}}
secret_arn: {value: {get_attribute: [db, secret_arn]}}`,
      offer: twoZones,
    },
  ],
  [
    'container-of-marathon',
    `app:
  type: tosca.nodes.indigo.Container.Application.Docker.Marathon
  properties: {command: 'serve --port 5000', environment_variables: {MODE: fast}, labels: {team: physics}, uris: []}
  artifacts: {image: {file: 'example/app:1.0', type: tosca.artifacts.Deployment.Image.Container.Docker}}
  requirements: [{host: runtime}]
runtime:
  type: tosca.nodes.indigo.Container.Runtime.Docker
  capabilities:
    host: {properties: {num_cpus: 1.0, mem_size: 3 GB, publish_ports: [{protocol: tcp, source: 5000, target: 80}]}}
    scalable: {properties: {min_instances: 1, max_instances: 3, default_instances: 2}}`,
    {
      outputs:
        "url: {value: {concat: ['http://', {get_attribute: [app, load_balancer_ips, 0]}, ':', {get_attribute: [runtime, host, publish_ports, 0, target]}]}}",
    },
  ],
  [
    'container-service',
    `shop:
  type: toscanini.nodes.aws.ContainerService
  properties:
    image: example/shop:2.1
    cpus: 0.5
    memory: 1 GiB
    environment: {DATABASE_HOST: {get_attribute: [db, address]}}
    secret_references: {DATABASE_PASSWORD: {get_attribute: [db, password_reference]}}
  capabilities:
    endpoint: {properties: {protocol: http, port: 8080}}
    scalable: {properties: {min_instances: 2, max_instances: 2}}
  requirements: [{dependency: {node: db, relationship: tosca.relationships.ConnectsTo}}]
db: {type: toscanini.nodes.aws.Database, properties: {name: shop, engine: postgres, on_deletion: delete}}
lb:
  type: toscanini.nodes.aws.LoadBalancer
  capabilities: {client: {properties: {protocol: http, port: 80}}}
  requirements: [{application: shop}]`,
    { outputs: 'url: {value: {get_attribute: [lb, url]}}', offer: twoZones },
  ],
  [
    'container-that-scales',
    `shop:
  type: toscanini.nodes.aws.ContainerService
  properties: {image: 'example/shop:2.1'}
  capabilities:
    endpoint: {properties: {protocol: http, port: 8080}}
    scalable: {properties: {min_instances: 2, max_instances: 6, default_instances: 3}}
lb:
  type: toscanini.nodes.aws.LoadBalancer
  capabilities: {client: {properties: {protocol: http, port: 80}}}
  requirements: [{application: shop}]`,
    {
      offer: twoZones,
      policies: `- busy: {type: tosca.policies.Scaling, targets: [shop]}
- asked: {type: toscanini.policies.aws.Scaling, targets: [shop], properties: {metric: requests, target: 500.0, scale_in: false, scale_in_cooldown: 5 m}}`,
    },
  ],
  [
    'other-resources',
    `topic: {type: toscanini.nodes.aws.Resource, properties: {type: 'AWS::SNS::Topic', properties: {DisplayName: News}}}
queue: {type: toscanini.nodes.aws.Queue, properties: {keep_days: 2}, requirements: [{dependency: topic}]}
subscription:
  type: toscanini.nodes.aws.Resource
  properties:
    type: AWS::SNS::Subscription
    properties:
      Protocol: sqs
      TopicArn: {get_attribute: [topic, id]}
      Endpoint: {get_attribute: [queue, arn]}`,
    {
      outputs: `topic: {value: {get_attribute: [topic, attributes, TopicName]}}
queue: {value: {get_attribute: [queue, url]}}`,
      offer: { region: 'eu-west-1', allowedTypes: ['AWS::SNS::*'] },
    },
  ],
];
