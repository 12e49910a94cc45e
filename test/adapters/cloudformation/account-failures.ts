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
    'free plan',
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
  ['RDS, a version that has ended', handled('Rds', 'Cannot find version 5.6.10 for mysql'), 'version'],
];
