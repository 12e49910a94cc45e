import type { ConfigurationInput } from '../../../lib/configuration/configuration.ts';
import { storageElements } from '../../../local/storage/storage-elements.ts';

/** The installation whose functions and roles act in the sandbox: its providers are those of local/sandbox/aws/providers.ts. */
export default {
  name: 'toscanini',
  account: '111111111111',
  region: 'eu-west-1',
  files: { elements: [...storageElements] },
  providers: [
    {
      id: 'stacks',
      name: 'Stacks',
      deployer: 'cloudformation',
      stack: { region: 'eu-west-1', allowedTypes: ['AWS::SNS::*', 'AWS::SQS::*'] },
    },
    {
      id: 'tenant',
      name: 'Tenant',
      deployer: 'cloudformation',
      stack: { region: 'eu-west-1', roleArn: 'arn:aws:iam::222222222222:role/toscanini-tenant' },
      secret: 'toscanini/providers/tenant',
    },
    { id: 'jobs', name: 'Jobs', deployer: 'batch' },
    {
      id: 'machines',
      name: 'Queues of machines',
      deployer: 'batch',
      batch: {
        region: 'eu-west-1',
        queues: [{ name: 'toscanini-jobs' }, { name: 'toscanini-gpu', platform: 'EC2', gpus: true }],
        executionRoleArn: 'arn:aws:iam::111111111111:role/toscanini-start-jobs-eu-west-1',
        jobRoleArn: 'arn:aws:iam::111111111111:role/toscanini-jobs-eu-west-1',
      },
    },
  ],
} satisfies ConfigurationInput;
