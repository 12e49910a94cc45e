/** The service of the tests beside this file: one start for all of them. Each leaves nothing behind in the sandbox. */

import { awsProviders } from '../../../local/sandbox/aws/providers.ts';
import { serviceForTests, withFastAws } from '../federated-service.ts';

export const service = serviceForTests('aws-machines', {
  PROVIDERS: JSON.stringify(awsProviders.filter(({ id }) => id === 'sandbox-aws-eu-central-1')),
  PACE: '0.05',
});
withFastAws(service);
