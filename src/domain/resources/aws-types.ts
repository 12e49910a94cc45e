/**
 * What becomes of a TOSCA type on AWS: a row each. The rows know no translation (src/domain/cloudformation/members.ts has
 * that by their names), so a function that only compares templates loads them alone.
 */
export interface AwsType {
  /** names of the TOSCA types that become it */
  readonly types: readonly string[];
  /** `types`: those of a node, its own and all that it derives from */
  is(types: readonly string[]): boolean;
  /** true: only where no machine of the template hosts it; there it is software. Absent: everywhere */
  readonly alone?: true;
  /** types of CloudFormation that the stack may have for it: their handlers' permissions are needed */
  readonly makes: readonly string[];
  /** what it is called if it holds data; it is stored with the deployment. Absent: it holds none */
  readonly holds?: DataHolder;
  /** paths whose change makes a new one of an existing one */
  readonly remakes?: RegExp;
  /** paths whose change leaves an existing one; every other change makes a new one */
  readonly keeps?: RegExp;
}

/** What may hold data without a machine. */
export type DataService = 'bucket' | 'database' | 'queue' | 'resource';

type DataHolder = DataService | 'volume';

const has =
  (...bases: readonly string[]) =>
  (types: readonly string[]): boolean =>
    bases.some((base) => types.includes(base));

const endsWith =
  (end: string) =>
  (types: readonly string[]): boolean =>
    types.some((type) => type.endsWith(end));

const group = 'AWS::EC2::SecurityGroup';
const rule = 'AWS::EC2::SecurityGroupIngress';
const address = 'AWS::EC2::EIP';
const balancer = 'AWS::ElasticLoadBalancingV2';
/** A load balancer, whatever is behind it. */
const front = [`${balancer}::LoadBalancer`, `${balancer}::Listener`, `${balancer}::TargetGroup`, group, rule, address];

