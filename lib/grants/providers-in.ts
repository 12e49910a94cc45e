import type { Stack } from 'aws-cdk-lib';
import type { Configuration } from '../configuration/configuration.ts';

/** The providers as the functions read them: each stack has its region. */
export const providersIn = ({ region }: Stack, { providers }: Configuration) =>
  providers.map(({ stack, ...provider }) => ({
    ...provider,
    stack: stack && { ...stack, region: stack.region ?? region },
  }));
