/** Flags and arguments that several commands share, and how they are read. */

import { officeHoursOf } from '../client/index.ts';
import { isInCalendar } from './calendar.ts';

/** A flag with a text; the caller adds `optional` or `default`. */
export const textFlag = (brief: string, placeholder: string) =>
  ({ kind: 'parsed', parse: String, brief, placeholder }) as const;

/** SyntaxError for an empty text, such as the value of a script's variable that is not set. */
const notEmpty = (text: string): string => {
  if (text.trim() !== '') return text;
  throw new SyntaxError('the value is empty');
};

/** A flag that may be left out, but must not be empty. */
export const optionalWord = (brief: string, placeholder: string) =>
  ({ kind: 'parsed', parse: notEmpty, optional: true, brief, placeholder }) as const;

/** In characters: src/http/deployments/creation.ts. */
const longestName = 100;

/** SyntaxError for a name by which nobody could find the deployment. */
const deploymentName = (text: string): string => {
  const name = notEmpty(text).trim();
  const { length } = [...name];
  if (length > longestName)
    throw new SyntaxError(`a name has at most ${longestName} characters, and this one has ${length}`);
  if (name !== '@last') return name;
  throw new SyntaxError('@last means your newest deployment: choose another name');
};

/** The name that a command gives to a deployment. */
export const deploymentNameFlag = (brief: string) =>
  ({ kind: 'parsed', parse: deploymentName, optional: true, brief, placeholder: 'NAME' }) as const;

export const connectionFlags = {
  url: optionalWord('address of the service', 'URL'),
  token: optionalWord('bearer token', 'TOKEN'),
  context: optionalWord('a service by its name', 'NAME'),
} as const;

/**
 * Puts the flags of the connection that stand before the command behind it: `--context lab ls` is `ls --context lab`, as
 * docker and kubectl take it.
 */
export const connectionFlagsLast = (args: readonly string[]): readonly string[] => {
  const flags: string[] = [];
  const rest = [...args];
  while (Object.keys(connectionFlags).some((name) => rest[0]?.replace(/=.*/, '') === `--${name}`))
    flags.push(...rest.splice(0, rest[0]?.includes('=') ? 1 : 2));
  if (rest.length === 0) return args;
  const end = rest.indexOf('--');
  return rest.toSpliced(end < 0 ? rest.length : end, 0, ...flags);
};

type ConnectionFlag = keyof typeof connectionFlags;

/** The words of a command line that a shell completes, without the flags of the connection, and those flags by name. */
export const connectionFlagsIn = (
  words: readonly string[],
): { readonly words: readonly string[]; readonly flags: { readonly [Name in ConnectionFlag]?: string } } => {
  const others: string[] = [];
  const flags: { [Name in ConnectionFlag]?: string } = {};
  for (let at = 0; at < words.length; at += 1) {
    const [, name = '', joined] = /^--([a-z]+)(?:=(.*))?$/.exec(words[at] ?? '') ?? [];
    const value = joined ?? words[at + 1];
    // the last word is the one that is typed now
    const isWhole = at + (joined === undefined ? 2 : 1) < words.length;
    if (Object.hasOwn(connectionFlags, name) && isWhole && value !== undefined) {
      flags[name as ConnectionFlag] = value;
      if (joined === undefined) at += 1;
    } else others.push(words[at] ?? '');
  }
  return { words: others, flags };
};

export const jsonFlag = { json: { kind: 'boolean', default: false, brief: 'print JSON', withNegated: false } } as const;

/** The longest that a timer of Node can wait: 24 days. */
const longestWait = 2 ** 31 - 1;

export const followFlags = {
  wait: {
    kind: 'parsed',
    parse: (text: string) => Math.min(milliseconds(text), longestWait),
    optional: true,
    brief: 'wait at most so long, such as 90s, 20m or 2h; then exit with 7',
    placeholder: 'TIME',
  },
  quiet: { kind: 'boolean', default: false, brief: 'show no progress', withNegated: false },
} as const;

export const yesFlag = {
  yes: { kind: 'boolean', default: false, brief: 'do not ask', withNegated: false },
} as const;

