/**
 * Texts by which real stacks failed, with the verdict. `from`: where it was seen. Ids, accounts and requests are made up; the
 * words are AWS's.
 */

import { accountFailures } from './account-failures.ts';
import { handled } from './failure-words.ts';
import { regionFailures } from './region-failures.ts';

export interface FailureText {
  readonly from: string;
  readonly text: string;
  /** `provider`: the next one is tried; `again`: this one, once more */
  readonly verdict: 'template' | 'provider' | 'again';
  /** a word of the advice; absent: there is none */
  readonly advice?: string;
}

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
  [
    'issues of serverless, an attribute that a type has not',
    'Template error: resource Queue does not support attribute type Url in Fn::GetAtt',
  ],
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
    'issue of amazon-bedrock-samples 253, first container that scales',
    handled(
      'ApplicationAutoScaling',
      'Unable to assume IAM role: arn:aws:iam::123456789012:role/aws-service-role/ecs.application-autoscaling.amazonaws.com/AWSServiceRoleForApplicationAutoScaling_ECSService',
    ),
  ],
  [
    'issue of aws-scalable-big-blue-button 36, first cluster',
    'Invalid request provided: CreateCapacityProvider error: ECS Service Linked Role does not exist. Please create a Service linked role for ECS and try again.',
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

const ofProvider: readonly FailureText[] = [...accountFailures, ...regionFailures].map(([from, text, advice]) => ({
  ...{ from, text, verdict: 'provider' as const },
  ...(advice !== undefined && { advice }),
}));

export const failureTexts: readonly FailureText[] = [...ofTemplate, ...again, ...ofProvider];
