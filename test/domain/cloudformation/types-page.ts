/** docs/aws-types.md, made from what the translation does to one template for each type. */

import { mappedTypes as mapped } from '../../../src/domain/resources/aws-types.ts';
import { twoZones } from './golden-stacks.ts';
import { policies, type Row, relationships } from './mapping-rows.ts';
import { stackOf } from './translated.ts';

const withMachine = (volume: string): string =>
  `server: {type: tosca.nodes.Compute, requirements: [{local_storage: {node: it, relationship: {type: tosca.relationships.AttachesTo, properties: {location: /data}}}}]}
it: ${volume}`;

const bound = (
  port: string,
  network = '{type: tosca.nodes.network.Network, properties: {network_type: public}}',
): string =>
  `server: {type: tosca.nodes.Compute}
it: {type: ${port}, properties: {order: 0}, requirements: [{binding: server}, {link: net}]}
net: ${network}`;

const balanced = (type: string): string =>
  `it: {type: ${type}, capabilities: {client: {properties: {port: 80}}}, requirements: [{application: server}]}
server: {type: tosca.nodes.Compute}`;

const image = 'artifacts: {image: {file: example/app, type: tosca.artifacts.Deployment.Image.Container.Docker}}';
const contained = (type: string): string => `it: {type: ${type}, ${image}}`;
const runtime = (type: string): string => `it: {type: ${type}}`;

