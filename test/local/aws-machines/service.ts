/** The service of the tests beside this file: one start for all of them. Each leaves nothing behind in the sandbox. */

import { beforeAll } from 'vitest';
import { awsProviders } from '../../../local/sandbox/aws/providers.ts';
import { serviceForTests } from '../federated-service.ts';

export const service = serviceForTests('aws-machines', {
  PROVIDERS: JSON.stringify(awsProviders.filter(({ id }) => id === 'sandbox-aws-eu-central-1')),
  PACE: '0.05',
});

/** The sandbox's cloud works fifty times as fast as AWS. */
beforeAll(async () => {
  await fetch(`${service.urls().awsUrl}/_sandbox/aws`, { method: 'PUT', body: JSON.stringify({ pace: 0.02 }) });
});
