/** The ports of the check of what this service depends on. */

import { dependenciesOf } from '../adapters/configuration/dependencies.ts';
import { hasManager, managerAt, managerSecret } from '../adapters/infrastructure-manager/address.ts';
import { ownLine } from '../adapters/infrastructure-manager/provider-authorization.ts';
import { countedDependencies } from '../observability/counted-upkeep.ts';
import { emit } from '../observability/metrics.ts';
import { trustedIssuers } from './callers.ts';
import { serviceAddresses } from './configured-providers.ts';
import { once } from './once.ts';
import { secrets } from './secrets.ts';

export const dependencies = once(() =>
  dependenciesOf({
    ...(hasManager() && { infrastructureManager: managerAt() }),
    ownLine: () => ownLine(secrets(), managerSecret()),
    services: serviceAddresses(),
    issuers: trustedIssuers(),
  }),
);
export const dependencyReport = once(() => countedDependencies(emit));
