import {
  type Deployment,
  type OfficeHours,
  type OtherDay,
  officeHoursOf,
  officeHoursText,
  otherDayOf,
  otherDayText,
} from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import { isInCalendar } from '../calendar.ts';
import { CliError } from '../cli-error.ts';
import { buildChange } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument, shortId } from '../deployment-id.ts';
import { printDone } from '../document.ts';
import { connectionFlags, jsonFlag } from '../flags.ts';

interface Flags extends ConnectionFlags {
  readonly json: boolean;
  readonly off: boolean;
  readonly except?: readonly OtherDay[];
}

const dayOfCalendar = (text: string): OtherDay => {
  const day = otherDayOf(text);
  if (!isInCalendar(day.date)) throw new SyntaxError(`${day.date} is no day of the calendar`);
  return day;
};

const dayTwice = (except: readonly OtherDay[]): string | undefined =>
  except.find(({ date }, at) => except.findIndex((each) => each.date === date) < at)?.date;

const requestedHours = (
  { off, except = [] }: Flags,
  hours: OfficeHours | undefined,
): OfficeHours | null | undefined => {
  if (off && (hours !== undefined || except.length > 0))
    throw new CliError('calledWrongly', '--off takes the hours away: leave the others out');
  if (off) return null;
  const twice = dayTwice(except);
  if (twice !== undefined) throw new CliError('calledWrongly', `--except names ${twice} twice: name each day once`);
  if (hours !== undefined) return { ...hours, ...(except.length > 0 && { exceptions: except }) };
  if (except.length > 0)
    throw new CliError('calledWrongly', '--except needs the hours too: they replace all of before');
  return undefined;
};

async function officeHours(this: CliContext, flags: Flags, given: string, hours?: OfficeHours): Promise<void> {
  const change = requestedHours(flags, hours);
  const client = await connect(this, flags);
  const id = await deploymentId(client, given);
  if (change !== undefined) await client.setOfficeHours(id, change);
  const { officeHours: now } = await client.deployment(id);
  const others = now?.exceptions?.map(otherDayText) ?? [];
  const line =
    now === undefined
      ? `${shortId(id)} has no office hours`
      : [`${shortId(id)} ${nextOf(now, change !== undefined)}`, officeHoursText(now), ...others].join('\n  ');
  printDone(this, flags.json, { uuid: id, officeHours: now ?? null }, line);
}

/** Hours hold at once, so what is to start later is stopped by now. */
const nextOf = ({ next }: NonNullable<Deployment['officeHours']>, isNew: boolean): string => {
  if (next === undefined) return 'runs always';
  return isNew && next.type === 'start' ? `stops within minutes, and ${next.text}` : next.text;
};

export const hoursCommand = buildChange<Flags, [string, OfficeHours?], CliContext>({
  func: officeHours,
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        idArgument,
        {
          brief: "such as 'mon-fri 08:00-19:00 Europe/Rome'; without it they are printed",
          parse: (text: string) => officeHoursOf(text),
          placeholder: 'HOURS',
          optional: true,
        },
      ],
    },
    flags: {
      except: {
        kind: 'parsed',
        parse: dayOfCalendar,
        variadic: true,
        optional: true,
        brief: 'a day on which machines are stopped, such as 2026-12-25, or 2026-12-24=09:00-13:00',
        placeholder: 'DAY',
      },
      off: { kind: 'boolean', default: false, brief: 'take the office hours away', withNegated: false },
      ...jsonFlag,
      ...connectionFlags,
    },
  },
  docs: { brief: briefs.hours },
});
