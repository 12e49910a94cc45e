/** The federation of the tests beside this file, without any configured provider: one start for all of them. */

import { federatedForTests } from '../federated-service.ts';

export const laptop = federatedForTests('without-providers', { PROVIDERS: '[]' });
