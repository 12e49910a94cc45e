import { agentActions, readingSecrets, secretInputs, tenantMachineRole } from '../data/machine-role.ts';
import { taskStatements, tenantTaskRole } from '../data/task-role.ts';
import type { Statement } from './grant.ts';
import { keyActions, previewActions, privateKeys, stackNames, stackStatements } from './stack-grants.ts';

const arn = (service: string, rest: string) => ({
  'Fn::Sub': `arn:\${AWS::Partition}:${service}:*:\${AWS::AccountId}:${rest}`,
});

const roleArn = (name: string) => ({ 'Fn::Sub': `arn:\${AWS::Partition}:iam::\${AWS::AccountId}:role/${name}` });

const partsOf = (text: string): [service: string, rest: string] => {
  const at = text.indexOf(' ');
  return [text.slice(0, at), text.slice(at + 1)];
};

/**
 * The template of the role that an account of somebody else gives this service: docs/aws-tenant-role.template. Whoever
 * assumes it has to know the external id. It has the same rights as the functions have in their own account.
 */
export const tenantRole = () => {
  const [stacks, machines, scripts, secrets] = ['stacks', 'machines', 'scripts', 'secrets'];
  const [taskRoles, machineRoles, keyPairs, keys] = ['taskRoles', 'machineRoles', 'keyPairs', 'keys'];
  const arns = {
    [stacks]: arn('cloudformation', `stack/${stackNames}/*`),
    [secrets]: arn('ssm', `parameter/${secretInputs}/${stackNames}`),
    [machines]: arn('ec2', 'instance/*'),
    [keyPairs]: arn('ec2', `key-pair/${stackNames}`),
    [keys]: arn('ssm', `parameter/${privateKeys}`),
    [taskRoles]: roleArn(tenantTaskRole),
    [machineRoles]: roleArn(tenantMachineRole),
    // a document of AWS's own belongs to no account
    [scripts]: { 'Fn::Sub': 'arn:${AWS::Partition}:ssm:*::document/AWS-RunShellScript' },
  };
  const statements: readonly Statement[] = [
    ...stackStatements({
      ...{ stacks: [stacks], machines: [machines], scripts: [scripts], secrets: [secrets] },
      ...{ taskRoles: [taskRoles], machineRoles: [machineRoles], keyPairs: [keyPairs], keys: [keys] },
    }),
    { actions: previewActions, resources: [stacks] },
    { actions: keyActions, resources: [keys] },
  ];
  const tasks = taskStatements((service, rest) => `${service} ${rest}`);
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
    },
    Resources: {
      Role: {
        Type: 'AWS::IAM::Role',
        Properties: {
          RoleName: 'toscanini-tenant',
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
              PolicyDocument: {
                Version: '2012-10-17',
                Statement: statements.map(({ actions, resources, conditions }) => ({
                  Effect: 'Allow',
                  Action: actions,
                  Resource: resources.map((name) => arns[name] ?? name),
                  ...(conditions && { Condition: conditions }),
                })),
              },
            },
          ],
        },
      },
      Tasks: {
        Type: 'AWS::IAM::Role',
        Properties: {
          RoleName: tenantTaskRole,
          Description: 'With it ECS starts the containers of deployments',
          AssumeRolePolicyDocument: {
            Version: '2012-10-17',
            Statement: [
              {
                Effect: 'Allow',
                Principal: { Service: 'ecs-tasks.amazonaws.com' },
                Action: 'sts:AssumeRole',
                Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
              },
            ],
          },
          Policies: [
            {
              PolicyName: 'tasks',
              PolicyDocument: {
                Version: '2012-10-17',
                Statement: tasks.map(({ actions, resources }) => ({
                  Effect: 'Allow',
                  Action: actions,
                  Resource: resources.map((one) => (one === '*' ? one : arn(...partsOf(one)))),
                })),
              },
            },
          ],
        },
      },
      Machines: {
        Type: 'AWS::IAM::Role',
        Properties: {
          RoleName: tenantMachineRole,
          Description: 'With it machines of deployments run the operations of their templates',
          AssumeRolePolicyDocument: {
            Version: '2012-10-17',
            Statement: [{ Effect: 'Allow', Principal: { Service: 'ec2.amazonaws.com' }, Action: 'sts:AssumeRole' }],
          },
          Policies: [
            {
              PolicyName: 'agent',
              PolicyDocument: {
                Version: '2012-10-17',
                Statement: [
                  { Effect: 'Allow', Action: agentActions, Resource: '*' },
                  {
                    Effect: 'Allow',
                    Action: readingSecrets.actions,
                    Resource: [arn('ssm', `parameter/${secretInputs}/*`)],
                    Condition: readingSecrets.conditions,
                  },
                ],
              },
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
