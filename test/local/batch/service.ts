/** The service of the tests beside this file: one start for all of them. Each leaves nothing behind in the sandbox. */

import { batchProviders } from '../../../local/sandbox/aws/providers.ts';
import { serviceForTests, withFastAws } from '../federated-service.ts';

export const service = serviceForTests('batch', { PROVIDERS: JSON.stringify(batchProviders), PACE: '0.05' });
withFastAws(service);
