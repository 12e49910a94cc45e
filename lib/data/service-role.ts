import { RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Configuration } from '../configuration/configuration.ts';
import { allowedStatements } from '../rights/allowed.ts';
import { arnsIn } from '../rights/arns.ts';
import { dividedStatements } from '../rights/divide.ts';
import { makingStatements, type PassedRoles } from '../rights/making.ts';
import type { Statement } from '../rights/statement.ts';
import { ownMachineRole } from './machine-role.ts';
import { ownTaskRole } from './task-role.ts';

/** In the account of somebody else: docs/aws-tenant-role.template. */
export const tenantServiceRole = 'toscanini-stacks';

/** Names of roles are unique in an account, and one account may have an installation in each of two regions. */
export const ownServiceRole = ({ region }: Pick<Stack, 'region'>, { name }: Pick<Configuration, 'name'>): string =>
  `${name}-stacks-${region}`;

/**
 * The role with which CloudFormation makes the stacks of deployments (docs/decisions/0058). It stays when this stack goes: a
 * stack whose role is gone cannot be changed or deleted any more.
 */
export const addServiceRole = (stack: Stack, configuration: Configuration, passed: PassedRoles): Role => {
  const arns = arnsIn(stack);
  const allowed = allowedStatements(arns, ownStacks(configuration));
  const policies = dividedStatements([...makingStatements(arns, passed), ...allowed]);
  const role = new Role(stack, 'Stacks', {
    roleName: ownServiceRole(stack, configuration),
    description: 'With it CloudFormation makes the stacks of deployments',
    assumedBy: new ServicePrincipal('cloudformation.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
    managedPolicies: policies.map((statements, index) => policyOf(stack, `StacksPolicy${index + 1}`, statements)),
  });
  role.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return role;
};

/** Of the providers that make stacks in this account. */
const ownStacks = ({ providers }: Configuration) =>
  providers.flatMap(({ stack }) => (stack !== undefined && stack.roleArn === undefined ? [stack] : []));

/** The roles of containers and machines of all providers in this account. */
export const passedRoles = (stack: Stack, configuration: Configuration): PassedRoles => {
  const here = ownStacks(configuration);
  const { role } = arnsIn(stack);
  const tasks = here.map(({ taskRole }) => taskRole ?? ownTaskRole(stack, configuration));
  // a machine's instance profile holds a role with the profile's name
  const machines = here.flatMap(({ instanceProfile, agentProfile }) => [
    ...(instanceProfile === undefined ? [] : [instanceProfile]),
    agentProfile ?? ownMachineRole(stack, configuration),
  ]);
  return { tasks: [...new Set(tasks)].map(role), machines: [...new Set(machines)].map(role) };
};

const policyOf = (stack: Stack, id: string, statements: readonly Statement[]): ManagedPolicy => {
  const policy = new ManagedPolicy(stack, id, {
    description: 'What CloudFormation needs for the resources of deployments',
    document: new PolicyDocument({ statements: statements.map(asPolicyStatement) }),
  });
  policy.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return policy;
};

const asPolicyStatement = ({ actions, resources, conditions }: Statement): PolicyStatement =>
  new PolicyStatement({ actions: [...actions], resources: [...resources], ...(conditions && { conditions }) });
