import type { Json } from '../topology.ts';

const timestamp =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d{2}):(\d{2})(\.\d*)?(?:[ \t]*(?:[Zz]|([-+])(\d{1,2}):?(\d{2})?))?)?$/;

/** Milliseconds since 1970 of a timestamp; without a time zone it is in UTC, as YAML says. undefined: no such instant */
export function instantOf(value: Json): number | undefined {
  const found = typeof value === 'string' ? timestamp.exec(value) : null;
  if (found === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((each) => Number(each ?? 0));
  const midnight = new Date(Date.UTC(year, month - 1, day));
  const isDate = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day;
  // a minute may have a leap second
  if (!isDate || hour > 24 || minute > 59 || second > 60) return undefined;
  const zone = (found[8] === '-' ? -1 : 1) * (Number(found[9] ?? 0) * 60 + Number(found[10] ?? 0));
  return midnight.getTime() + ((hour * 60 + minute - zone) * 60 + second) * 1000 + Number(`0${found[7] ?? ''}`) * 1000;
}
