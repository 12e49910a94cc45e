/** Texts about quotas, capacity, networks and faults of AWS. */

import { handled, old, type Plain } from './failure-words.ts';

export const regionFailures: readonly Plain[] = [
  // quotas and capacity
  [
    'EC2, a new account and GPUs',
    handled(
      'Ec2',
      'You have requested more vCPU capacity than your current vCPU limit of 0 allows for the instance bucket that the specified instance type belongs to. Please visit http://aws.amazon.com/contact-us/ec2-request to request an adjustment to this limit.',
      'ServiceLimitExceeded',
    ),
    'none of these sizes yet',
  ],
  [
    'EC2, 32 vCPUs are in use',
    handled(
      'Ec2',
      'You have requested more vCPU capacity than your current vCPU limit of 32 allows for the instance bucket that the specified instance type belongs to.',
      'ServiceLimitExceeded',
    ),
    'quota',
  ],
  [
    'issue of quickstart-drupal',
    handled('Ec2', 'The maximum number of addresses has been reached.', 'ServiceLimitExceeded'),
    'quota',
  ],
  [
    'issue of landing-zone-accelerator',
    handled('Ec2', 'The maximum number of VPCs has been reached.', 'GeneralServiceException'),
    'quota',
  ],
  [
    'EC2, rules of a group',
    handled('Ec2', 'The maximum number of rules per security group has been reached.'),
    'fewer ports',
  ],
  ['EC2, spot machines', handled('Ec2', 'Max spot instance count exceeded'), 'quota'],
  [
    'EC2, disks',
    'Resource handler returned message: "Instance i-0123456789abcdef0 failed to stabilize. Current state: terminated. Reason: Client.VolumeLimitExceeded: Volume limit exceeded" (RequestToken: x, HandlerErrorCode: NotStabilized)',
    'quota',
  ],
  ['RDS, databases', handled('Rds', 'DB Instance quota exceeded.', 'ServiceLimitExceeded'), 'quota'],
  [
    'S3, buckets',
    handled('S3', 'You have attempted to create more buckets than allowed', 'ServiceLimitExceeded'),
    'quota',
  ],
  [
    'EC2, a zone is full',
    handled(
      'Ec2',
      'We currently do not have sufficient m7i.large capacity in the Availability Zone you requested (eu-west-1a). Our system will be working on provisioning additional capacity.',
      'GeneralServiceException',
      500,
    ),
    'later',
  ],
  [
    'EC2, spot',
    handled('Ec2', 'There is no Spot capacity available that matches your request.', 'GeneralServiceException', 500),
    'later',
  ],
  [
    'EC2, a full subnet',
    handled(
      'Ec2',
      "There are not enough free addresses in subnet 'subnet-0123456789abcdef0' to satisfy the requested number of instances.",
    ),
    'full',
  ],
  [
    'EC2, a subnet without addresses',
    handled('Ec2', 'The specified subnet does not have enough free addresses to satisfy the request.'),
    'full',
  ],
  [
    'load balancers, a subnet without addresses',
    handled(
      'ElasticLoadBalancingV2',
      'Not enough IP space available in subnet-0123456789abcdef0. ELB requires at least 8 free IP addresses in each subnet.',
    ),
    'full',
  ],
  ['EC2, an address that is taken', handled('Ec2', 'Address 172.31.0.5 is in use.'), 'ip_address'],
  [
    'Lambda in a new account',
    handled(
      'Lambda',
      "Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [10].",
    ),
    'quota',
  ],
  // networks
  ['EC2, an account without a default network', handled('Ec2', 'No default VPC for this user'), 'default network'],
  [
    'EC2, a zone without a subnet',
    handled('Ec2', "No default subnet for availability zone: 'eu-west-1c'."),
    'default network',
  ],
  [
    'issue of iota-aws-full-node',
    old(
      'AmazonEC2',
      'The specified instance type can only be used in a VPC. A subnet ID or network interface ID is required to carry out the request.',
      'VPCResourceNotSpecified',
    ),
    'default network',
  ],
  [
    'issues of aws-cdk-examples',
    handled('ElasticLoadBalancingV2', 'At least two subnets in two different Availability Zones must be specified'),
    'two zones',
  ],
  [
    'issue of aws-scalable-big-blue-button',
    handled(
      'ElasticLoadBalancingV2',
      'A load balancer cannot be attached to multiple subnets in the same Availability Zone',
    ),
    'two zones',
  ],
  [
    'RDS, a group of subnets in one zone',
    handled(
      'Rds',
      "The DB subnet group doesn't meet Availability Zone (AZ) coverage requirement. Current AZ coverage: eu-west-1a. Add subnets to cover at least 2 AZs.",
    ),
    'two zones',
  ],
  ['EC2, the same range twice', handled('Ec2', "The CIDR '10.0.7.0/24' conflicts with another subnet"), 'cidr'],
  ['EC2, a range outside of the VPC', handled('Ec2', "The CIDR '192.168.7.0/24' is invalid."), 'cidr'],
  [
    'EC2, an address without a gateway',
    handled('Ec2', 'Network vpc-0123456789abcdef0 is not attached to any internet gateway'),
    'gateway',
  ],
  [
    'EC2, a VPC that is gone',
    handled('Ec2', "The vpc ID 'vpc-0123456789abcdef0' does not exist"),
    'networks that exist',
  ],
  [
    'EC2, a group that is gone',
    handled('Ec2', "The security group 'sg-0123456789abcdef0' does not exist", 'NotFound'),
    'networks that exist',
  ],
  // others
  [
    'ECS, a container that ends at once',
    `Resource handler returned message: "Error occurred during operation 'ECS Deployment Circuit Breaker was triggered'." (RequestToken: x, HandlerErrorCode: GeneralServiceException)`,
    'its secrets (secret_references) there? Its log group',
  ],
  [
    'CloudFormation, too many calls',
    'Rate exceeded (Service: AmazonEC2; Status Code: 503; Error Code: RequestLimitExceeded; Request ID: x)',
    'later',
  ],
  [
    'issue of factorio-spot-pricing',
    handled(
      'AutoScaling',
      'The Launch Configuration creation operation is not available in your account. Use launch templates to create configuration templates for your Auto Scaling groups.',
      'GeneralServiceException',
    ),
  ],
  [
    'issues on names that are taken',
    'toscanini-x already exists in stack arn:aws:cloudformation:eu-west-1:123456789012:stack/other/1',
    'name',
  ],
  ['forum, a fault of AWS', 'Internal Failure'],
  [
    'CloudFormation, a resource that does not settle',
    'Resource handler returned message: "Exceeded attempts to wait" (RequestToken: x, HandlerErrorCode: NotStabilized)',
  ],
  [
    'EC2, a disk smaller than its snapshot',
    handled('Ec2', "Volume of 5GiB is smaller than snapshot 'snap-0123456789abcdef0', expect size >= 8GiB"),
  ],
];
