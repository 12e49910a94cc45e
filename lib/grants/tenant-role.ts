import type { Statement } from './grant.ts';
import { previewActions, stackNames, stackStatements } from './stack-grants.ts';

const arn = (service: string, rest: string) => ({
  'Fn::Sub': `arn:\${AWS::Partition}:${service}:*:\${AWS::AccountId}:${rest}`,
});

/**
 * The template of the role that an account of somebody else gives this service: docs/aws-tenant-role.template. Whoever
 * assumes it has to know the external id. It has the same rights as the functions have in their own account.
 */
export const tenantRole = () => {
  const [stacks, machines] = ['stacks', 'machines'];
  const arns = { [stacks]: arn('cloudformation', `stack/${stackNames}/*`), [machines]: arn('ec2', 'instance/*') };
  const statements: readonly Statement[] = [
    ...stackStatements({ stacks: [stacks], machines: [machines] }),
    { actions: previewActions, resources: [stacks] },
  ];
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
    },
    Outputs: {
      RoleArn: {
        Description: "The provider's stack.roleArn in toscanini.config.ts",
        Value: { 'Fn::GetAtt': ['Role', 'Arn'] },
      },
    },
  };
};
