import type { Stack } from 'aws-cdk-lib';
import type { Configuration } from '../configuration/configuration.ts';
import { ownTaskRole, tenantTaskRole } from '../data/task-role.ts';

/** The providers as the functions read them: each stack has its region and the role of its containers. */
export const providersIn = (place: Stack, configuration: Configuration) =>
  configuration.providers.map(({ stack, ...provider }) => ({
    ...provider,
    stack: stack && {
      ...stack,
      region: stack.region ?? place.region,
      taskRole: stack.taskRole ?? (stack.roleArn === undefined ? ownTaskRole(place, configuration) : tenantTaskRole),
    },
  }));
