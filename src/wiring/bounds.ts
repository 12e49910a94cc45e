/** The limits that the operator has set. */

import * as bounds from '../adapters/configuration/bounds.ts';
import { once } from './once.ts';

export const resumptions = once(bounds.resumptionsSet);
/** The most files that one schedule may match in an hour. */
export const eventsAnHour = once(bounds.eventsAnHourSet);
export const checksEarly = once(bounds.checksEarlySet);
export const driftRepair = once(bounds.driftRepairSet);
export const moving = once(bounds.movesSet);
export const failedUpdates = once(bounds.failedUpdatesSet);
export const dailyChecks = once(bounds.dailyChecksSet);
/** True only on a laptop, where receivers of callbacks are on loopback too. */
export const callbacksToPrivateAddresses = once(bounds.privateCallbacks);
export const tolerance = once(bounds.toleratedOutages);
/** The limits of a request for a deployment. */
export const creationLimits = once(bounds.creationLimitsSet);
export const expiryWarnings = once(bounds.expiryWarningsSet);
/** How many deployments may stand at a time. */
export const quotas = once(bounds.quotasSet);
