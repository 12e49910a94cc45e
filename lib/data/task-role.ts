import type { Stack } from 'aws-cdk-lib';
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Configuration } from '../configuration/configuration.ts';

/** In the account of somebody else: docs/aws-tenant-role.template. */
export const tenantTaskRole = 'toscanini-tasks';

/** Names of roles are unique in an account, and one account may have an installation in each of two regions. */
export const ownTaskRole = ({ region }: Pick<Stack, 'region'>, { name }: Pick<Configuration, 'name'>): string =>
  `${name}-tasks-${region}`;

interface Statement {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
}

type ArnOf = (service: string, rest: string) => string;

/**
 * What ECS needs to start the containers of deployments: their images, their logs, and the secrets that they name. The
 * containers themselves get none of it. A template can name only the secrets of its own databases and those for containers
 * (src/domain/deployers/secret-references.ts).
 */
export const taskStatements = (arnOf: ArnOf): readonly Statement[] =>
  startingContainers(arnOf, { logGroups: '/toscanini/*', secrets: ['rds!*', 'toscanini-containers/*'] });

interface Startable {
  readonly logGroups: string;
  /** names in Secrets Manager */
  readonly secrets: readonly string[];
  /** names in Parameter Store */
  readonly parameters?: readonly string[];
}

/** Images, logs of these groups, and secrets and parameters with these names. */
export const startingContainers = (
  arnOf: ArnOf,
  { logGroups, secrets, parameters = [] }: Startable,
): readonly Statement[] => [
  {
    actions: [
      'ecr:BatchCheckLayerAvailability',
      'ecr:BatchGetImage',
      'ecr:GetAuthorizationToken',
      'ecr:GetDownloadUrlForLayer',
    ],
    resources: ['*'],
  },
  {
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [arnOf('logs', `log-group:${logGroups}`)],
  },
  {
    actions: ['secretsmanager:GetSecretValue'],
    resources: secrets.map((name) => arnOf('secretsmanager', `secret:${name}`)),
  },
  ...(parameters.length > 0
    ? [{ actions: ['ssm:GetParameters'], resources: parameters.map((name) => arnOf('ssm', `parameter/${name}`)) }]
    : []),
];

/** The role in the account of the installation. */
export const addTaskRole = (stack: Stack, configuration: Configuration): Role => {
  const { account, partition } = stack;
  const statements = taskStatements((service, rest) => `arn:${partition}:${service}:*:${account}:${rest}`);
  return new Role(stack, 'Tasks', {
    roleName: ownTaskRole(stack, configuration),
    description: 'With it ECS starts the containers of deployments',
    assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': account } },
    }),
    inlinePolicies: {
      tasks: new PolicyDocument({
        statements: statements.map(
          ({ actions, resources }) =>
            new PolicyStatement({ effect: Effect.ALLOW, actions: [...actions], resources: [...resources] }),
        ),
      }),
    },
  });
};
