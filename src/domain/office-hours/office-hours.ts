/** The office hours of one deployment, and when somebody looks whether they are kept (docs/decisions/0087). */

import { createHash } from 'node:crypto';
import type { Resource } from '../resources/resource.ts';
import { type Calendar, isSameDay, type Moment, nextMoment } from './calendar.ts';

export interface OfficeHours {
  readonly calendar: Calendar;
  /** what comes next, as it was at the last look; absent: nothing */
  readonly next?: Moment | undefined;
}

export const officeHoursFrom = (calendar: Calendar, now: Date): OfficeHours => {
  const next = nextMoment(calendar, now);
  return { calendar, ...(next && { next }) };
};

/** Calendars of an installation for deployments whose requests say nothing. */
export interface UsualHours {
  readonly calendar?: Calendar | undefined;
  /** for deployments of these groups, in the place of the other one; null: none */
  readonly groups?: { readonly [group: string]: Calendar | null } | undefined;
}

export const usualHoursOf = ({ calendar, groups = {} }: UsualHours = {}, group?: string): Calendar | undefined => {
  const own = group !== undefined && Object.hasOwn(groups, group) ? groups[group] : calendar;
  return own ?? undefined;
};

/** One item beside the record of a deployment with office hours, which a sweep finds. */
export interface HoursRun {
  readonly deploymentId: string;
  /** when the hours were set: another calendar has another one */
  readonly setAt: string;
  /** when to look next, or since when a look is due that has failed so far: what it tells is named after it */
  readonly dueAt: string;
  /** how often machines were asked for the same since the last moment or midnight; absent: not yet */
  readonly tries?: number | undefined;
  /** how many looks have failed one after another; absent: the last one has not */
  readonly failures?: number | undefined;
}

/** What a look that has not failed writes for the next one. */
export type NextHoursRun = Pick<HoursRun, 'dueAt' | 'tries'>;

export interface HoursRuns {
  /** those that are due, or were put off until now, the oldest first */
  due(now: Date, limit: number): Promise<readonly HoursRun[]>;
  /** Writes when to look next; nothing if the hours were set anew, or somebody else has looked meanwhile. */
  replace(seen: HoursRun, next: NextHoursRun): Promise<void>;
  /**
   * Moves a look that failed behind the others, to this instant, and counts the failure. `dueAt` stays, so that its repeat tells nothing
   * twice. Nothing if somebody else has written it meanwhile.
   */
  putOff(seen: HoursRun, until: string): Promise<void>;
  /** The same as `replace`, and what the record shows: the same calendar, and the next moment; both or neither. Sets `updatedAt` of the record. */
  replaceShown(seen: HoursRun, next: NextHoursRun, shown: OfficeHours): Promise<void>;
  /** Removes it if nothing has changed: its deployment is gone, or has no office hours. */
  remove(seen: HoursRun): Promise<void>;
}

/**
 * The id of the action that office hours ask for while the resource is as it was at `updatedAt`. So a repeat asks for the same
 * action, and everybody can tell it from one that somebody asked for.
 */
export const hoursActionId = ({ id, updatedAt }: Pick<Resource, 'id' | 'updatedAt'>): string => {
  const digest = createHash('sha256').update(`office hours ${id} ${updatedAt}`).digest('hex');
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`];
  return [...parts, digest.slice(20, 32)].join('-');
};

/** Whether somebody, and not office hours, has started or stopped it on the local day of `now`. */
export const isChangedByHand = ({ id, acted }: Resource, calendar: Calendar, now: Date): boolean =>
  acted !== undefined &&
  acted.id !== hoursActionId({ id, updatedAt: acted.seenAt }) &&
  isSameDay(calendar, new Date(acted.at), now);
