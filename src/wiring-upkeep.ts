/**
 * Environment -> ports for functions that run on a timer, and for steps that leave work to them. It builds on wiring.ts
 * and works like it.
 */

import { dependenciesOf } from './adapters/configuration/dependencies.ts';
import { fileOwners as s3FileOwners } from './adapters/files/file-owners.ts';
import { hasManager, managerAt, managerSecret } from './adapters/infrastructure-manager/address.ts';
import { ownLine } from './adapters/infrastructure-manager/provider-authorization.ts';
import { possibleOrphans } from './adapters/tables/possible-orphans.ts';
import { countedDependencies, countedOrphans } from './observability/counted-upkeep.ts';
import { emit } from './observability/metrics.ts';
import * as wiring from './wiring.ts';

export const orphans = wiring.once(() => possibleOrphans(wiring.deploymentsTable()));
export const fileOwners = wiring.once(() => s3FileOwners(wiring.filesBucket()));
export const orphanReport = wiring.once(() => countedOrphans(emit));

export const dependencies = wiring.once(() =>
  dependenciesOf({
    ...(hasManager() && { infrastructureManager: managerAt() }),
    ownLine: () => ownLine(wiring.secrets(), managerSecret()),
    services: wiring.serviceAddresses(),
    issuers: wiring.trustedIssuers(),
  }),
);
export const dependencyReport = wiring.once(() => countedDependencies(emit));
