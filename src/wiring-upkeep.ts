/** Environment -> ports of what runs by the clock, and of what is left to it: as wiring.ts, which it goes on from. */

import { dependenciesOf } from './adapters/configuration/dependencies.ts';
import { managerAt, managerSecret } from './adapters/infrastructure-manager/address.ts';
import { ownLine } from './adapters/infrastructure-manager/provider-authorization.ts';
import { possibleOrphans } from './adapters/tables/possible-orphans.ts';
import { measuredHealth, measuredOrphans } from './observability/measured-upkeep.ts';
import { emit } from './observability/metrics.ts';
import * as wiring from './wiring.ts';

export const orphans = wiring.once(() => possibleOrphans(wiring.deploymentsTable()));
export const orphanReport = wiring.once(() => measuredOrphans(emit));

export const dependencies = wiring.once(() =>
  dependenciesOf({
    infrastructureManager: managerAt(),
    ownLine: () => ownLine(wiring.secrets(), managerSecret()),
    services: wiring.serviceAddresses(),
    issuers: wiring.trustedIssuers(),
  }),
);
export const healthReport = wiring.once(() => measuredHealth(emit));
