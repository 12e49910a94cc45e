/**
 * Fields as real clients send them (docs/contract/clients.md, "What follows for the service"). Booleans and integers may
 * also be texts. For an optional value, null and an empty text are allowed too. Messages follow the name of the field. The
 * metadata of a field says as JSON Schema what may be sent for it, because that cannot be derived from a schema that first
 * transforms its value.
 */

import * as v from 'valibot';
import { noneOfNames } from '../../domain/deployments/record/default-name.ts';
import { spanPattern } from '../../domain/lifetimes/lifetime.ts';
import { examine } from '../../foundation/shape/examine.ts';

/** An object with these members; others are ignored. A missing member gives the same message as one that is undefined. */
export const members = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object(entries, ({ path }) => {
    const entry = entries[String(path?.[0]?.key)];
    const examined = entry && examine(entry, undefined);
    return (examined?.ok === false && examined.mistakes[0]?.message) || 'must be an object';
  });

const withoutBlank = (value: unknown): unknown => (value === null || value === '' ? undefined : value);

/** null, and the empty text of a form field that was not filled in, mean that the field is absent. */
export const optional = <Schema extends v.GenericSchema>(schema: Schema) => {
  const sent = { anyOf: [...alternatives(v.getMetadata(schema)), { type: 'null' }, { const: '' }] };
  return v.optional(v.pipe(v.unknown(), v.transform(withoutBlank), v.optional(schema), v.metadata(sent)));
};

/** The forms in which a field may be sent, from its metadata. */
export const alternatives = (schema: { readonly [keyword: string]: unknown }): readonly unknown[] =>
  Array.isArray(schema['anyOf']) ? schema['anyOf'] : [schema];

const largest = 2 ** 31 - 1;

/** A whole number, at least `least`, and at most the largest one that a Java client can send. */
export const wholeNumber = (least: 0 | 1) => {
  const digits = new RegExp(numerals(least, largest));
  // -0 becomes 0
  const read = (value: unknown) => (typeof value === 'string' && digits.test(value) ? Number(value) + 0 : value);
  const isAllowed = (value: unknown) => Number.isInteger(value) && Number(value) >= least && Number(value) <= largest;
  return v.pipe(
    v.unknown(),
    v.transform(read),
    v.custom<number>(isAllowed, `must be a whole number from ${least} to ${largest}`),
    v.metadata(numbersFrom(least)),
  );
};

/** The same rule as JSON Schema. */
export const numbersFrom = (least: 0 | 1, most = largest) => ({
  anyOf: [
    { type: 'integer', minimum: least, maximum: Math.min(most, largest) },
    { type: 'string', pattern: numerals(least, Math.min(most, largest)) },
  ],
});

/** A pattern for the digits of a number, possibly between blanks. A pattern cannot compare numbers, so it lists them. */
const numerals = (least: 0 | 1, most: number): string => {
  // JSON Schema takes -0 for a whole number from 0 on
  return least === 0 ? `^ *(\\+?0*(0|${upTo(most)})|-0) *$` : `^ *\\+?0*(${upTo(most)}) *$`;
};

/**
 * A pattern for the numerals from 1 to `most`: those with fewer digits, and those whose first different digit is smaller.
 */
const upTo = (most: number): string => {
  const digits = `${most}`;
  const shorter = digits.length > 1 ? [`[1-9][0-9]{0,${digits.length - 2}}`] : [];
  const smaller = [...digits].flatMap((digit, at) => {
    const lowest = at === 0 ? 1 : 0;
    const left = digits.length - at - 1;
    return Number(digit) > lowest ? [`${digits.slice(0, at)}[${lowest}-${Number(digit) - 1}][0-9]{${left}}`] : [];
  });
  return [...shorter, ...smaller, digits].join('|');
};

const truths = '^ *([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]) *$';

const truth = (value: unknown): unknown =>
  typeof value === 'string' && new RegExp(truths).test(value) ? value.trim().toLowerCase() === 'true' : value;

export const flag = v.pipe(
  v.unknown(),
  v.transform(truth),
  v.boolean('must be true or false'),
  v.metadata({ anyOf: [{ type: 'boolean' }, { type: 'string', pattern: truths }] }),
);

/** Counts characters as JSON Schema does: a character with two UTF-16 units counts as one. */
export const shortText = (most: number) =>
  v.pipe(
    v.string('must be a text'),
    v.check((text) => text.length <= most || [...text].length <= most, `must have at most ${most} characters`),
    v.metadata({ type: 'string', maxLength: most }),
  );

/** Each language of the clients reads this pattern. */
const visible = `^[^${noneOfNames}]*$`;

/** One line for people, who list it together with others. */
export const shortLine = (most: number) =>
  v.pipe(
    shortText(most),
    v.check((text) => new RegExp(visible).test(text), 'must be one line without control characters'),
    v.metadata({ type: 'string', maxLength: most, pattern: visible }),
  );

/** A text that matches a pattern, in the service and in its OpenAPI description. Counts characters as JSON Schema does. */
export const patternText = (pattern: string, rule: string) => {
  const form = new RegExp(pattern, 'u');
  return v.pipe(
    v.string(rule),
    v.check((text) => form.test(text), rule),
    v.metadata({ type: 'string', pattern }),
  );
};

/** A part of a pattern: one of these words, in upper or lower case. JSON Schema has no flags for that. */
export const anyCaseOf = (words: readonly string[]): string =>
  `(${words.map((word) => word.replace(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`)).join('|')})`;

/** A member that is accepted and has no effect. */
export const ignored = v.pipe(
  v.optional(v.unknown()),
  v.transform(() => undefined),
);

/** A member that belongs elsewhere, as the message says. */
export const refused = (message: string) =>
  optional(
    v.pipe(
      v.custom<never>(() => false, message),
      v.metadata({ type: 'null' }),
    ),
  );

/** A length of time, such as `12h` or `2d`. */
export const span = patternText(
  spanPattern,
  'must be a number and m, h, d or w, such as 12h or 2d, of at most 999999m, 99999h, 9999d or 999w',
);

const leapYear = '([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)';
const dayOfMonth = {
  ofAll: '(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])',
  ofAllButFebruary: '(0[13-9]|1[0-2])-(29|30)',
  ofLongMonths: '(0[13578]|1[02])-31',
};
/** A day of the calendar: `Date` takes 2027-02-31 for 3 March. A pattern, so that the description of the API says the same. */
const day = `([0-9]{4}-(${Object.values(dayOfMonth).join('|')})|${leapYear}-02-29)`;
const time = '([01][0-9]|2[0-3]):[0-5][0-9]';

export const dayText = patternText(`^${day}$`, 'must be a day of the calendar, such as 2026-12-25');

export const timeOfDay = patternText(`^${time}$`, 'must be a time such as 08:00');

/** A time that ends something: also the end of the day. */
export const endTime = patternText(`^(${time}|24:00)$`, 'must be a time such as 19:00, at most 24:00');

/** ISO 8601, with seconds or without. */
export const instantText = v.pipe(
  patternText(
    `^${day}T${time}(:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]${time})$`,
    'must be an instant with its zone, such as 2026-12-01T18:00:00Z, on a day of the calendar',
  ),
  v.transform((text) => new Date(text).toISOString()),
);
