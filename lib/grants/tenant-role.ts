import { agentActions, readingSecrets, secretInputs, tenantMachineRole } from '../data/machine-role.ts';
import { tenantServiceRole } from '../data/service-role.ts';
import { taskStatements, tenantTaskRole } from '../data/task-role.ts';
import { arnsIn } from '../rights/arns.ts';
import { dividedStatements } from '../rights/divide.ts';
import { makingStatements } from '../rights/making.ts';
import type { Statement } from '../rights/statement.ts';
import {
  executeStatements,
  inspectStatements,
  keyStatements,
  previewStatements,
  stackStatements,
} from './stack-grants.ts';

/** Every text with an ARN, with the variables that CloudFormation fills in. */
const arns = arnsIn({ partition: '${AWS::Partition}', account: '${AWS::AccountId}' });

const filledIn = (text: string) => (text.includes('${AWS::') ? { 'Fn::Sub': text } : text);

const statementOf = ({ actions, resources, conditions }: Statement) => ({
  Effect: 'Allow',
  Action: actions,
  Resource: resources.map(filledIn),
  ...(conditions && {
    Condition: Object.fromEntries(
      Object.entries(conditions).map(([test, keys]) => [test, Object.fromEntries(Object.entries(keys).map(valueIn))]),
    ),
  }),
});

/** Names of service roles are values of conditions. Other conditions hold variables of IAM. */
const valueIn = ([key, value]: [string, unknown]): [string, unknown] =>
  key === 'cloudformation:RoleArn' ? [key, [value].flat().map((one) => filledIn(String(one)))] : [key, value];

const document = (statements: readonly Statement[]) => ({
  Version: '2012-10-17',
  Statement: statements.map(statementOf),
});

const trusted = (service: string) => ({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Principal: { Service: service },
      Action: 'sts:AssumeRole',
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    },
  ],
});

/** The account may refuse roles without a boundary. */
const bounded = {
  PermissionsBoundary: { 'Fn::If': ['HasBoundary', { Ref: 'PermissionsBoundary' }, { Ref: 'AWS::NoValue' }] },
};

const serviceRole = arns.role(tenantServiceRole);

const making = dividedStatements(
  makingStatements(arns, { tasks: [arns.role(tenantTaskRole)], machines: [arns.role(tenantMachineRole)] }),
);
const policyIds = making.map((_, index) => `StacksPolicy${index + 1}`);

/** They stay when the template's stack is deleted: a stack of a deployment whose role is gone cannot be deleted. */
const kept = { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' } as const;

const policies = Object.fromEntries(
  policyIds.map((id, index) => [
    id,
    {
      Type: 'AWS::IAM::ManagedPolicy',
      ...kept,
      Properties: {
        Description: 'What CloudFormation needs for the resources of deployments',
        PolicyDocument: document(making[index] ?? []),
      },
    },
  ]),
);

/**
 * The template of the roles that an account of somebody else gives this service: docs/aws-tenant-role.template. Whoever
 * assumes the first one has to know the external id. It has the same rights as the functions have in their own account.
 */
export const tenantRole = () => {
  const own = [serviceRole];
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: 'Lets an installation of Toscanini in another account make stacks in this one',
    Parameters: {
      Principal: {
        Type: 'String',
        Description: "ARN of the installation's account, such as arn:aws:iam::111111111111:root",
        AllowedPattern: '^arn:[a-z-]+:iam::[0-9]{12}:.+$',
      },
      ExternalId: {
        Type: 'String',
        NoEcho: true,
        MinLength: 16,
        Description: 'A secret text that both sides agree on; the installation has it in the secret of the provider',
      },
      PermissionsBoundary: {
        Type: 'String',
        Default: '',
        Description: 'ARN of the policy that bounds each of these roles, where this account asks for one',
        AllowedPattern: '^(arn:[a-z-]+:iam::([0-9]{12}|aws):policy/.+)?$',
      },
    },
    Conditions: { HasBoundary: { 'Fn::Not': [{ 'Fn::Equals': [{ Ref: 'PermissionsBoundary' }, ''] }] } },
    Resources: {
      Role: {
        Type: 'AWS::IAM::Role',
        Properties: {
          RoleName: 'toscanini-tenant',
          ...bounded,
          MaxSessionDuration: 3600,
          AssumeRolePolicyDocument: {
            Version: '2012-10-17',
            Statement: [
              {
                Effect: 'Allow',
                Principal: { AWS: { Ref: 'Principal' } },
                Action: 'sts:AssumeRole',
                Condition: { StringEquals: { 'sts:ExternalId': { Ref: 'ExternalId' } } },
              },
            ],
          },
          Policies: [
            {
              PolicyName: 'stacks',
              PolicyDocument: document([
                ...stackStatements(arns, own),
                ...previewStatements(arns, own),
                ...executeStatements(arns, own),
                ...keyStatements(arns),
                ...inspectStatements(arns),
              ]),
            },
          ],
        },
      },
      ...policies,
      Stacks: {
        Type: 'AWS::IAM::Role',
        ...kept,
        Properties: {
          RoleName: tenantServiceRole,
          ...bounded,
          Description: 'With it CloudFormation makes the stacks of deployments',
          AssumeRolePolicyDocument: trusted('cloudformation.amazonaws.com'),
          ManagedPolicyArns: policyIds.map((id) => ({ Ref: id })),
        },
      },
      Tasks: {
        Type: 'AWS::IAM::Role',
        Properties: {
          RoleName: tenantTaskRole,
          ...bounded,
          Description: 'With it ECS starts the containers of deployments',
          AssumeRolePolicyDocument: trusted('ecs-tasks.amazonaws.com'),
          Policies: [{ PolicyName: 'tasks', PolicyDocument: document(taskStatements(arns.of)) }],
        },
      },
      Machines: {
        Type: 'AWS::IAM::Role',
        Properties: {
          RoleName: tenantMachineRole,
          ...bounded,
          Description: 'With it machines of deployments run the operations of their templates',
          AssumeRolePolicyDocument: {
            Version: '2012-10-17',
            Statement: [{ Effect: 'Allow', Principal: { Service: 'ec2.amazonaws.com' }, Action: 'sts:AssumeRole' }],
          },
          Policies: [
            {
              PolicyName: 'agent',
              PolicyDocument: document([
                { actions: agentActions, resources: ['*'] },
                { ...readingSecrets, resources: [arns.of('ssm', `parameter/${secretInputs}/*`)] },
              ]),
            },
          ],
        },
      },
      MachineProfile: {
        Type: 'AWS::IAM::InstanceProfile',
        Properties: { InstanceProfileName: tenantMachineRole, Roles: [{ Ref: 'Machines' }] },
      },
    },
    Outputs: {
      RoleArn: {
        Description: "The provider's stack.roleArn in toscanini.config.ts",
        Value: { 'Fn::GetAtt': ['Role', 'Arn'] },
      },
    },
  };
};
