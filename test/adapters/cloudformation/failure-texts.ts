/**
 * Texts by which real stacks failed, with the verdict. `from`: where it was seen. Ids, accounts and requests are made up; the
 * words are AWS's.
 */

export interface FailureText {
  readonly from: string;
  readonly text: string;
  /** `provider`: the next one is tried; `again`: this one, once more */
  readonly verdict: 'template' | 'provider' | 'again';
  /** a word of the advice; absent: there is none */
  readonly advice?: string;
}

const request = '6f1e1c5a-3c2b-4d0e-9f57-0a1b2c3d4e5f';

/** As a handler of CloudFormation's registry wraps what a service says. */
const handled = (service: string, said: string, code = 'InvalidRequest', status = 400): string =>
  `Resource handler returned message: "${said} (Service: ${service}, Status Code: ${status}, Request ID: ${request}) (SDK Attempt Count: 1)" (RequestToken: 1c9d2e3f-0000-4000-8000-aabbccddeeff, HandlerErrorCode: ${code})`;

/** As types of before the registry did. */
const old = (service: string, said: string, code: string, status = 400): string =>
  `${said} (Service: ${service}; Status Code: ${status}; Error Code: ${code}; Request ID: ${request}; Proxy: null)`;

const arn = 'arn:aws:sts::123456789012:assumed-role/deployer/session';

const ofTemplate: readonly FailureText[] = [
  [
    'issues of aws-samples, task definition',
    'Properties validation failed for resource Task with message:\n[#/ContainerDefinitions/0/LinuxParameters: extraneous key [initProcessEnabled] is not permitted]',
  ],
  [
    'issues of aws-saas-boost, volumes of a task',
    'Resource template validation failed for resource Task as the template has invalid properties. Please refer to the resource documentation to fix the template.\nProperties validation failed for resource Task with message:\n#/Volumes/0: extraneous key [EfsVolumeConfiguration] is not permitted',
  ],
  [
    'the user guide of CloudFormation, delivery streams',
    'Model validation failed (#: extraneous key [InputFormatConfiguration] is not permitted)',
  ],
  [
    'issues of cloudformation-coverage-roadmap, tables',
    'Properties validation failed for resource table with message:\n[#/RetentionProperties: required key [Days] not found]',
  ],
  ['forum, a property of another type', 'Encountered unsupported property MessageRetention'],
  ['forum, a list where a text is wanted', 'Value of property TopicName must be of type String'],
  ['forum, an empty name', 'Property QueueName cannot be empty.'],
  ['early validation, issue of aws-cdk-cli', 'PROPERTY_VALIDATION: Required property [PolicyDocument] not found'],
  [
    'SQS, a retention of 15 days',
    handled(
      'Sqs',
      'Value 1296000 for parameter MessageRetentionPeriod is invalid. Reason: Must be between 60 and 1209600, if provided.',
    ),
  ],
  [
    'DynamoDB, a key without its attribute',
    handled(
      'DynamoDb',
      'One or more parameter values were invalid: Some index key attributes are not defined in AttributeDefinitions.',
    ),
  ],
  ['SNS, a topic with a space in its name', handled('Sns', 'Invalid parameter: Topic Name')],
  ['SNS, a subscription with no address', handled('Sns', 'Invalid parameter: Email address')],
  [
    'Kinesis, no shards',
    handled(
      'Kinesis',
      "1 validation error detected: Value '0' at 'shardCount' failed to satisfy constraint: Member must have value greater than or equal to 1",
    ),
  ],
  [
    'RDS, a user that the engine keeps',
    handled('Rds', 'MasterUsername admin cannot be used as it is a reserved word used by the engine'),
  ],
  [
    'RDS, a database that starts with a digit',
    handled('Rds', 'DBName must begin with a letter and contain only alphanumeric characters.'),
  ],
  ['EC2, a long script at the first start', handled('Ec2', 'User data is limited to 16384 bytes')],
  ['EC2, tags of AWS', handled('Ec2', 'aws: prefixed tag key names are not allowed for external use.')],
  [
    'S3, the same tag twice',
    handled('S3', 'Duplicate tag keys found. Please note that Tag keys are case insensitive.'),
  ],
  ['Template, a list that is too short', 'Template error: Fn::Select cannot select nonexistent value at index 3'],
].map(([from = '', text = '']) => ({ from, text, verdict: 'template' as const }));

const again: readonly FailureText[] = [
  [
    'a blog on ECS by CloudFormation, first service of an account',
    handled(
      'AmazonECS',
      'Unable to assume the service linked role. Please verify that the ECS service linked role exists.',
    ),
  ],
  [
    'issue of eks-workshop, first database of an account',
    handled(
      'Rds',
      'Unable to create the resource. Verify that you have permission to create service linked role. Otherwise wait and try again later',
    ),
  ],
  [
    'OpenSearch in a VPC',
    handled(
      'OpenSearch',
      'Before you can proceed, you must enable a service-linked role to give Amazon OpenSearch Service permissions to access your VPC.',
    ),
  ],
].map(([from = '', text = '']) => ({ from, text, verdict: 'again' as const, advice: 'create-service-linked-role' }));

type Plain = readonly [from: string, text: string, advice?: string];

const ofProvider: readonly FailureText[] = (
  [
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
    [
      'EC2, an image of another region',
      handled('Ec2', "The image id '[ami-0123456789abcdef0]' does not exist"),
      'image',
    ],
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
      'log group',
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
    ['forum, a fault of AWS', 'Internal Failure'],
    [
      'CloudFormation, a resource that does not settle',
      'Resource handler returned message: "Exceeded attempts to wait" (RequestToken: x, HandlerErrorCode: NotStabilized)',
    ],
    [
      'EC2, a disk smaller than its snapshot',
      handled('Ec2', "Volume of 5GiB is smaller than snapshot 'snap-0123456789abcdef0', expect size >= 8GiB"),
    ],
  ] as readonly Plain[]
).map(([from, text, advice]) => ({
  from,
  text,
  verdict: 'provider' as const,
  ...(advice !== undefined && { advice }),
}));

export const failureTexts: readonly FailureText[] = [...ofTemplate, ...again, ...ofProvider];
