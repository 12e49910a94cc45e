import { isInCalendar } from './calendar.ts';
import { milliseconds } from './flags.ts';

/** An entry begins with its time; the lines after it belong to it. */
const beginning = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)\s/;

/** The entries of a log from an instant on. What stands before the first time belongs to no entry that is told. */
export const entriesSince = (log: string, since: Date): string => {
  const lines = log.split(/(?<=\n)/);
  const first = lines.findIndex((line) => {
    const [, time] = beginning.exec(line) ?? [];
    return time !== undefined && Date.parse(time) >= since.getTime();
  });
  return first === -1 ? '' : lines.slice(first).join('');
};

/** `10m` ago, or a time such as 2026-11-23T16:30Z. SyntaxError for anything else: Stricli shows it with the flag's name. */
export const sinceOf = (text: string): ((now: Date) => Date) => {
  if (/^\d+[smhd]$/.test(text)) {
    const ago = milliseconds(text);
    // a date has no place for more: all entries are newer
    return (now) => new Date(Math.max(0, now.getTime() - ago));
  }
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? [];
  const time = day !== undefined && isInCalendar(day) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return () => new Date(time);
  throw new SyntaxError(`${text} is no time; write how long ago, such as 10m, or a time such as 2026-11-23T16:30Z`);
};
