import type { Stack } from 'aws-cdk-lib';
import type { Configuration } from '../configuration/configuration.ts';
import { ownMachineRole, tenantMachineRole } from '../data/machine-role.ts';
import { ownTaskRole, tenantTaskRole } from '../data/task-role.ts';

/** The providers as the functions read them: each stack has its region the role of its containers, and the profile of its machines with software. */
export const providersIn = (place: Stack, configuration: Configuration) =>
  configuration.providers.map(({ stack, ...provider }) => ({
    ...provider,
    stack: stack && {
      ...stack,
      region: stack.region ?? place.region,
      agentProfile:
        stack.agentProfile ?? (stack.roleArn === undefined ? ownMachineRole(place, configuration) : tenantMachineRole),
      taskRole: stack.taskRole ?? (stack.roleArn === undefined ? ownTaskRole(place, configuration) : tenantTaskRole),
    },
  }));