/** A template with a node `it` of the type, and what a reader has to know of it. */
export const samples: { readonly [type: string]: readonly [nodes: string, note: string] } = {
  'tosca.nodes.Root': ['it: {type: tosca.nodes.Root}', 'stands for something outside; nothing is made'],
  'tosca.nodes.Compute': [
    'it: {type: tosca.nodes.Compute}',
    'one instance for each resource; the cheapest size and the newest image that fit; `disk_size` is the first disk; `floating` gives an address that stays',
  ],
  'tosca.nodes.indigo.Compute': [
    'it: {type: tosca.nodes.indigo.Compute, capabilities: {host: {properties: {preemtible_instance: true}}}}',
    '`os_users`, `tags` (at most 41, since AWS takes 50 and 9 are ours, and fewer where `stack.tags` of the provider adds some) and `instance_type` too; `preemtible_instance` is a spot instance',
  ],
  'toscanini.nodes.aws.Compute': [
    'it: {type: toscanini.nodes.aws.Compute}',
    'the same; `private_dns_name`, `public_dns_name`',
  ],
  'tosca.nodes.BlockStorage': [
    withMachine('{type: tosca.nodes.BlockStorage, properties: {size: 5 GB}}'),
    'one for each machine, encrypted; `location` makes a file system; `snapshot_id` is what it starts from; `volume_id` attaches one that exists',
  ],
  'tosca.nodes.Storage.BlockStorage': [
    withMachine('{type: tosca.nodes.Storage.BlockStorage, properties: {name: d, size: 5 GB}}'),
    'the same',
  ],
  'tosca.nodes.indigo.BlockStorage': [
    withMachine('{type: tosca.nodes.indigo.BlockStorage, properties: {size: 5 GB}}'),
    'the same',
  ],
  'toscanini.nodes.aws.Volume': [
    withMachine('{type: toscanini.nodes.aws.Volume, properties: {size: 5 GB}}'),
    'the same; `on_deletion: snapshot` keeps a snapshot, `retain` the disk',
  ],
  'tosca.nodes.ObjectStorage': [
    'it: {type: tosca.nodes.ObjectStorage, properties: {name: f}}',
    'AWS gives the name; not public; must be empty when it is deleted',
  ],
  'tosca.nodes.Storage.ObjectStorage': [
    'it: {type: tosca.nodes.Storage.ObjectStorage, properties: {name: f}}',
    'the same',
  ],
  'toscanini.nodes.aws.Bucket': [
    'it: {type: toscanini.nodes.aws.Bucket, properties: {name: f}}',
    'the same; `versioned` keeps old versions',
  ],
  'tosca.nodes.network.Network': [
    `it: {type: tosca.nodes.network.Network, properties: {cidr: 10.0.7.0/24}}`,
    'with a `cidr`, in the configured VPC; without one it is the configured or default subnet, and nothing is made',
  ],
  'tosca.nodes.indigo.network.Network': [
    `it: {type: tosca.nodes.indigo.network.Network, properties: {cidr: 10.0.7.0/24}}`,
    'the same',
  ],
  'tosca.nodes.network.Port': [
    bound('tosca.nodes.network.Port'),
    'says in which network its machine stands, and its address. Ports to several subnets are several network interfaces, in their `order`; networks without a `cidr` share one',
  ],
  'tosca.nodes.indigo.network.Port': [bound('tosca.nodes.indigo.network.Port'), 'the same'],
  'tosca.nodes.LoadBalancer': [
    balanced('tosca.nodes.LoadBalancer'),
    'reads requests when the protocol is `http` and there are two zones, else it passes on connections; `floating` gives an address that stays',
  ],
  'toscanini.nodes.aws.LoadBalancer': [
    balanced('toscanini.nodes.aws.LoadBalancer'),
    'the same; with a `certificate` HTTPS ends here',
  ],
  'tosca.nodes.Database': [
    'it: {type: tosca.nodes.Database, properties: {name: shop, port: 5432}, requirements: [{host: system}]}\nsystem: {type: tosca.nodes.DBMS}',
    'where no machine hosts it; the port says which engine; AWS makes the password; a deletion leaves a last snapshot',
  ],
  'tosca.nodes.Database.MySQL': [
    'it: {type: tosca.nodes.Database.MySQL, properties: {name: shop}, requirements: [{host: system}]}\nsystem: {type: tosca.nodes.DBMS.MySQL, properties: {root_password: x}}',
    'the same',
  ],
  'tosca.nodes.indigo.Database.MySQL': [
    'it: {type: tosca.nodes.indigo.Database.MySQL, properties: {name: shop, root_password: x}, requirements: [{host: system}]}\nsystem: {type: tosca.nodes.DBMS.MySQL, properties: {root_password: x}}',
    'the same',
  ],
  'toscanini.nodes.aws.Database': [
    'it: {type: toscanini.nodes.aws.Database, properties: {name: shop, engine: mysql}}',
    'the same; `engine`, `version`, `class`, `storage`, `multi_zone`; `backup_days` (1 if it is not named), `encrypted` (it is)',
  ],
  'tosca.nodes.DBMS': ['it: {type: tosca.nodes.DBMS}', 'gives its database a size; nothing is made of it'],
  'tosca.nodes.DBMS.MySQL': [
    'it: {type: tosca.nodes.DBMS.MySQL, properties: {root_password: x}}',
    'the same; its `root_password` is not used',
  ],
  'tosca.nodes.Container.Application': [
    contained('tosca.nodes.Container.Application'),
    'on Fargate, where no machine hosts it; its log goes to CloudWatch; `publish_ports` of the runtime are behind a load balancer of their own',
  ],
  'tosca.nodes.Container.Application.Docker': [contained('tosca.nodes.Container.Application.Docker'), 'the same'],
  'tosca.nodes.indigo.Container.Application.Docker': [
    contained('tosca.nodes.indigo.Container.Application.Docker'),
    'the same; volumes, `privileged` and `uris` are refused',
  ],
  'tosca.nodes.indigo.Container.Application.Docker.Marathon': [
    contained('tosca.nodes.indigo.Container.Application.Docker.Marathon'),
    'the same; `load_balancer_ips` is an address that stays',
  ],
  'toscanini.nodes.aws.ContainerService': [
    'it: {type: toscanini.nodes.aws.ContainerService, properties: {image: example/app}}',
    'the same, without a runtime; a load balancer may route to its `endpoint`; `secret_references` are read from Secrets Manager',
  ],
  'tosca.nodes.Container.Runtime': [
    runtime('tosca.nodes.Container.Runtime'),
    'gives its containers CPUs, memory, ports and their number; nothing is made of it',
  ],
  'tosca.nodes.Container.Runtime.Docker': [
    `it: {type: tosca.nodes.Container.Runtime}`,
    'the same; a type of grycap-custom-types.yaml',
  ],
  'tosca.nodes.indigo.Container.Runtime.Docker': [runtime('tosca.nodes.indigo.Container.Runtime.Docker'), 'the same'],
  'toscanini.nodes.aws.Queue': ['it: {type: toscanini.nodes.aws.Queue}', 'encrypted; `ordered`, `keep_days`'],
  'toscanini.nodes.aws.Resource': [
    "it: {type: toscanini.nodes.aws.Resource, properties: {type: 'AWS::SNS::Topic'}}",
    'any type that the operator allows, here `AWS::SNS::Topic`',
  ],
};

/** What a sample's own node becomes; groups of addresses of the whole deployment belong to no node. */
const ownOf = async (type: string) => {
  const [nodes = ''] = samples[type] ?? [];
  const offer = { ...twoZones, allowedTypes: ['AWS::SNS::Topic'] };
  const { resources } = await stackOf(nodes, { offer });
  return Object.values(resources).filter((one) => (nodeOf(one) ?? 'it') === 'it');
};

