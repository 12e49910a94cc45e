import * as v from 'valibot';
import type { CreationLimits } from '../../domain/deployments/accepting/creation-limits.ts';
import type { OnFailure } from '../../domain/deployments/accepting/update.ts';
import { longestOutageMins, resumptions } from '../../domain/deployments/record/deadlines.ts';
import type { Tolerance } from '../../domain/deployments/record/ports.ts';
import { usualWarnings } from '../../domain/expiry/expiry.ts';
import { type MoveBounds, noMoves } from '../../domain/moving/move-bounds.ts';
import type { Quotas } from '../../domain/quotas/quota.ts';
import { type ByItself, waysByItself } from '../../domain/repair/by-itself.ts';
import { strict, wholeNumber } from '../../foundation/shape/schemas.ts';
import { jsonVariable, optionalVariable } from '../environment/environment.ts';
import type { ImportsOptions } from '../files/imports.ts';
import { defaultLabels } from './labels.ts';
import { lifetimeBounds, usualHours } from './lifetimes.ts';
import { quotas } from './quotas.ts';

const aboveNothing = v.optional(v.pipe(wholeNumber, v.minValue(1)));

const creationLimitsSchema = strict({
  bodyBytes: aboveNothing,
  providerTimeoutMins: aboveNothing,
  mostTimeoutMins: aboveNothing,
  labels: v.optional(defaultLabels),
  lifetimes: v.optional(lifetimeBounds),
  protected: v.optional(v.boolean()),
  officeHours: v.optional(usualHours),
});

/** The variable CREATION_LIMITS (docs/environment.md); unset: the service's own bounds. */
export const creationLimitsSet = (): CreationLimits =>
  optionalVariable('CREATION_LIMITS') === undefined
    ? {}
    : jsonVariable(
        'CREATION_LIMITS',
        '{"bodyBytes"?, "providerTimeoutMins"?, "mostTimeoutMins"?, "labels"?, "lifetimes"?, "protected"?, "officeHours"?}',
        creationLimitsSchema,
      );

/** A number that is misspelt must not become a default that nobody chose. */
const numberSet = (name: string, least: number): number | undefined =>
  optionalVariable(name) === undefined
    ? undefined
    : jsonVariable(name, `a whole number from ${least}`, v.pipe(wholeNumber, v.minValue(least)));

/** The variable IMPORT_BYTES; unset: the default of imports.ts. */
export const importBounds = (): Pick<ImportsOptions, 'maxBytes'> => {
  const maxBytes = numberSet('IMPORT_BYTES', 1);
  return maxBytes === undefined ? {} : { maxBytes };
};

/** The variable OUTAGE_MINS; unset: as long as the workflows can wait. */
export const toleratedOutages = (): Tolerance => ({ outageMins: numberSet('OUTAGE_MINS', 1) ?? longestOutageMins });

/** The variable ENDED_DAYS; unset: the configuration's default (lib/configuration/configuration.ts). */
export const endedDaysSet = (): number => numberSet('ENDED_DAYS', 0) ?? 30;

/** The variable RESUMPTIONS; unset: the service's own number. */
export const resumptionsSet = (): number => numberSet('RESUMPTIONS', 0) ?? resumptions;

/** The variable EVENTS_AN_HOUR; unset: the configuration's default (lib/configuration/limits.ts). */
export const eventsAnHourSet = (): number => numberSet('EVENTS_AN_HOUR', 1) ?? 10_000;

/** The variable CHECK_EARLY: `true` makes checks early, since nobody waits an hour on a laptop. */
export const checksEarlySet = (): boolean => optionalVariable('CHECK_EARLY') === 'true';

/** The variable DAILY_CHECKS: `false` checks deployments on request only. */
export const dailyChecksSet = (): boolean => optionalVariable('DAILY_CHECKS') !== 'false';

/** The variable FAILED_UPDATES: `rollback` takes updates that fail back, where the request does not say otherwise. */
export const failedUpdatesSet = (): OnFailure =>
  optionalVariable('FAILED_UPDATES') === 'rollback' ? 'rollback' : 'keep';

/** The variable DRIFT_REPAIR; unset: drift is repaired on request only. */
export const driftRepairSet = (): ByItself =>
  waysByItself.find((one) => one === optionalVariable('DRIFT_REPAIR')) ?? 'none';

const movesSchema = strict({
  afterMins: v.pipe(wholeNumber, v.minValue(5)),
  atOnce: v.pipe(wholeNumber, v.minValue(1)),
});

/** The variable MOVES; unset: no deployment moves. */
export const movesSet = (): MoveBounds =>
  optionalVariable('MOVES') === undefined ? noMoves : jsonVariable('MOVES', '{"afterMins", "atOnce"}', movesSchema);

/** The variable CALLBACKS_TO_PRIVATE_ADDRESSES. */
export const privateCallbacks = (): boolean =>
  optionalVariable('CALLBACKS_TO_PRIVATE_ADDRESSES')?.toLowerCase() === 'true';

/** The variable END_WARNINGS, minutes; unset: the service's own times. */
export const expiryWarningsSet = (): readonly number[] =>
  optionalVariable('END_WARNINGS') === undefined
    ? usualWarnings
    : jsonVariable('END_WARNINGS', 'a list of whole numbers from 1', v.array(v.pipe(wholeNumber, v.minValue(1))));

/** The variable QUOTAS; unset: none. */
export const quotasSet = (): Quotas =>
  optionalVariable('QUOTAS') === undefined
    ? {}
    : jsonVariable('QUOTAS', '{"user"?, "group"?, "groups"?, "installation"?}', quotas);
