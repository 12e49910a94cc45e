import type { Stack } from 'aws-cdk-lib';
import { InstanceProfile, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Configuration } from '../configuration/configuration.ts';

/** In the account of somebody else: docs/aws-tenant-role.template. */
export const tenantMachineRole = 'toscanini-machines';

/** Names of roles are unique in an account, and one account may have an installation in each of two regions. */
export const ownMachineRole = ({ region }: Pick<Stack, 'region'>, { name }: Pick<Configuration, 'name'>): string =>
  `${name}-machines-${region}`;

/**
 * What the agent of Systems Manager needs to run commands, and nothing else. AWS's own policy for it would also let each
 * machine read every parameter of the account.
 */
export const agentActions: readonly string[] = [
  'ec2messages:AcknowledgeMessage',
  'ec2messages:DeleteMessage',
  'ec2messages:FailMessage',
  'ec2messages:GetEndpoint',
  'ec2messages:GetMessages',
  'ec2messages:SendReply',
  'ssm:ListInstanceAssociations',
  'ssm:UpdateInstanceInformation',
  'ssmmessages:CreateControlChannel',
  'ssmmessages:CreateDataChannel',
  'ssmmessages:OpenControlChannel',
  'ssmmessages:OpenDataChannel',
];

/** Below it lie the secret inputs of operations (src/adapters/cloudformation/parameters.ts). */
export const secretInputs = 'toscanini/operations';

/**
 * What a machine needs to read its secret inputs: those that are tagged with its own ARN, so that no machine reads what
 * another one gets, not even of its own stack. The key that AWS keeps for parameters needs no right of its own.
 */
export const readingSecrets = {
  actions: ['ssm:GetParameter'],
  conditions: { StringEquals: { 'ssm:resourceTag/toscanini:machine': '${ec2:SourceInstanceARN}' } },
};

/** The role and the instance profile, with the same name, of machines that run operations in the installation's account. */
export const addMachineRole = (stack: Stack, configuration: Configuration): void => {
  const name = ownMachineRole(stack, configuration);
  const agent = new PolicyStatement({ actions: [...agentActions], resources: ['*'] });
  const secrets = new PolicyStatement({
    ...readingSecrets,
    resources: [
      stack.formatArn({ service: 'ssm', region: '*', resource: 'parameter', resourceName: `${secretInputs}/*` }),
    ],
  });
  const role = new Role(stack, 'Machines', {
    roleName: name,
    description: 'With it machines of deployments run the operations of their templates',
    assumedBy: new ServicePrincipal('ec2.amazonaws.com'),
    inlinePolicies: { agent: new PolicyDocument({ statements: [agent, secrets] }) },
  });
  new InstanceProfile(stack, 'MachineProfile', { instanceProfileName: name, role });
};