/** The types of CloudFormation that belong to a sample's own node. */
export const typesMadeOf = async (type: string): Promise<readonly string[]> => [
  ...new Set((await ownOf(type)).filter((one) => nodeOf(one) === 'it').map(({ Type }) => Type)),
];

/** For the page, without what only goes along: groups of addresses, and the machine that a sample needs. */
export const resourcesOf = async (type: string): Promise<string> => {
  const own = await ownOf(type);
  const types = new Set(own.map(({ Type }) => Type).filter((one) => one !== 'AWS::EC2::SecurityGroup'));
  const isGrouped = own.some((one) => one.Type === 'AWS::EC2::SecurityGroup' && nodeOf(one) === 'it');
  const all = [...[...types].toSorted(), ...(isGrouped ? ['AWS::EC2::SecurityGroup'] : [])];
  return all.length === 0 ? '–' : all.map((one) => `\`${one.replace('AWS::', '')}\``).join(', ');
};

const nodeOf = (resource: { readonly Metadata?: unknown }): string | undefined =>
  (resource.Metadata as { readonly toscanini?: { readonly node?: string } } | undefined)?.toscanini?.node;

const rowOf = ({ types, becomes }: Row): string =>
  `| ${types.map((type) => `\`${type.replace('tosca.relationships.', '')}\``).join(', ')} | ${becomes} |`;

export const typesPage = async (): Promise<string> => {
  const rows = [...mapped].map(async (type) => `| \`${type}\` | ${await resourcesOf(type)} | ${samples[type]?.[1]} |`);
  return `# What becomes of a type on AWS

A provider with the deployer \`cloudformation\` makes one stack of a deployment. This page says what each TOSCA type becomes there. A type of the
template that derives from one of these, and brings no operations, becomes the same. Any other type drops the provider; the log and the dry run name node, type and reason. Templates of TOSCA 2.0 are translated to these types first. The types that begin
with \`toscanini.nodes.aws\` need \`imports: [toscanini-aws-types.yaml]\`; [TOSCA types](tosca-types.md) lists their properties. The Infrastructure Manager makes none of them.
\`npx vitest run test/domain/cloudformation/types-page.test.ts -u\` writes this page: each row is what the translation makes of a small template.

| Type | Resources (without \`AWS::\`) | What to know |
|---|---|---|
${(await Promise.all(rows)).join('\n')}

| Relationship, policy, value | Becomes |
|---|---|
${[...relationships, ...policies].map(rowOf).join('\n')}
| \`get_attribute\` | a reference, in outputs, in variables of containers, and in properties of \`toscanini.nodes.aws.Resource\`. \`tosca_id\` is the id that AWS gives |
| \`get_attribute\` of \`endpoint, credential\` | a key pair of the stack, for outputs only; their owner gets user and private key ([0051](decisions/0051-keys-of-machines.md)) |
| \`tosca.policies.indigo.Placement\`, \`tosca.policies.indigo.SlaPlacement\`, and others that derive from \`tosca.policies.Placement\` | which providers may be tried: \`cloud_id\`, \`sla_id\`, \`region\`. The standard's own \`tosca.policies.Placement\` has none of these properties, and so asks for nothing |
| A secret of the template | an input of an operation: the machine fetches it. Refused wherever it would be written into the stack |

## How containers scale

A policy of the type \`tosca.policies.Scaling\`, or of one that derives from it, lets Application Auto Scaling change the number of copies of a container, so that a metric stays near its target. It is
about the nodes of \`targets\`, about the members of groups there, about the containers of a runtime there; without targets about all. Bounds are \`min_instances\` and \`max_instances\` of the policy, else of the capability
\`scalable\` of the container or its runtime; \`default_instances\` (else the smallest) is how many it starts with. The standard's own type has no properties: then the copies use 75 % of their processors.
\`toscanini.policies.aws.Scaling\` says more:

    policies:
      - busy:
          type: toscanini.policies.aws.Scaling
          targets: [shop]
          properties: { metric: requests, target: 500, min_instances: 2, max_instances: 10, scale_in_cooldown: 5 m }

| Property | Meaning |
|---|---|
| \`metric\` | \`cpu\` (if it is not named), \`memory\`, or \`requests\`, which need a load balancer of HTTP that routes to the container. Each metric has one policy at most; a container may have several |
| \`target\` | percent of what a copy has (75 if it is not named); with \`requests\` how many a copy answers in a minute |
| \`min_instances\`, \`max_instances\` | 1 or more: from no copy nothing can be measured |
| \`scale_in\` | \`false\`: copies are only added |
| \`scale_in_cooldown\`, \`scale_out_cooldown\` | how long a change is waited for; AWS takes 5 minutes |

An update leaves the number of copies alone, also where it changes \`default_instances\`; new bounds count at once. What scaling has changed is no [drift](day-two.md); without scaling, another
number of copies is one. Of types of others the properties with these names are read, with \`default_instances\` and \`cooldown\`; what they ask for that cannot be, such as no copies, is a note, and
the container is not scaled. The estimate says what the first copies cost, and what the most of them would; quotas count the most. Machines, jobs of AWS Batch and everything at the Infrastructure
Manager do not scale by themselves: a note in the plan says so and why ([0098](decisions/0098-scaling-policies.md)).

## Images and sizes

A machine gets one of AWS's public images of Ubuntu, Debian or Amazon Linux, and one of the sizes of a short table that its region has (by AWS's own lists). Its first disk is encrypted, as all others are. Templates that ask for another system, for one that is
older, or for an image by a name of another cloud need images of your own in the configuration of the provider:

    stack: {
      images: [
        { id: 'ami-0123456789abcdef0', distribution: 'ubuntu', version: '16.04' },
        { id: 'ami-0123456789abcdef1', name: 'linux-ubuntu-14.04-vmi', user: 'ubuntu' },
      ],
    }

The first one serves each template that asks for this distribution and version. The second one serves only templates that name it (\`os.image\`), whatever the name is, also one
such as \`ost://cloud/image\`. Machines that stand keep their image when this list changes. The first disk of an image without \`rootDevice\` is encrypted only where \`disk_size\` is asked for. Images without the agent of Systems Manager run no operations. \`stack.sizes\` allows other sizes (\`['t3.*', 'x2idn.16xlarge']\`).

## What an update does

CloudFormation changes what it can. An update that would replace a machine, a database or a queue, or remove a database, a volume, a bucket, a queue or another resource
that holds data, is refused unless \`replace\` of the request names the node. A machine takes its volumes with it, so both are named ([0046](decisions/0046-data-that-would-be-lost.md)). A volume and the storage
of a database never shrink.

## Databases and containers

The password of a database is in no template, parameter, output or log. AWS makes it and keeps it in Secrets Manager (\`secret_arn\`). A container of the same template
reads it by \`secret_references\` and the attribute \`password_reference\`. It may also name secrets of Secrets Manager whose names begin with
\`toscanini-containers/\`.

ECS starts containers with a role that fetches images, writes logs and reads these secrets; the containers do not get it. The installation makes it for its own
account, and [the tenant's template](aws-tenant-role.template) for another one; \`stack.taskRole\` names another.

Databases, and load balancers that read requests, need subnets in two zones: those of the account's default network, or \`stack.subnets.private\` and
\`stack.subnets.public\` with several subnets each.

## Software on machines

Operations run by Systems Manager, without a connection into the machine ([0039](decisions/0039-software-on-machines.md)). A secret input (by its name, its type, or
where its value comes from) is in no template, command or log. It lies encrypted in Parameter Store while the stack stands, only its machine may read it, and what a script
prints of it is masked ([0052](decisions/0052-secret-inputs-of-operations.md)). The image needs Python 3, as all usual ones have. A changed secret runs its
operation again. An operation that takes a secret gives no outputs, and a secret input cannot be an output of an operation: outputs are printed.

## Other types of AWS

\`toscanini.nodes.aws.Resource\` makes any resource whose type the operator allows:

    stack: { allowedTypes: ['AWS::SNS::*', 'AWS::DynamoDB::Table'] }

CloudFormation's role then gets the rights that AWS publishes for these types ([0058](decisions/0058-rights-of-cloudformation.md)). For a type without published rights synthesis
asks for them: \`typeActions: { 'AWS::DocDB::DBCluster': ['rds:CreateDBCluster', …] }\`. A type that hands a role on, such as a function of Lambda, may get the roles that
\`passRoles\` names, and no others. In another account, its owner gives these rights to the role \`toscanini-stacks\`. Types of IAM, CloudFormation and custom resources are
never allowed, since they could give a template every right. The attribute \`id\` is what \`Ref\` gives, and \`attributes\` holds the attributes that AWS documents:
\`{ get_attribute: [node, attributes, Arn] }\`. [An example](../examples/aws-other-types.yaml).

Of some types (collections of OpenSearch, compute environments of Batch, namespaces of Redshift Serverless) CloudFormation replaces the resource when a tag changes. A stack that has one
keeps the tags with which it was made: new labels, another owner and new \`stack.tags\` do not reach it. \`src/domain/cloudformation/replaced-by-tags.json\` names them. AWS's resource schemas and
the CDK's data, which is AWS's too, disagree about some: a type counts where one of the two says so, since an old label is cheaper than a lost database.
`;
};
