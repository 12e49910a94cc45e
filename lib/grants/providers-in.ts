import type { Stack } from 'aws-cdk-lib';
import type { Configuration } from '../configuration/configuration.ts';
import { jobNames } from '../configuration/job-names.ts';
import { ownMachineRole, tenantMachineRole } from '../data/machine-role.ts';
import { ownTaskRole, tenantTaskRole } from '../data/task-role.ts';

type Configured = Configuration['providers'][number];

/**
 * The providers as the functions read them. Each stack has its region, the role of its containers, and the profile of its
 * machines with software. Each place for jobs has its queues, and the roles of their containers.
 */
export const providersIn = (place: Stack, configuration: Configuration) =>
  configuration.providers.map(({ stack, batch, ...provider }) => ({
    ...provider,
    stack: stack && stackIn(place, configuration, stack),
    batch: batch && queuesIn(place, configuration, batch),
  }));

const stackIn = (place: Stack, configuration: Configuration, stack: NonNullable<Configured['stack']>) => ({
  ...stack,
  region: stack.region ?? place.region,
  agentProfile:
    stack.agentProfile ?? (stack.roleArn === undefined ? ownMachineRole(place, configuration) : tenantMachineRole),
  taskRole: stack.taskRole ?? (stack.roleArn === undefined ? ownTaskRole(place, configuration) : tenantTaskRole),
});

const queuesIn = (
  place: Stack,
  configuration: Configuration,
  { queues, ...batch }: NonNullable<Configured['batch']>,
) => {
  if (queues !== undefined) return { ...batch, queues, region: batch.region ?? place.region };
  const names = jobNames(place, configuration);
  const role = (resourceName: string) =>
    place.formatArn({ service: 'iam', region: '', resource: 'role', resourceName });
  return {
    executionRoleArn: role(names.executionRole),
    jobRoleArn: role(names.jobRole),
    ...batch,
    queues: [{ name: names.queue }],
    region: place.region,
  };
};
