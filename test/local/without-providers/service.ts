/** The federation of the tests beside this file, without any configured provider: one start for all of them. */

import { beforeAll } from 'vitest';
import { bootSeconds, federatedForTests, startMs } from '../federated-service.ts';

export const laptop = federatedForTests('without-providers', { PROVIDERS: '[]', PACE: '0.05' });

beforeAll(() => bootSeconds(laptop, 1), startMs);
