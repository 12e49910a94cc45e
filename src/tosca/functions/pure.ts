import type { Json } from '../topology.ts';
import { sameJson, sizeOf } from '../values/compare.ts';
import { wholeNumber } from '../values/exact-json.ts';
import { canonical, JsonSet } from '../values/json-set.ts';
import { isDecidable, isTooLong, matchesPart } from '../values/pattern.ts';

/** Compares two values: units, versions and times have their own order. */
export interface Order {
  compare(a: Json, b: Json): number | undefined;
  same(a: Json, b: Json): boolean;
}

const isNumber = (value: Json | undefined): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

export const plainOrder: Order = {
  compare: (a, b) => {
    if (isNumber(a) && isNumber(b)) return Number(a > b) - Number(a < b);
    return typeof a === 'string' && typeof b === 'string' ? Number(a > b) - Number(a < b) : undefined;
  },
  same: sameJson,
};

/** Undefined: the function does not accept these arguments. */
type Pure = (values: readonly Json[], order: Order) => Json | undefined;

export interface PureFunction {
  readonly run: Pure;
  /** for messages: the arguments it takes */
  readonly takes: string;
  /** the smallest and largest number of arguments */
  readonly arity: readonly [number, number];
  /** true: the result is a boolean */
  readonly boolean: boolean;
}

type Spec = Omit<PureFunction, 'boolean'>;

const list = (value: Json | undefined): readonly Json[] | undefined =>
  Array.isArray(value) ? (value as readonly Json[]) : undefined;
const isMap = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const allBooleans = (values: readonly Json[]): values is readonly boolean[] =>
  values.every((value) => typeof value === 'boolean');
const allNumbers = (values: readonly Json[]): values is readonly number[] =>
  values.length > 0 && values.every((value) => typeof value === 'number');

const two =
  (run: (a: Json, b: Json, order: Order) => Json | undefined): Pure =>
  (values, order) => {
    const [a, b] = values;
    return a === undefined || b === undefined || values.length !== 2 ? undefined : run(a, b, order);
  };

const ordered = (holds: (difference: number) => boolean): Spec => ({
  arity: [2, 2],
  takes: 'two values that have an order',
  run: two((a, b, order) => {
    const difference = order.compare(a, b);
    return difference === undefined ? undefined : holds(difference);
  }),
});

const booleans = (arity: Spec['arity'], run: (values: readonly boolean[]) => Json | undefined): Spec => ({
  arity,
  takes: 'true or false values',
  run: (values) => (allBooleans(values) ? run(values) : undefined),
});

const numbers = (
  takes: string,
  arity: Spec['arity'],
  run: (values: readonly number[]) => number | undefined,
  whole?: (a: bigint, b: bigint) => bigint,
): Spec => ({
  arity,
  takes,
  run: (values) => {
    const exact = values.every(isNumber) ? values.map(Number) : values;
    const result = allNumbers(exact) ? run(exact) : undefined;
    if (result === undefined || !Number.isFinite(result)) return undefined;
    const isRounded = !Number.isSafeInteger(result) || values.some((value) => typeof value === 'bigint');
    return whole && isRounded ? (exactly(values, whole) ?? result) : result;
  },
});

/** The result for whole numbers, with all digits; undefined: one of them is none. */
const exactly = (values: readonly Json[], run: (a: bigint, b: bigint) => bigint): number | bigint | undefined => {
  const all = values.map((value) =>
    typeof value === 'bigint' || Number.isSafeInteger(value) ? BigInt(value as number) : undefined,
  );
  const [first, ...rest] = all;
  if (first === undefined || rest.includes(undefined)) return undefined;
  return wholeNumber(String(rest.reduce<bigint>((total, value) => run(total, value ?? 0n), first)));
};

const rounding = (run: (value: number) => number): Spec =>
  numbers(
    'one number',
    [1, 1],
    ([value, ...more]) => (value === undefined || more.length > 0 ? undefined : run(value)),
    (value) => value,
  );

const pair = (takes: string, run: Pure): Spec => ({ arity: [2, 2], takes, run });
const any = Number.POSITIVE_INFINITY;

const matches = two((text, pattern) =>
  typeof text === 'string' && typeof pattern === 'string' && isDecidable(pattern) && !isTooLong(pattern, text)
    ? matchesPart(pattern, text)
    : undefined,
);

const affix = (
  text: (whole: string, part: string) => boolean,
  items: (whole: readonly Json[], part: readonly Json[]) => boolean,
): Pure =>
  two((whole, part) => {
    if (typeof whole === 'string' && typeof part === 'string') return text(whole, part);
    const [all, some] = [list(whole), list(part)];
    return all && some ? items(all, some) : undefined;
  });

const startsWith = (whole: readonly Json[], part: readonly Json[]): boolean =>
  part.length <= whole.length && part.every((item, index) => sameJson(item, whole[index] as Json));

const entriesOf = (value: Json): readonly Json[] | undefined => (isMap(value) ? Object.values(value) : list(value));
const keysOf = (value: Json): readonly Json[] | undefined => (isMap(value) ? Object.keys(value) : undefined);

const among = (
  of: (value: Json) => readonly Json[] | undefined,
  holds: (all: readonly Json[], wanted: readonly Json[]) => boolean,
  many: boolean,
): Pure =>
  two((container, wanted) => {
    const all = of(container);
    const names = many ? list(wanted) : [wanted];
    return all && names ? holds(all, names) : undefined;
  });

