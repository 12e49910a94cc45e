/** The federation of the tests beside this file, without any configured provider: one start for all of them. */

import { beforeAll } from 'vitest';
import { bootIn } from '../../../local/demo/fault.ts';
import { federatedForTests, startMs } from '../federated-service.ts';

export const laptop = federatedForTests('without-providers', { PROVIDERS: '[]', PACE: '0.05' });

beforeAll(() => bootIn(1, laptop.urls().imUrl), startMs);