export const awsTypes = {
  /** Stands for something outside. */
  nothing: { types: ['tosca.nodes.Root'], is: () => false, makes: [] },
  compute: {
    types: ['tosca.nodes.Compute', 'tosca.nodes.indigo.Compute', 'toscanini.nodes.aws.Compute'],
    is: has('tosca.nodes.Compute'),
    makes: [
      ...['AWS::EC2::Instance', group, rule, address, 'AWS::EC2::EIPAssociation'],
      ...['AWS::EC2::NetworkInterface', 'AWS::EC2::LaunchTemplate', 'AWS::EC2::KeyPair'],
    ],
    keeps:
      /^(type$|requirements\.|properties\.(tags|instance_name)|capabilities\.host\.properties\.(?!disk_size|preemtible_instance)|capabilities\.endpoint\.properties\.(port|ports|protocol)|capabilities\.(?!host\.|os\.|endpoint\.))/,
  },
  volume: {
    types: [
      ...['tosca.nodes.BlockStorage', 'tosca.nodes.Storage.BlockStorage', 'tosca.nodes.indigo.BlockStorage'],
      'toscanini.nodes.aws.Volume',
    ],
    is: endsWith('.BlockStorage'),
    makes: ['AWS::EC2::Volume', 'AWS::EC2::VolumeAttachment'],
    holds: 'volume',
    keeps: /^(type$|requirements\.|properties\.(type|size|name|on_deletion)$)/,
  },
  network: {
    types: ['tosca.nodes.network.Network', 'tosca.nodes.indigo.network.Network'],
    is: has('tosca.nodes.network.Network'),
    makes: ['AWS::EC2::Subnet'],
    keeps: /^type$/,
  },
  port: {
    types: ['tosca.nodes.network.Port', 'tosca.nodes.indigo.network.Port'],
    is: has('tosca.nodes.network.Port'),
    makes: [],
    keeps: /^(type$|properties\.is_default)/,
  },
  bucket: {
    types: ['tosca.nodes.ObjectStorage', 'tosca.nodes.Storage.ObjectStorage', 'toscanini.nodes.aws.Bucket'],
    is: endsWith('.ObjectStorage'),
    makes: ['AWS::S3::Bucket'],
    holds: 'bucket',
  },
  balancer: {
    types: ['tosca.nodes.LoadBalancer', 'toscanini.nodes.aws.LoadBalancer'],
    is: has('tosca.nodes.LoadBalancer'),
    makes: front,
  },
  database: {
    types: [
      ...['tosca.nodes.Database', 'tosca.nodes.Database.MySQL', 'tosca.nodes.indigo.Database.MySQL'],
      'toscanini.nodes.aws.Database',
    ],
    is: has('tosca.nodes.Database'),
    alone: true,
    makes: ['AWS::RDS::DBInstance', 'AWS::RDS::DBSubnetGroup', group, rule],
    holds: 'database',
    remakes:
      /^(type$|properties\.(name|user|port|engine|encrypted)$|capabilities\.database_endpoint\.properties\.port$|system\.)/,
  },
  databaseSystem: {
    types: ['tosca.nodes.DBMS', 'tosca.nodes.DBMS.MySQL'],
    is: has('tosca.nodes.DBMS'),
    makes: [],
  },
  container: {
    types: [
      ...['tosca.nodes.Container.Application', 'tosca.nodes.Container.Application.Docker'],
      'tosca.nodes.indigo.Container.Application.Docker',
      'tosca.nodes.indigo.Container.Application.Docker.Marathon',
      'toscanini.nodes.aws.ContainerService',
    ],
    is: has('tosca.nodes.Container.Application'),
    alone: true,
    makes: [
      ...['AWS::ECS::Cluster', 'AWS::ECS::Service', 'AWS::ECS::TaskDefinition', 'AWS::Logs::LogGroup', ...front],
      ...['AWS::ApplicationAutoScaling::ScalableTarget', 'AWS::ApplicationAutoScaling::ScalingPolicy'],
    ],
  },
  runtime: {
    types: [
      ...['tosca.nodes.Container.Runtime', 'tosca.nodes.Container.Runtime.Docker'],
      'tosca.nodes.indigo.Container.Runtime.Docker',
    ],
    is: has('tosca.nodes.Container.Runtime', 'tosca.nodes.indigo.Container.Runtime.Docker'),
    alone: true,
    makes: [],
  },
  /** Of a type that its template names. Its rights follow from what the operator allows. */
  resource: {
    types: ['toscanini.nodes.aws.Resource'],
    is: has('toscanini.nodes.aws.Resource'),
    makes: [],
    holds: 'resource',
    remakes: /^properties\.type$/,
  },
  queue: {
    types: ['toscanini.nodes.aws.Queue'],
    is: has('toscanini.nodes.aws.Queue'),
    makes: ['AWS::SQS::Queue'],
    holds: 'queue',
    remakes: /^properties\.ordered$/,
  },
} as const satisfies { readonly [name: string]: AwsType };

export type AwsTypeName = keyof typeof awsTypes;

export const awsTypeOf = (name: AwsTypeName): AwsType => awsTypes[name];

const rows: readonly AwsType[] = Object.values(awsTypes);

/** TOSCA types that become something. A type that derives from them may bring operations, which nothing would run. */
export const mappedTypes: ReadonlySet<string> = new Set(rows.flatMap(({ types }) => types));

/** Every type of CloudFormation that a template becomes, but those that an operator allows. */
export const madeTypes: readonly string[] = [...new Set(rows.flatMap(({ makes }) => makes))].toSorted();

/** What a node holds, if it does. `isAlone`: no machine of its template hosts it. */
export const holderOf = (types: readonly string[], isAlone: boolean): DataHolder | undefined =>
  rows.find(({ holds, is, alone = false }) => holds !== undefined && is(types) && (isAlone || !alone))?.holds;