function every(all: readonly Json[], wanted: readonly Json[]): boolean {
  const known = new JsonSet(all);
  return wanted.every((item) => known.has(item));
}

function some(all: readonly Json[], wanted: readonly Json[]): boolean {
  const known = new JsonSet(all);
  return wanted.some((item) => known.has(item));
}

function distinct(items: readonly Json[]): Json {
  const known = new JsonSet();
  return Object.freeze(items.filter((item) => known.add(item)));
}

function common([first = [], ...rest]: readonly (readonly Json[])[]): Json {
  const known = rest.map((items) => new JsonSet(items));
  return distinct(first.filter((item) => known.every((each) => each.has(item))));
}

/** Whether a list contains another: both become texts, with a mark between items that no item contains. */
const within = (all: readonly Json[], part: readonly Json[]): boolean => asText(all).includes(asText(part));
const asText = (items: readonly Json[]): string => `\0${items.map((item) => `${canonical(item)}\0`).join('')}`;

const sets = (run: (sets: readonly (readonly Json[])[]) => Json): Spec => ({
  arity: [1, any],
  takes: 'lists',
  run: (values) => {
    const lists = values.map(list);
    return lists.length > 0 && lists.every((each) => each !== undefined) ? run(lists) : undefined;
  },
});

/** Functions with a boolean result (section 10.2.2). */
const booleanFunctions: Readonly<Record<string, Spec>> = {
  and: booleans([2, any], (values) => values.every(Boolean)),
  or: booleans([2, any], (values) => values.some(Boolean)),
  not: booleans([1, 1], ([value, ...more]) => (value === undefined || more.length > 0 ? undefined : !value)),
  xor: booleans([2, 2], ([a, b, ...more]) =>
    a === undefined || b === undefined || more.length > 0 ? undefined : a !== b,
  ),
  equal: pair(
    'two values',
    two((a, b, order) => order.same(a, b)),
  ),
  greater_than: ordered((difference) => difference > 0),
  greater_or_equal: ordered((difference) => difference >= 0),
  less_than: ordered((difference) => difference < 0),
  less_or_equal: ordered((difference) => difference <= 0),
  valid_values: pair(
    'a value and a list',
    two((value, all, order) => list(all)?.some((each) => order.same(value, each))),
  ),
  matches: pair('a text and a regular expression', matches),
  has_suffix: pair(
    'two texts or two lists',
    affix(
      (all, part) => all.endsWith(part),
      (all, part) => startsWith(all.toReversed(), part.toReversed()),
    ),
  ),
  has_prefix: pair(
    'two texts or two lists',
    affix((all, part) => all.startsWith(part), startsWith),
  ),
  contains: pair(
    'two texts or two lists',
    affix(
      (all, part) => all.includes(part),
      (all, part) => all.length > 0 && within(all, part),
    ),
  ),
  has_entry: pair('a list or map, and a value', among(entriesOf, every, false)),
  has_key: pair('a map and a key', among(keysOf, every, false)),
  has_all_entries: pair('a list or map, and a list', among(entriesOf, every, true)),
  has_all_keys: pair('a map and a list', among(keysOf, every, true)),
  has_any_entry: pair('a list or map, and a list', among(entriesOf, some, true)),
  has_any_key: pair('a map and a list', among(keysOf, some, true)),
};

/** Functions on texts, lists, sets and numbers (sections 10.2.3 to 10.2.5). */
const otherFunctions: Readonly<Record<string, Spec>> = {
  length: {
    arity: [1, any],
    takes: 'a text, a list or a map',
    // several arguments can only be the items of a list that stands there
    run: ([value, ...more]) => (value === undefined ? undefined : more.length > 0 ? more.length + 1 : sizeOf(value)),
  },
  union: sets((all) => distinct(all.flat())),
  intersection: sets(common),
  sum: numbers(
    'numbers, or values with units',
    [1, any],
    (values) => values.reduce((total, value) => total + value, 0),
    (a, b) => a + b,
  ),
  difference: numbers(
    'two numbers, or values with units',
    [2, 2],
    ([a, b]) => (a === undefined || b === undefined ? undefined : a - b),
    (a, b) => a - b,
  ),
  product: numbers(
    'numbers, or values with units',
    [1, any],
    (values) => values.reduce((total, value) => total * value, 1),
    (a, b) => a * b,
  ),
  quotient: numbers('two numbers, the second not 0', [2, 2], ([a, b]) =>
    a === undefined || b === undefined ? undefined : a / b,
  ),
  remainder: numbers(
    'two integers, the second not 0',
    [2, 2],
    ([a, b]) => (a === undefined || b === undefined ? undefined : a % b),
    (a, b) => a % b,
  ),
  // a half is rounded down (section 10.2.5.6)
  round: rounding((value) => Math.ceil(value - 0.5)),
  floor: rounding(Math.floor),
  ceil: rounding(Math.ceil),
};

/** Functions of TOSCA 2.0 that need only their arguments; names without the `$`. */
export const pureFunctions: ReadonlyMap<string, PureFunction> = new Map(
  [booleanFunctions, otherFunctions].flatMap((functions) =>
    Object.entries(functions).map(
      ([name, spec]) => [name, { ...spec, boolean: functions === booleanFunctions }] as const,
    ),
  ),
);
