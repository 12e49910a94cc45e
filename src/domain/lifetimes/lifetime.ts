/** How long a deployment lives (docs/decisions/0071). */

import { InvalidError } from '../../foundation/errors.ts';

/** Bounds of an installation, or of a group in it; in minutes. */
export interface LifetimeBounds {
  /** of a deployment whose request says nothing; absent: the longest, else no end */
  readonly defaultMins?: number | undefined;
  /** from the request on; absent: no limit, and a deployment need not end */
  readonly longestMins?: number | undefined;
}

export interface Lifetimes extends LifetimeBounds {
  /** for deployments of these groups; what one leaves out is as for all */
  readonly groups?: { readonly [group: string]: LifetimeBounds } | undefined;
}

const minutesIn: { readonly [unit: string]: number } = { m: 1, h: 60, d: 1_440, w: 10_080 };

/** A number and a unit, such as `90m`, `12h`, `2d` or `1w`. */
export const spanPattern = '^[1-9]([0-9]{0,5}m|[0-9]{0,4}h|[0-9]{0,3}d|[0-9]{0,2}w)$';

/** Minutes of such a text. A day has 24 hours, whatever the clocks of a place do. */
export const minutesOf = (span: string): number =>
  Number(span.slice(0, -1)) * (minutesIn[span.slice(-1)] ?? Number.NaN);

/** `2 days 3 hours`: the two largest units, for people. */
export const spanText = (minutes: number): string => {
  const whole = Math.max(0, Math.round(minutes));
  const parts = [
    [Math.floor(whole / 1_440), 'day'],
    [Math.floor((whole % 1_440) / 60), 'hour'],
    [whole % 60, 'minute'],
  ] as const;
  const largest = parts.filter(([count]) => count > 0).slice(0, 2);
  return largest.map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`).join(' ') || 'less than a minute';
};

export interface RequestedEnd {
  /** ISO 8601 instant */
  readonly expiresAt?: string | undefined;
  readonly ttl?: string | undefined;
}

const boundsFor = ({ groups = {}, ...all }: Lifetimes, group: string | undefined): LifetimeBounds => {
  const own = group !== undefined && Object.hasOwn(groups, group) ? groups[group] : undefined;
  return { defaultMins: own?.defaultMins ?? all.defaultMins, longestMins: own?.longestMins ?? all.longestMins };
};

const later = (now: Date, minutes: number): string => new Date(now.getTime() + minutes * 60_000).toISOString();

/** The earlier one of what is asked for; undefined: nothing is. */
const requestedEnd = ({ expiresAt, ttl }: RequestedEnd, now: Date): string | undefined =>
  [expiresAt && new Date(expiresAt).toISOString(), ttl && later(now, minutesOf(ttl))]
    .filter((one) => one !== undefined && one !== '')
    .toSorted()[0];

/** When a deployment ends that is made now; undefined: never. */
export const endOf = (requested: RequestedEnd, now: Date): string | undefined => requestedEnd(requested, now);

/**
 * How long a deployment lives for which this is asked, as a request keeps it: also the most that it may, where `expiresAt` is asked for. undefined: no
 * limit. InvalidError for more than the installation allows.
 */
export const ttlOf = ({ expiresAt, ttl }: RequestedEnd, { userGroup, lifetimes = {} }: Place): string | undefined => {
  const { longestMins, defaultMins = longestMins } = boundsFor(lifetimes, userGroup);
  if (ttl === undefined) {
    const minutes = expiresAt === undefined ? Math.min(defaultMins ?? Infinity, longestMins ?? Infinity) : longestMins;
    return minutes === undefined || minutes === Infinity ? undefined : `${minutes}m`;
  }
  if (longestMins !== undefined && minutesOf(ttl) > longestMins)
    throw new InvalidError(`ttl: a deployment here lives at most ${spanText(longestMins)}, and ${ttl} is longer`);
  return ttl;
};

interface Place {
  readonly userGroup?: string | undefined;
  readonly lifetimes?: Lifetimes | undefined;
}

/** InvalidError for an instant that is over, or later than the installation allows. */
export const requireEnd = (
  { expiresAt }: RequestedEnd,
  { now, userGroup, lifetimes = {} }: Place & { readonly now: Date },
): void => {
  if (expiresAt !== undefined) requireWithin(expiresAt, now, boundsFor(lifetimes, userGroup).longestMins);
};

/** A new end of a deployment that is there; undefined: it has none any more. InvalidError as above. */
export const newEndOf = (
  requested: RequestedEnd,
  { now, userGroup, lifetimes = {} }: Place & { readonly now: Date },
): string | undefined => {
  const { longestMins } = boundsFor(lifetimes, userGroup);
  const wanted = requestedEnd(requested, now);
  if (wanted !== undefined) requireWithin(wanted, now, longestMins);
  else if (longestMins !== undefined)
    throw new InvalidError(`expiresAt: a deployment here has to end, at most ${spanText(longestMins)} from now on`);
  return wanted;
};

const requireWithin = (wanted: string, now: Date, longestMins: number | undefined): void => {
  if (wanted <= now.toISOString())
    throw new InvalidError(`expiresAt: ${wanted} is over; it is ${now.toISOString()} now`);
  if (longestMins === undefined) return;
  const latest = later(now, longestMins);
  if (wanted > latest)
    throw new InvalidError(
      `expiresAt: a deployment here lives at most ${spanText(longestMins)} from now on, so until ${latest}; ${wanted} is later`,
    );
};
