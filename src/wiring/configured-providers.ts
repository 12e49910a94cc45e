/** What the configuration says of providers and of other services. */

import * as v from 'valibot';
import { jsonVariable } from '../adapters/environment/environment.ts';
import { providersInEnvironment } from '../adapters/providers/from-environment.ts';
import { recordOf } from '../foundation/shape/schemas.ts';
import { once } from './once.ts';

export const providerList = once(providersInEnvironment);

/** Addresses of other services: the answer of GET /configuration. */
export const serviceAddresses = once(() =>
  jsonVariable('SERVICE_ADDRESSES', '{"im_url": ..., "<service>_url": ...}', recordOf(v.string(), v.string())),
);
