/** The service of the tests beside this file: one start for all of them. Each leaves nothing behind in the sandbox. */

import { awsProviders } from '../../../local/sandbox/aws/providers.ts';
import { serviceForTests, withFastAws } from '../federated-service.ts';

/** The group for which the first provider is one whose role may not be assumed. */
export const group = 'refused';

const refused = {
  id: 'refused',
  name: 'Refused',
  priority: 0,
  groups: [group],
  deployer: 'cloudformation',
  stack: { region: 'eu-west-1', roleArn: 'arn:aws:iam::222222222222:role/nobody' },
};

export const service = serviceForTests('aws', { PROVIDERS: JSON.stringify([refused, ...awsProviders]), PACE: '0.05' });
withFastAws(service);
