import { jsonVariable, optionalVariable } from '../adapters/environment/environment.ts';
import { callers as tokenCallers } from '../adapters/identity/identity.ts';
import { groupManagers, trustedIssuersSchema } from '../adapters/identity/issuers.ts';
import { callerRateSchema, limitedCallers } from '../adapters/rates/caller-rate.ts';
import { sharedCounts } from '../adapters/tables/shared-counts.ts';
import { once } from './once.ts';
import { clock } from './system.ts';
import { deploymentsTable } from './tables.ts';

export const trustedIssuers = once(() =>
  jsonVariable(
    'TRUSTED_ISSUERS',
    '[{"issuer", "audience"?, "clientIds"?, "boundClaims"?, "groupsClaim"?, "adminGroup"?, "jwksUri"?, "organisation"?}]',
    trustedIssuersSchema,
  ),
);

/** The variable GROUP_MANAGERS; unset: only owners and administrators change deployments. */
const managers = () =>
  optionalVariable('GROUP_MANAGERS') === undefined
    ? {}
    : jsonVariable('GROUP_MANAGERS', '{"<group>": ["<group of its managers>"]}', groupManagers);

const tokens = once(() => tokenCallers({ issuers: trustedIssuers(), clock: clock(), managers: managers() }));

const callerRate = once(() =>
  jsonVariable('CALLER_RATE', '{"rate": requests a second, "burst": requests at once}', callerRateSchema),
);

/** Whether all requests come to this process, as on a laptop. */
const isAlone = (): boolean => optionalVariable('CALLERS_COUNTED_BY') === 'this process';

export const callers = once(() =>
  limitedCallers(tokens(), {
    clock: clock(),
    limit: callerRate(),
    shared: isAlone() ? undefined : sharedCounts(deploymentsTable()),
  }),
);
