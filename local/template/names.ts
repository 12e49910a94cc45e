import type { Resource } from './stacks.ts';

export const region = 'us-east-1';
export const account = '000000000000';

const pseudo: Readonly<Record<string, string>> = {
  'AWS::AccountId': account,
  'AWS::Partition': 'aws',
  'AWS::Region': region,
  'AWS::URLSuffix': 'amazonaws.com',
};

/** The value of a pseudo parameter; undefined for any other name. */
export const pseudoParameter = (name: string, stackName: string): string | undefined =>
  name === 'AWS::StackName' ? stackName : pseudo[name];

/** The values of `Ref` and `Fn::GetAtt` for a resource on the laptop. */
export interface Identity {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const arn = (service: string, resource: string): string => `arn:aws:${service}:${region}:${account}:${resource}`;

const identities: Readonly<Record<string, (name: string) => Identity>> = {
  'AWS::DynamoDB::Table': (name) => ({ ref: name, attributes: { Arn: arn('dynamodb', `table/${name}`) } }),
  'AWS::KMS::Key': (name) => ({ ref: name, attributes: { Arn: arn('kms', `key/${name}`) } }),
  'AWS::S3::Bucket': (name) => ({ ref: name.toLowerCase(), attributes: { Arn: `arn:aws:s3:::${name.toLowerCase()}` } }),
  'AWS::SQS::Queue': (name) => ({ ref: name, attributes: { Arn: arn('sqs', name), QueueName: name } }),
  'AWS::Lambda::Function': (name) => ({ ref: name, attributes: { Arn: arn('lambda', `function:${name}`) } }),
  'AWS::StepFunctions::StateMachine': (name) => {
    const own = arn('states', `stateMachine:${name}`);
    return { ref: own, attributes: { Arn: own, Name: name } };
  },
  'AWS::SecretsManager::Secret': (name) => ({ ref: name, attributes: { Id: name } }),
  // both are in the login of the dashboard, which the laptop replaces by the sandbox's issuer
  'AWS::Cognito::UserPoolClient': (name) => ({ ref: name, attributes: { ClientId: name } }),
  'AWS::ApiGateway::RestApi': (name) => ({ ref: name, attributes: {} }),
};

/** The property with the name that the template's author chose. */
const nameProperty: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::StepFunctions::StateMachine': 'StateMachineName',
  'AWS::SecretsManager::Secret': 'Name',
};

/**
 * The names of a resource: the author's, or else its logical id, which does not change from run to run. Throws for a type
 * that the laptop does not have.
 */
export const identityOf = ({
  Type,
  Properties,
  logicalId,
}: Pick<Resource, 'Type' | 'Properties' | 'logicalId'>): Identity => {
  const identity = identities[Type];
  if (!identity)
    throw new Error(
      `the laptop does not support ${Type}, so ${logicalId} has no name here; add it in local/template/names.ts`,
    );
  const chosen = Properties[nameProperty[Type] ?? ''];
  return identity(typeof chosen === 'string' ? chosen : logicalId);
};
