import type { Stack } from 'aws-cdk-lib';
import type { Configuration } from '../configuration/configuration.ts';
import { jobNames } from '../configuration/job-names.ts';
import { ownMachineRole, tenantMachineRole } from '../data/machine-role.ts';
import { ownServiceRole, tenantServiceRole } from '../data/service-role.ts';
import { ownTaskRole, tenantTaskRole } from '../data/task-role.ts';
import { arnsIn } from '../rights/arns.ts';

type Configured = Configuration['providers'][number];
type Configuring = NonNullable<Configured['stack']>;

/**
 * The providers with everything that a configuration may leave out. Each stack has its region, the role with which
 * CloudFormation makes it, the role of its containers, and the profile of its machines with software. Each place for jobs has
 * its queues, and the roles of their containers.
 */
export const providersIn = (place: Stack, configuration: Configuration) => {
  const own = defaultsIn(place, configuration);
  return plainProviders(configuration).map(({ stack, batch, ...provider }) => ({
    ...provider,
    stack: stack && withStack(own.stack, stack),
    batch: batch && withQueues(own.batch, batch),
  }));
};

type Own = ReturnType<typeof defaultsIn>;

const withStack = (own: Own['stack'], stack: ReturnType<typeof plainStack>) => ({
  ...stack,
  region: stack.region ?? own.region,
  serviceRoleArn: stack.serviceRoleArn ?? own.serviceRoleArn,
  agentProfile: stack.agentProfile ?? own.agentProfile,
  taskRole: stack.taskRole ?? own.taskRole,
});

const withQueues = (own: Own['batch'], { queues, ...batch }: NonNullable<Configured['batch']>) =>
  queues === undefined
    ? { ...own, ...batch, region: own.region }
    : { ...batch, queues, region: batch.region ?? own.region };

/**
 * The providers as variables of a function (docs/environment.md). What only CloudFormation knows is apart from the list, which
 * may be long: it then needs no room in the environment.
 */
export const providerVariables = (place: Stack, configuration: Configuration) => ({
  PROVIDERS: JSON.stringify(plainProviders(configuration)),
  PROVIDER_DEFAULTS: JSON.stringify(defaultsIn(place, configuration)),
});

/** What a provider in the account of the installation has where the configuration says nothing. */
const defaultsIn = (place: Stack, configuration: Configuration) => {
  const names = jobNames(place, configuration);
  const { role } = arnsIn(place);
  return {
    stack: {
      region: place.region,
      serviceRoleArn: role(ownServiceRole(place, configuration)),
      agentProfile: ownMachineRole(place, configuration),
      taskRole: ownTaskRole(place, configuration),
    },
    batch: {
      executionRoleArn: role(names.executionRole),
      jobRoleArn: role(names.jobRole),
      queues: [{ name: names.queue }],
      region: place.region,
    },
  };
};

/** Only with what is known now. Functions need no rights of allowed types. */
const plainProviders = ({ providers }: Configuration) =>
  providers.map(({ stack, ...provider }) => ({ ...provider, ...(stack && { stack: plainStack(stack) }) }));

/** In the account of another role there are roles of fixed names. */
const plainStack = ({ typeActions: _, passRoles: __, ...stack }: Configuring) => ({
  ...(stack.roleArn !== undefined && {
    serviceRoleArn: stack.roleArn.replace(/:role\/.*$/, `:role/${tenantServiceRole}`),
    agentProfile: tenantMachineRole,
    taskRole: tenantTaskRole,
  }),
  ...stack,
});
