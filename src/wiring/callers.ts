import { jsonVariable } from '../adapters/environment/environment.ts';
import { callers as tokenCallers } from '../adapters/identity/identity.ts';
import { trustedIssuersSchema } from '../adapters/identity/issuers.ts';
import { once } from './once.ts';
import { clock } from './system.ts';

export const trustedIssuers = once(() =>
  jsonVariable(
    'TRUSTED_ISSUERS',
    '[{"issuer", "audience"?, "clientIds"?, "groupsClaim"?, "adminGroup"?, "jwksUri"?, "organisation"?}]',
    trustedIssuersSchema,
  ),
);

export const callers = once(() => tokenCallers({ issuers: trustedIssuers(), clock: clock() }));
