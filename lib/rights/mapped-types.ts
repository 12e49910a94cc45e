/**
 * The types of CloudFormation that the translation writes by itself (src/domain/cloudformation). test/lib/aws-data holds this
 * list against the source and against translated templates.
 */
export const mappedTypes = [
  'AWS::ApplicationAutoScaling::ScalableTarget',
  'AWS::ApplicationAutoScaling::ScalingPolicy',
  'AWS::EC2::EIP',
  'AWS::EC2::EIPAssociation',
  'AWS::EC2::Instance',
  'AWS::EC2::KeyPair',
  'AWS::EC2::LaunchTemplate',
  'AWS::EC2::NetworkInterface',
  'AWS::EC2::SecurityGroup',
  'AWS::EC2::SecurityGroupEgress',
  'AWS::EC2::SecurityGroupIngress',
  'AWS::EC2::Subnet',
  'AWS::EC2::Volume',
  'AWS::EC2::VolumeAttachment',
  'AWS::ECS::Cluster',
  'AWS::ECS::Service',
  'AWS::ECS::TaskDefinition',
  'AWS::ElasticLoadBalancingV2::Listener',
  'AWS::ElasticLoadBalancingV2::LoadBalancer',
  'AWS::ElasticLoadBalancingV2::TargetGroup',
  'AWS::Logs::LogGroup',
  'AWS::RDS::DBInstance',
  'AWS::RDS::DBSubnetGroup',
  'AWS::S3::Bucket',
  'AWS::SQS::Queue',
] as const;
