import type { Stack } from 'aws-cdk-lib';
import type { Configuration } from './configuration.ts';

/**
 * Names of what the stack of jobs makes. The service knows them without an import, so either stack can be deployed or
 * deleted without the other. Names of roles are unique in an account, and one account may have an installation in each of
 * two regions.
 */
export const jobNames = ({ region }: Pick<Stack, 'region'>, { name }: Pick<Configuration, 'name'>) => ({
  queue: `${name}-jobs`,
  executionRole: `${name}-start-jobs-${region}`,
  jobRole: `${name}-jobs-${region}`,
});

/** True where a provider runs its jobs on the installation's own queue. */
export const usesOwnQueue = ({ providers }: Pick<Configuration, 'providers'>): boolean =>
  providers.some(({ batch }) => batch !== undefined && batch.queues === undefined);
