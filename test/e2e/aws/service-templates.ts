/** A stack with a load balancer, a database and a service of containers. No container runs, so no image is needed. */

export interface Wish {
  readonly storage?: string;
  readonly database?: string;
  readonly type?: 'network' | 'application';
  readonly cpu?: string;
}

const get = (name: string, attribute: string) => ({ 'Fn::GetAtt': [name, attribute] });
const ref = (name: string) => ({ Ref: name });
const of = (Type: string, Properties: object = {}, rest: object = {}) => ({ Type, Properties, ...rest });
const zone = (index: number) => ({ 'Fn::Select': [index, { 'Fn::GetAZs': '' }] });
const subnet = (index: number) =>
  of('AWS::EC2::Subnet', {
    VpcId: ref('Net'),
    CidrBlock: `10.98.${index}.0/24`,
    AvailabilityZone: zone(index),
  });

const network = {
  Net: of('AWS::EC2::VPC', { CidrBlock: '10.98.0.0/16' }),
  First: subnet(0),
  Second: subnet(1),
  Group: of('AWS::EC2::SecurityGroup', { GroupDescription: 'conformance', VpcId: ref('Net') }),
};
const both = [ref('First'), ref('Second')];

const outputs = {
  Name: get('Balancer', 'DNSName'),
  BalancerId: ref('Balancer'),
  TargetsId: ref('Targets'),
  Address: get('Base', 'Endpoint.Address'),
  Port: get('Base', 'Endpoint.Port'),
  Secret: get('Base', 'MasterUserSecret.SecretArn'),
  TaskId: ref('Task'),
  ServiceId: ref('Service'),
};

export const services = ({ storage = '20', database = 'shop', type = 'network', cpu = '256' }: Wish = {}) => ({
  Resources: {
    ...network,
    Balancer: of('AWS::ElasticLoadBalancingV2::LoadBalancer', { Type: type, Scheme: 'internal', Subnets: both }),
    Targets: of('AWS::ElasticLoadBalancingV2::TargetGroup', {
      ...{ Port: 80, Protocol: 'TCP', TargetType: 'ip', VpcId: ref('Net') },
    }),
    Listener: of('AWS::ElasticLoadBalancingV2::Listener', {
      ...{ LoadBalancerArn: ref('Balancer'), Port: 80, Protocol: 'TCP' },
      DefaultActions: [{ Type: 'forward', TargetGroupArn: ref('Targets') }],
    }),
    Subnets: of('AWS::RDS::DBSubnetGroup', { DBSubnetGroupDescription: 'conformance', SubnetIds: both }),
    Base: of(
      'AWS::RDS::DBInstance',
      {
        ...{ Engine: 'postgres', DBInstanceClass: 'db.t4g.micro', AllocatedStorage: storage, StorageType: 'gp3' },
        ...{ DBName: database, MasterUsername: 'conformance', ManageMasterUserPassword: true },
        ...{ DBSubnetGroupName: ref('Subnets'), VPCSecurityGroups: [get('Group', 'GroupId')] },
      },
      { DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' },
    ),
    Cluster: of('AWS::ECS::Cluster'),
    Task: of('AWS::ECS::TaskDefinition', {
      ...{ RequiresCompatibilities: ['FARGATE'], NetworkMode: 'awsvpc', Cpu: cpu, Memory: '1024' },
      ContainerDefinitions: [{ Name: 'one', Image: 'public.ecr.aws/docker/library/busybox:stable', Essential: true }],
    }),
    Service: of('AWS::ECS::Service', {
      ...{ Cluster: ref('Cluster'), TaskDefinition: ref('Task'), LaunchType: 'FARGATE', DesiredCount: 0 },
      NetworkConfiguration: { AwsvpcConfiguration: { Subnets: both, SecurityGroups: [get('Group', 'GroupId')] } },
    }),
  },
  Outputs: Object.fromEntries(Object.entries(outputs).map(([name, Value]) => [name, { Value }])),
});
