import { GetAccountSettingsCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { Check } from '../../domain/doctor/examination.ts';

/** Functions needed in addition to those that match files: for requests, workflow steps and scheduled runs. */
const besideFiles = 50;

/**
 * A new account may run ten functions at once. A few deployments use them all up: then requests get a 500, and workflows
 * wait.
 */
export const quotaChecks = (client: LambdaClient, filesAtOnce: number): readonly Check[] => {
  const needed = filesAtOnce + besideFiles;
  return [
    {
      subject: 'functions at once',
      run: async () => {
        const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
        const { ConcurrentExecutions = 0, UnreservedConcurrentExecutions = 0 } = AccountLimit ?? {};
        if (UnreservedConcurrentExecutions >= needed)
          return `${UnreservedConcurrentExecutions} of the account are free`;
        throw new Error(
          `the account may run ${ConcurrentExecutions}, of which ${UnreservedConcurrentExecutions} are not reserved: ${needed} are needed`,
        );
      },
      advice:
        'ask AWS for more, which costs nothing: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000; or lower limits.filesAtOnce',
    },
  ];
};
