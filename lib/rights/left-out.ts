import type { mappedTypes } from './mapped-types.ts';

type Type = (typeof mappedTypes)[number];

export interface LeftOut {
  readonly type: Type;
  readonly why: string;
  readonly actions: readonly string[];
}

/**
 * What the handlers of mapped types ask for and the service role does not get, with the reason: most properties of a type are
 * never set by the translation. Another type may need the same action, and then the role has it.
 */
export const leftOut: readonly LeftOut[] = [
  {
    type: 'AWS::ApplicationAutoScaling::ScalableTarget',
    why: 'only services of ECS scale, with the role that AWS makes for them, and by no calendar',
    actions: [
      'application-autoscaling:DeleteScheduledAction',
      'application-autoscaling:PutScheduledAction',
      'iam:PassRole',
      'lambda:DeleteProvisionedConcurrencyConfig',
      'lambda:GetProvisionedConcurrencyConfig',
      'lambda:PutProvisionedConcurrencyConfig',
    ],
  },
  {
    type: 'AWS::EC2::EIP',
    why: 'no address is transferred from another account',
    actions: ['ec2:AcceptAddressTransfer'],
  },
  {
    type: 'AWS::EC2::Instance',
    why: 'PrivateDnsNameOptions, CreditSpecification, Monitoring, Affinity, HostId and Tenancy are never set',
    actions: [
      'ec2:ModifyInstanceCreditSpecification',
      'ec2:ModifyInstanceMaintenanceOptions',
      'ec2:ModifyInstancePlacement',
      'ec2:ModifyPrivateDnsNameOptions',
      'ec2:MonitorInstances',
      'ec2:UnmonitorInstances',
    ],
  },
  {
    type: 'AWS::EC2::Instance',
    why: 'SsmAssociations is never set, and an association runs any document on any machine',
    actions: ['ssm:CreateAssociation', 'ssm:DeleteAssociation'],
  },
  { type: 'AWS::EC2::KeyPair', why: 'AWS makes each key; none is imported', actions: ['ec2:ImportKeyPair'] },
  {
    type: 'AWS::EC2::NetworkInterface',
    why: 'addresses are never listed, and names of public addresses never chosen',
    actions: [
      'ec2:AssignIpv6Addresses',
      'ec2:AssignPrivateIpAddresses',
      'ec2:ModifyPublicIpDnsNameOptions',
      'ec2:UnassignIpv6Addresses',
      'ec2:UnassignPrivateIpAddresses',
    ],
  },
  {
    type: 'AWS::EC2::Subnet',
    why: 'subnets have no IPv6 block',
    actions: ['ec2:AssociateSubnetCidrBlock', 'ec2:DisassociateSubnetCidrBlock'],
  },
  {
    type: 'AWS::EC2::Volume',
    why: 'SourceVolumeId and AutoEnableIO are never set',
    actions: ['ec2:CopyVolumes', 'ec2:ModifyVolumeAttribute'],
  },
  {
    type: 'AWS::ECS::Cluster',
    why: 'they change settings of the whole account',
    actions: ['ecs:PutAccountSetting', 'ecs:PutAccountSettingDefault'],
  },
  {
    type: 'AWS::ECS::Cluster',
    why: 'clusters have no settings and no capacity providers',
    actions: ['ecs:PutClusterCapacityProviders', 'ecs:UpdateClusterSettings'],
  },
  {
    type: 'AWS::ElasticLoadBalancingV2::Listener',
    why: 'nobody logs in at a load balancer',
    actions: ['cognito-idp:DescribeUserPoolClient'],
  },
  {
    type: 'AWS::ElasticLoadBalancingV2::LoadBalancer',
    why: 'capacity, pools of addresses and the kind of addresses are never set',
    actions: [
      'ec2:DescribeIpamPools',
      'elasticloadbalancing:ModifyCapacityReservation',
      'elasticloadbalancing:ModifyIpPools',
      'elasticloadbalancing:SetIpAddressType',
    ],
  },
  {
    type: 'AWS::Logs::LogGroup',
    why: 'groups have a name and a time to keep, and nothing else: no key, policy, index, or delivery',
    actions: [
      'firehose:TagDeliveryStream',
      'logs:AssociateKmsKey',
      'logs:CreateLogDelivery',
      'logs:DeleteIndexPolicy',
      'logs:DeleteResourcePolicy',
      'logs:DeleteRetentionPolicy',
      'logs:DisassociateKmsKey',
      'logs:PutBearerTokenAuthentication',
      'logs:PutDataProtectionPolicy',
      'logs:PutIndexPolicy',
      'logs:PutLogGroupDeletionProtection',
      'logs:PutResourcePolicy',
    ],
  },
  {
    type: 'AWS::RDS::DBInstance',
    why: 'databases are new ones: none is restored, copied to another region, or a replica',
    actions: [
      'rds:CreateDBInstanceReadReplica',
      'rds:PromoteReadReplica',
      'rds:RestoreDBInstanceFromDBSnapshot',
      'rds:RestoreDBInstanceToPointInTime',
      'rds:StartDBInstanceAutomatedBackupsReplication',
      'rds:StopDBInstanceAutomatedBackupsReplication',
    ],
  },
  {
    type: 'AWS::RDS::DBInstance',
    why: 'databases have no role: no monitoring, directory or feature that needs one',
    actions: ['iam:ListRoles', 'iam:PassRole', 'rds:AddRoleToDBInstance', 'rds:RemoveRoleFromDBInstance'],
  },
  {
    type: 'AWS::S3::Bucket',
    why: 'only versions and the block of public access are set',
    actions: [
      's3:PutAccelerateConfiguration',
      's3:PutAnalyticsConfiguration',
      's3:PutBucketAbac',
      's3:PutBucketAcl',
      's3:PutBucketCORS',
      's3:PutBucketLogging',
      's3:PutBucketNotification',
      's3:PutBucketObjectLockConfiguration',
      's3:PutBucketOwnershipControls',
      's3:PutBucketWebsite',
      's3:DeleteBucketWebsite',
      's3:PutEncryptionConfiguration',
      's3:PutIntelligentTieringConfiguration',
      's3:PutInventoryConfiguration',
      's3:PutLifecycleConfiguration',
      's3:PutMetricsConfiguration',
      's3:PutReplicationConfiguration',
      'iam:PassRole',
    ],
  },
  {
    type: 'AWS::S3::Bucket',
    why: 'what is in a bucket is never changed: a bucket with objects is not deleted',
    actions: ['s3:DeleteObject', 's3:PutObjectAcl'],
  },
  {
    type: 'AWS::S3::Bucket',
    why: 'buckets have no tables of metadata',
    actions: [
      's3:CreateBucketMetadataTableConfiguration',
      's3:DeleteBucketMetadataTableConfiguration',
      's3:UpdateBucketMetadataAnnotationTableConfiguration',
      's3:UpdateBucketMetadataInventoryTableConfiguration',
      's3:UpdateBucketMetadataJournalTableConfiguration',
      's3tables:CreateNamespace',
      's3tables:CreateTable',
      's3tables:CreateTableBucket',
      's3tables:GetTable',
      's3tables:GetTableMetadataLocation',
      's3tables:PutTableBucketPolicy',
      's3tables:PutTableEncryption',
      's3tables:PutTablePolicy',
      's3tables:UpdateTableMetadataLocation',
    ],
  },
];