/** A flag of a command that changes something. */
export const dryRunFlag = (brief: string) =>
  ({ dryRun: { kind: 'boolean', default: false, brief, withNegated: false } }) as const;

export const inputFlags = {
  input: {
    kind: 'parsed',
    parse: String,
    variadic: true,
    optional: true,
    brief: 'value of an input, such as -i workers=6',
    placeholder: 'NAME=VALUE',
  },
  inputs: {
    kind: 'parsed',
    parse: String,
    optional: true,
    brief: 'file of values: YAML or JSON; or JSON itself',
    placeholder: 'FILE',
  },
} as const;

const units: { readonly [unit: string]: number } = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Throws SyntaxError for anything but a number with a unit: Stricli shows its message with the flag's name. */
export const milliseconds = (text: string): number => {
  const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const length = units[unit];
  if (length === undefined) throw new SyntaxError(`${text} is no time; write it as 90s, 20m, 2h or 1d`);
  return Number(count) * length;
};

/** SyntaxError for anything but a whole number above 0. */
export const count = (text: string): number => {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new SyntaxError(`${text} is no whole number above 0`);
};

/** SyntaxError for anything but an address that the service can call. */
export const callbackAddress = (text: string): string => {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new SyntaxError(`${text} is not an address; write it as https://example.org/told`);
};

/** SyntaxError for anything but `me` or a user. */
export const creator = (text: string): string => {
  if (text === 'me' || /^[^@]+@./.test(text)) return text;
  throw new SyntaxError(`${text} is no user; write me, or SUBJECT@ISSUER`);
};

/** Whole minutes, as the API takes them. SyntaxError for no time at all: a user may think that 0 means without a limit. */
export const minutes = (text: string): number => {
  const given = milliseconds(text);
  if (given === 0) throw new SyntaxError(`${text} is too short: write at least 1m, or leave the flag out`);
  return Math.max(1, Math.round(given / 60_000));
};

export const fileArgument = {
  brief: 'a service template or a CSAR; - is standard input, catalog:NAME one of the installation',
  parse: String,
  placeholder: 'FILE',
} as const;

/** `team=physics`. SyntaxError without a name or a value. */
const label = (text: string): readonly [string, string] => {
  const at = text.indexOf('=');
  if (at > 0 && at < text.length - 1) return [text.slice(0, at), text.slice(at + 1)];
  throw new SyntaxError(`${text} is no label: write NAME=VALUE, such as team=physics`);
};

/** Of a creation. */
export const labelFlag = {
  label: {
    kind: 'parsed',
    parse: label,
    variadic: true,
    optional: true,
    brief: 'a label, such as --label team=physics; what is made has it as a tag',
    placeholder: 'NAME=VALUE',
  },
} as const;

/** What a request has for `--label`. */
export const labelsOf = (given: readonly (readonly [string, string])[] | undefined) =>
  given === undefined ? undefined : Object.fromEntries(given);

/** SyntaxError for anything but a number with a unit. */
const lifetime = (text: string): string => {
  if (/^[1-9]\d{0,5}[mhdw]$/.test(text)) return text;
  throw new SyntaxError(`${text} is no length of time; write it as 90m, 12h, 2d or 1w`);
};

/** Of a creation. */
export const ttlFlag = {
  ttl: {
    kind: 'parsed',
    parse: lifetime,
    optional: true,
    brief: 'how long it lives, such as 2d; then it is deleted',
    placeholder: 'TIME',
  },
} as const;

/** Of a creation. */
export const hoursFlag = {
  hours: {
    kind: 'parsed',
    parse: (text: string) => officeHoursOf(text),
    optional: true,
    brief: "when its machines run, such as 'mon-fri 08:00-19:00 Europe/Rome'",
    placeholder: 'HOURS',
  },
} as const;

/** A length of time, an instant, or `never`. */
export const endWord = (text: string): { readonly expiresAt: string | null } | { readonly ttl: string } => {
  if (text === 'never') return { expiresAt: null };
  if (!text.includes('T')) return { ttl: lifetime(text) };
  if (isInCalendar(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)))
    return { expiresAt: new Date(text).toISOString() };
  throw new SyntaxError(`${text} is no instant; write it as 2026-12-01T18:00:00Z`);
};
