/** Texts about an account, its rights, and what its region has. */

import { handled, old, type Plain } from './failure-words.ts';

const arn = 'arn:aws:sts::123456789012:assumed-role/deployer/session';

export const accountFailures: readonly Plain[] = [
  // roles
  [
    'issue of awslabs/route53-dynamic-dns-with-lambda, a service role that is gone',
    'Role arn:aws:iam::123456789012:role/toscanini-stacks is invalid or cannot be assumed',
    'trust',
  ],
  [
    'a service of ECS, a task role without trust',
    "ECS was unable to assume the role 'arn:aws:iam::123456789012:role/tasks' that was provided for this task. Please verify that the role being passed has the proper trust relationship and permissions.",
    'trust',
  ],
  // new accounts
  [
    'issue of learning-terraform, January 2026',
    handled(
      'Ec2',
      "The specified instance type is not eligible for Free Tier. For a list of Free Tier instance types, run 'describe-instance-types' with the filter 'free-tier-eligible=true'.",
    ),
    'free plan',
  ],
  [
    'issue of bitnami/vms, July 2025',
    handled(
      'Ec2',
      "The specified image is not eligible for Free Tier. For a list of Free Tier images, run 'describe-images' with the filter 'free-tier-eligible=true'.",
    ),
    'images that are free',
  ],
  [
    'issue of yc-software/qm, August 2026',
    handled(
      'Rds',
      'The specified backup retention period exceeds the maximum available to free tier customers. To remove all limitations, upgrade your account plan.',
    ),
    'backup_days',
  ],
  [
    'the same issue, the size',
    handled('Rds', "This instance size isn't available with free plan accounts."),
    'db.t4g.micro',
  ],
  [
    'RDS on the free plan, what is no size',
    handled(
      'Rds',
      "Multi-AZ deployments aren't available with free plan accounts. To remove all limitations, upgrade your account plan.",
    ),
    'free plan, which has less than this',
  ],
  [
    'issues of skyplane and openshift/installer',
    handled(
      'Ec2',
      'Your request for accessing resources in this region is being validated, and you will not be able to launch additional resources in this region until the validation is complete. We will notify you by email once your request has been validated. While normally resolved within minutes, please allow up to 4 hours for this process to complete.',
    ),
    'four hours',
  ],
  [
    'forum, EC2 in a new account',
    handled(
      'Ec2',
      'This account is currently blocked and not recognized as a valid account. Please contact AWS Support if you have questions.',
      'GeneralServiceException',
    ),
    'support',
  ],
  [
    'forum, load balancers in a new account',
    handled(
      'ElasticLoadBalancingV2',
      'This AWS account currently does not support creating load balancers. For more information, please contact AWS Support.',
      'AccessDenied',
      403,
    ),
    'support',
  ],
  [
    'issue of f5-aws-cloudformation',
    old(
      'AmazonEC2',
      'In order to use this AWS Marketplace product you need to accept terms and subscribe. To do so please visit https://aws.amazon.com/marketplace/pp?sku=0',
      'OptInRequired',
      401,
    ),
    'terms',
  ],
  [
    'EC2 in a region that is not enabled',
    old(
      'AmazonEC2',
      'You are not subscribed to this service. Please go to http://aws.amazon.com to subscribe.',
      'OptInRequired',
      401,
    ),
    'enable',
  ],
  // rights
  ['issue of s3-datalake-handson', handled('Ec2', 'Not authorized for images: [ami-08c23a10b77e0835b]'), 'image'],
  [
    'SQS, no right',
    handled(
      'Sqs',
      `User: ${arn} is not authorized to perform: sqs:createqueue on resource: arn:aws:sqs:eu-west-1:123456789012:q because no identity-based policy allows the sqs:createqueue action`,
      'AccessDenied',
      403,
    ),
    'right',
  ],
  [
    'a control policy of an organization',
    handled(
      'Ec2',
      `User: ${arn} is not authorized to perform: ec2:RunInstances on resource: arn:aws:ec2:eu-west-1:123456789012:instance/* with an explicit deny in a service control policy`,
      'UnauthorizedTaggingOperation',
      403,
    ),
    'organization',
  ],
  [
    'a control policy of resources of an organization',
    handled(
      'S3',
      `User: ${arn} is not authorized to perform: s3:CreateBucket on resource: arn:aws:s3:::x with an explicit deny in a resource control policy`,
      'AccessDenied',
      403,
    ),
    'organization',
  ],
  [
    'issues on tag policies of organizations',
    handled('Ec2', "The tag policy does not allow the specified value for the following tag key: 'Owner'."),
    'organization',
  ],
  [
    'the user guide of Organizations, declarative policies',
    handled(
      'Ec2',
      'This functionality has been disabled by a Declarative Policy. Custom Message: ask the platform team',
    ),
    'organization',
  ],
  [
    'the user guide of hooks of CloudFormation',
    'The following hook(s) failed: [Example::Compliance::Hook]',
    'hook that this account has',
  ],
  [
    'issue of data-dot-all/dataall 1233, a boundary',
    handled(
      'Iam',
      `User: ${arn} is not authorized to perform: ec2:RunInstances on resource: arn:aws:ec2:eu-west-1:123456789012:instance/* because no permissions boundary allows the ec2:RunInstances action`,
      'AccessDenied',
      403,
    ),
    'permissionsBoundary',
  ],
  [
    'the same issue, in short',
    'Resource handler returned message: "Encountered a permissions error performing a tagging operation, please add required tag permissions." (RequestToken: x, HandlerErrorCode: UnauthorizedTaggingOperation)',
    'this right',
  ],
  [
    'EC2, a message that is encoded',
    handled(
      'Ec2',
      'You are not authorized to perform this operation. Encoded authorization failure message: abc',
      'GeneralServiceException',
      403,
    ),
    'right',
  ],
  ['S3, a bucket without s3:TagResource', handled('S3', 'Access Denied', 'AccessDenied', 403), 'right'],
  [
    'EC2, a key of the account that the role may not use',
    'Resource handler returned message: "Exceeded attempts to wait. Instance i-0123456789abcdef0 failed to stabilize. Current state: shutting-down. Reason: Client.InternalError: Client error on launch" (RequestToken: x, HandlerErrorCode: NotStabilized)',
    'key',
  ],
  [
    'issue of cloudformation-coverage-roadmap 1253',
    handled(
      'Ec2',
      'Value (machines) for parameter iamInstanceProfile.name is invalid. Invalid IAM Instance Profile name',
    ),
    'instance profile',
  ],
  // images, sizes and versions
  ['EC2, an image of another region', handled('Ec2', "The image id '[ami-0123456789abcdef0]' does not exist"), 'image'],
  ['EC2, an id that is too short', handled('Ec2', "The image id '[ami-123]' is malformed"), 'image'],
  ['EC2, no such size', handled('Ec2', "Invalid value 'g6.xlarge' for InstanceType."), 'size'],
  [
    'EC2, a zone without the size',
    handled(
      'Ec2',
      'Your requested instance type (g5.xlarge) is not supported in your requested Availability Zone (us-east-1e). Please retry your request by not specifying an Availability Zone or choosing us-east-1a, us-east-1b.',
    ),
    'size',
  ],
  [
    'issue of algo 1285',
    handled(
      'Ec2',
      'The requested configuration is currently not supported. Please check the documentation for supported configurations.',
    ),
    'size',
  ],
  [
    'issue of cfn101-workshop',
    handled(
      'Rds',
      'RDS does not support creating a DB instance with the following combination: DBInstanceClass=db.t2.micro, Engine=mysql, EngineVersion=8.0.35, LicenseModel=general-public-license. For supported combinations of instance class and database engine version, see the documentation.',
    ),
    'class or version',
  ],
  [
    'issue of reply-fr/sustainable-personal-accounts 53',
    handled(
      'Lambda',
      'Architecture "arm64" is not supported in eu-west-3. Please select "x86_64" or remove the Architectures value from your request and try again',
    ),
    'region that has it',
  ],
  [
    'issue of aws-security-reference-architecture-examples 89, a value that some regions have',
    handled(
      'Lambda',
      "1 validation error detected: Value '[arm64]' at 'architectures' failed to satisfy constraint: Member must satisfy constraint: [Member must satisfy enum value set: [x86_64], Member must not be null]",
    ),
    'region that has it',
  ],
  [
    'issue of elastic-ci-stack-for-aws 157, a region with two zones',
    'Template error: Fn::Select  cannot select nonexistent value at index 2',
    'fewer zones',
  ],
  [
    'EC2, a size and an image for different processors',
    handled(
      'Ec2',
      "The architecture 'arm64' of the specified instance type does not match the architecture 'x86_64' of the specified AMI. Specify an instance type and an AMI that have matching architectures, and try again.",
    ),
    'os.architecture',
  ],
  [
    'CloudFormation, a region without the parameter of an image',
    'Unable to fetch parameters [/aws/service/canonical/ubuntu/server/24.04/stable/current/amd64/hvm/ebs-gp3/ami-id] from parameter store for this account.',
    'image of this region',
  ],
  [
    'EC2, a snapshot of another region',
    handled('Ec2', "The snapshot 'snap-0123456789abcdef0' does not exist."),
    'snapshot_id',
  ],
  [
    'EC2, a disk of another zone',
    handled(
      'Ec2',
      "The volume 'vol-0123456789abcdef0' is not in the same availability zone as instance 'i-0123456789abcdef0'",
    ),
    'volume_id',
  ],
  [
    'load balancers, a certificate of another region',
    handled(
      'ElasticLoadBalancingV2',
      "Certificate ARN 'arn:aws:acm:us-east-1:123456789012:certificate/x' is not valid",
    ),
    'certificate that was issued',
  ],
  ['RDS, a version that has ended', handled('Rds', 'Cannot find version 5.6.10 for mysql'), 'version'],
];
