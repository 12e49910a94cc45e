/**
 * What the clocks of a time zone show, from Intl: it has the rules of the IANA time zone database that Node was built with, the same that
 * Temporal reads (docs/decisions/0087).
 */

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The largest distance of a zone from UTC, and more than any change of a zone's clocks. */
const farthestMs = 26 * 60 * minuteMs;

/** What the clocks of a place show. */
export interface WallTime {
  /** such as 2026-11-30 */
  readonly date: string;
  /** since midnight, as the clock shows it */
  readonly minutes: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** RangeError for a zone that is not known. */
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  formats.set(timeZone, made);
  return made;
};

/** The form of the name of a zone: not a distance from UTC, which knows no daylight saving. */
const zoneForm = /^[A-Za-z][A-Za-z0-9_+-]*([/][A-Za-z0-9_+-]+){0,2}$/;

export const zonePattern = zoneForm.source;

/** Whether the name is one of the IANA time zone database. */
export const isTimeZone = (name: string): boolean => {
  if (name.length > 50 || !zoneForm.test(name)) return false;
  try {
    return formatOf(name) !== undefined;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};

/**
 * The name as the database writes it: `europe/rome` is Europe/Rome. Intl also takes one name of a zone for another, such as Asia/Calcutta for
 * Asia/Kolkata: then it stays as it was written. RangeError for a zone that is not known.
 */
export const properName = (name: string): string => {
  const { timeZone } = formatOf(name).resolvedOptions();
  return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
};

/** The local date and time as if it were one of UTC, in milliseconds since 1970, to the second. */
const shownAt = (instant: number, timeZone: string): number => {
  const parts = formatOf(timeZone).formatToParts(instant);
  const read = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'));
};

/** How far the clocks are ahead of UTC, in milliseconds. */
const aheadAt = (instant: number, timeZone: string): number =>
  shownAt(instant, timeZone) - Math.floor(instant / 1_000) * 1_000;

export const wallTimeAt = (instant: number, timeZone: string): WallTime => {
  const shown = new Date(shownAt(instant, timeZone)).toISOString();
  return { date: shown.slice(0, 10), minutes: Number(shown.slice(11, 13)) * 60 + Number(shown.slice(14, 16)) };
};

/** The date that is so many days later. */
export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/**
 * The first instant, in milliseconds since 1970, at which the clocks have reached this date and time. Where they jump over it, this is when they
 * jump; where they show it twice, the first time. Computed from the date, never from the instant of another day. Right if the clocks change at
 * most once in two days, as everywhere since 1970.
 */
export const instantOf = ({ date, minutes }: WallTime, timeZone: string): number => {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minutes * minuteMs;
  const [from, until] = [wanted - farthestMs, wanted + farthestMs];
  const [before, after] = [aheadAt(from, timeZone), aheadAt(until, timeZone)];
  if (before === after) return wanted - before;
  const change = changeBetween(from, until, timeZone);
  return wanted - before < change ? wanted - before : Math.max(change, wanted - after);
};

/** The instant at which the clocks of the zone change between two others. */
const changeBetween = (from: number, until: number, timeZone: string): number => {
  const before = aheadAt(from, timeZone);
  let [early, late] = [Math.floor(from / 1_000), Math.ceil(until / 1_000)];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (aheadAt(middle * 1_000, timeZone) === before) early = middle;
    else late = middle;
  }
  return late * 1_000;
};
