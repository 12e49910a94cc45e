import type { Configuration } from '../configuration/configuration.ts';
import { jobNames, usesOwnQueue } from '../configuration/job-names.ts';
import { ownMachineRole } from '../data/machine-role.ts';
import { ownServiceRole } from '../data/service-role.ts';
import { ownTaskRole } from '../data/task-role.ts';
import { limits } from './limits.ts';

/** Throws where the name of the installation is too long for names of roles, which have the region in them. */
export const refuseLongNames = (configuration: Configuration, region: string | undefined): void => {
  if (region === undefined) return;
  const place = { region };
  const jobs = jobNames(place, configuration);
  const hasStacks = configuration.providers.some(({ stack }) => stack !== undefined && stack.roleArn === undefined);
  const names = [
    ...(hasStacks ? [ownServiceRole, ownTaskRole, ownMachineRole].map((one) => one(place, configuration)) : []),
    ...(usesOwnQueue(configuration) ? [jobs.executionRole, jobs.jobRole] : []),
  ];
  const excess = Math.max(0, ...names.map((name) => name.length - limits.roleName));
  if (excess === 0) return;
  const { name } = configuration;
  const longest = names.find((one) => one.length - limits.roleName === excess);
  throw new Error(
    `the name ${name} is too long: the role ${longest} would have ${limits.roleName + excess} characters, and IAM takes ${limits.roleName}: choose a name of at most ${name.length - excess} characters`,
  );
};
