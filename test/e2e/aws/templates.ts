/** The stacks of the conformance run. They name nothing of an account, so that they fit any. */

export const image = '/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64';

const parameters = {
  Image: { Type: 'AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>', Default: image },
  Secret: { Type: 'String', NoEcho: true },
};

const get = (name: string, attribute: string) => ({ 'Fn::GetAtt': [name, attribute] });
const ref = (name: string) => ({ Ref: name });
const of = (Type: string, Properties: object = {}, rest: object = {}) => ({ Type, Properties, ...rest });

const network = {
  Net: of('AWS::EC2::VPC', { CidrBlock: '10.99.0.0/16' }),
  Gateway: of('AWS::EC2::InternetGateway'),
  GatewayAttached: of('AWS::EC2::VPCGatewayAttachment', { VpcId: ref('Net'), InternetGatewayId: ref('Gateway') }),
  Routes: of('AWS::EC2::RouteTable', { VpcId: ref('Net') }),
  WayOut: of(
    'AWS::EC2::Route',
    { RouteTableId: ref('Routes'), DestinationCidrBlock: '0.0.0.0/0', GatewayId: ref('Gateway') },
    { DependsOn: 'GatewayAttached' },
  ),
  Subnet: of('AWS::EC2::Subnet', { VpcId: ref('Net'), CidrBlock: '10.99.1.0/24', MapPublicIpOnLaunch: true }),
  SubnetRoutes: of('AWS::EC2::SubnetRouteTableAssociation', { SubnetId: ref('Subnet'), RouteTableId: ref('Routes') }),
  Group: of('AWS::EC2::SecurityGroup', { GroupDescription: 'conformance', VpcId: ref('Net') }),
  Web: of('AWS::EC2::SecurityGroupIngress', {
    GroupId: get('Group', 'GroupId'),
    IpProtocol: 'tcp',
    FromPort: 80,
    ToPort: 80,
    CidrIp: '10.99.0.0/16',
  }),
};

const rights = {
  Role: of('AWS::IAM::Role', {
    AssumeRolePolicyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: { Service: 'ec2.amazonaws.com' }, Action: 'sts:AssumeRole' }],
    },
    ManagedPolicyArns: [{ 'Fn::Sub': 'arn:${AWS::Partition}:iam::aws:policy/AmazonSSMManagedInstanceCore' }],
  }),
  Profile: of('AWS::IAM::InstanceProfile', { Roles: [ref('Role')] }),
};

const machine = (properties: object = {}) =>
  of(
    'AWS::EC2::Instance',
    {
      ImageId: ref('Image'),
      InstanceType: 't3.micro',
      SubnetId: ref('Subnet'),
      SecurityGroupIds: [get('Group', 'GroupId')],
      ...properties,
    },
    { DependsOn: ['WayOut', 'SubnetRoutes'] },
  );

export interface Wish {
  readonly size?: string;
  readonly diskGiB?: number;
  readonly second?: boolean;
  readonly broken?: boolean;
  readonly bucket?: boolean;
}

export const wholeTypes = 16;

/** Sixteen resources; an update may add a machine, grow the disk, or name an image that does not exist. */
export const whole = ({ size = 't3.micro', diskGiB = 1, second, broken, bucket = true }: Wish = {}) => ({
  Parameters: parameters,
  Resources: {
    ...network,
    ...rights,
    Machine: machine({
      InstanceType: size,
      IamInstanceProfile: ref('Profile'),
      Tags: [{ Key: 'Name', Value: 'conformance' }],
    }),
    Disk: of('AWS::EC2::Volume', {
      Size: diskGiB,
      VolumeType: 'gp3',
      AvailabilityZone: get('Machine', 'AvailabilityZone'),
    }),
    DiskAttached: of('AWS::EC2::VolumeAttachment', {
      VolumeId: ref('Disk'),
      InstanceId: ref('Machine'),
      Device: '/dev/sdf',
    }),
    Address: of('AWS::EC2::EIP', { InstanceId: ref('Machine') }, { DependsOn: 'GatewayAttached' }),
    ...(bucket && { Files: of('AWS::S3::Bucket') }),
    ...(second && { Second: machine() }),
    ...(broken && { Broken: { ...machine({ ImageId: noImage }), DependsOn: ['DiskAttached', 'Address'] } }),
  },
  Outputs: {
    Inner: { Value: get('Machine', 'PrivateIp') },
    Url: { Value: { 'Fn::Sub': 'http://${Address}/' } },
    Zone: { Value: { 'Fn::Join': ['-', [ref('AWS::StackName'), get('Machine', 'AvailabilityZone')]] } },
    Stored: { Value: { 'Fn::If': ['Never', 'no', ref('Disk')] }, Description: 'the disk' },
  },
  Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } },
});

const noImage = 'ami-00000000000000000';

/** Two groups, and a machine that cannot start because its image does not exist. */
export const broken = {
  Resources: {
    First: of('AWS::EC2::SecurityGroup', { GroupDescription: 'conformance' }),
    Wrong: of('AWS::EC2::Instance', { ImageId: noImage, InstanceType: 't3.micro' }, { DependsOn: 'First' }),
    Never: of('AWS::EC2::SecurityGroup', { GroupDescription: 'conformance' }, { DependsOn: 'Wrong' }),
  },
};

/** Costs nothing, for what needs only some stack. */
export const small = (GroupDescription = 'conformance', more = false) => ({
  Resources: {
    Group: of('AWS::EC2::SecurityGroup', { GroupDescription }),
    ...(more && { Other: of('AWS::EC2::SecurityGroup', { GroupDescription: 'other' }) }),
  },
});

/** A key pair with the name of its stack, or with another one. */
export const keyed = ({ name = ref('AWS::StackName') as object | string, type = 'ed25519', more = false } = {}) => ({
  Resources: {
    Key: of('AWS::EC2::KeyPair', { KeyName: name, KeyType: type }),
    ...(more && small().Resources),
  },
  Outputs: { Id: { Value: get('Key', 'KeyPairId') }, Ref: { Value: ref('Key') } },
});

export const storing = { Resources: { Files: of('AWS::S3::Bucket'), Group: small().Resources.Group } };

/** Costs nothing, for what somebody else changes: a rule of the group, and the bucket. */
export const drifting = {
  Resources: {
    Group: of('AWS::EC2::SecurityGroup', {
      GroupDescription: 'conformance',
      SecurityGroupIngress: [{ IpProtocol: 'tcp', FromPort: 80, ToPort: 80, CidrIp: '192.0.2.0/24' }],
    }),
    Files: of('AWS::S3::Bucket'),
  },
};
