import type { Json } from '../topology.ts';
import type { YamlScalar } from '../yaml/node.ts';
import { coreValue, exceedsJsonNumbers, isText } from '../yaml/scalar.ts';
import { wholeNumber } from './exact-json.ts';
import { instantOf } from './instant.ts';
import { scalarUnit, unitsOf } from './units.ts';
import { compareVersions } from './version-order.ts';

/** A built-in type of TOSCA: how a scalar is read, and how two values are compared. */
export interface Primitive {
  readonly name: string;
  /** for messages: `an integer` */
  readonly expected: string;
  /** undefined: the scalar is not a value of this type */
  read(scalar: YamlScalar): Json | undefined;
  /** what is expected instead of a scalar that only looks like such a value; undefined: `expected` says it */
  insteadOf?(scalar: YamlScalar): string | undefined;
  /** a number that orders values; undefined when the value has no order */
  rank?(value: Json): number | undefined;
  /** the order of two values that no single number gives; undefined when they have none */
  compare?(a: Json, b: Json): number | undefined;
}

const yes = new Set(['true', 'yes', 'on']);
const no = new Set(['false', 'no', 'off']);
const integerText = /^[-+]?\d+$/;
const strictVersion = /^\d+\.\d+(?:\.\d+(?:\.[A-Za-z]\w*(?:-\d+)?)?)?$/;
/** 1.x: a number alone is a version too, and tools of it take digits for a qualifier. */
const looseVersion = /^\d+(?:\.\d+(?:\.\d+(?:\.[A-Za-z0-9]\w*(?:-\d+)?)?)?)?$/;

const numeric = (value: Json): number | undefined => (typeof value === 'number' ? value : undefined);

/** 1.x: forms send `"3"` and YAML has 0x10; both are integers (docs/contract/clients.md, "INFN dashboard"). */
function looseInteger(scalar: YamlScalar): Json | undefined {
  const text = scalar.text.trim();
  const isWhole = integerText.test(text);
  const value = isWhole ? wholeNumber(text) : coreValue(scalar);
  return has64Bits(value) && (isWhole || !/[.eE]/.test(hexless(text))) ? value : undefined;
}

/** The longest are 9223372036854775807 and -9223372036854775808 (1.3 section 3.3, by YAML; 2.0 section 9.1.1.2). */
const has64Bits = (value: Json): value is number | bigint =>
  typeof value === 'bigint' ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value);

/** 1.x reads digits in quotes too. */
function of64Bits({ text }: YamlScalar): string | undefined {
  return /^(?:[-+]?\d+|0x[\da-fA-F]+)$/.test(text.trim()) ? 'an integer of at most 64 bits' : undefined;
}

function ofStrict64Bits(scalar: YamlScalar): string | undefined {
  return scalar.plain ? of64Bits(scalar) : undefined;
}

/** Exact, also between a number and one of more than 53 bits. */
function compareNumbers(a: Json, b: Json): number | undefined {
  const areNumbers = [a, b].every((each) => typeof each === 'number' || typeof each === 'bigint');
  return areNumbers ? Number((a as number) > (b as number)) - Number((a as number) < (b as number)) : undefined;
}

const hexless = (text: string): string => (/^0[xo]/.test(text) ? '' : text);

function looseFloat(scalar: YamlScalar): Json | undefined {
  const text = scalar.text.trim();
  const value = text === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  return exceedsJsonNumbers(scalar) ? text : undefined;
}

function looseBoolean(scalar: YamlScalar): Json | undefined {
  const text = scalar.text.trim().toLowerCase();
  if (yes.has(text)) return true;
  return no.has(text) ? false : undefined;
}

const unit = (name: string): Primitive => ({
  name,
  expected: `a number with a unit (${unitsOf(name).slice(0, 9).join(', ') || 'of size, time, frequency or bitrate'})`,
  read: (scalar) => (scalarUnit(scalar.text, name) === undefined ? undefined : scalar.text.trim()),
  rank: (value) => (typeof value === 'string' ? scalarUnit(value, name) : undefined),
});

/** Scalars of the Simple Profile 1.0 to 1.3, read as generously as its tools read them. */
const simple: readonly Primitive[] = [
  { name: 'string', expected: 'a string', read: (scalar) => scalar.text },
  {
    name: 'integer',
    expected: 'an integer',
    read: looseInteger,
    insteadOf: of64Bits,
    rank: numeric,
    compare: compareNumbers,
  },
  { name: 'float', expected: 'a number', read: looseFloat, rank: floatRank },
  { name: 'boolean', expected: 'true or false', read: looseBoolean },
  {
    name: 'timestamp',
    expected: 'a timestamp such as 2026-01-31T12:00:00Z',
    read: (scalar) => (instantOf(scalar.text) === undefined ? undefined : scalar.text),
    rank: instantOf,
  },
  { name: 'null', expected: 'null', read: (scalar) => (coreValue(scalar) === null ? null : undefined) },
  {
    name: 'version',
    expected: 'a version such as 1.2 or 1.2.3',
    read: (scalar) => (looseVersion.test(scalar.text) ? scalar.text : undefined),
    compare: compareVersions,
  },
  unit('scalar-unit.size'),
  unit('scalar-unit.time'),
  unit('scalar-unit.frequency'),
  unit('scalar-unit.bitrate'),
  unit('scalar-unit'),
];

/** Whether the scalar has a tag of YAML 1.1, such as !!binary, which 2.0 does not allow (sections 9.1.1.5 and 9.1.2.1). */
const isOtherType = ({ tag }: YamlScalar): boolean => tag !== '' && !/(?:!!|:)str>?$/.test(tag);

const strictText = (scalar: YamlScalar): string | undefined => {
  return !isOtherType(scalar) && isText(scalar) ? scalar.text : undefined;
};

/** YAML reads `1.0` and `true` without quotes as a number and a boolean. */
const quoted =
  (expected: string) =>
  (scalar: YamlScalar): string | undefined =>
    isText(scalar) || isOtherType(scalar) ? undefined : `${expected}, which needs quotes here`;

const strictNumber = (scalar: YamlScalar): Json | undefined => {
  const value = coreValue(scalar);
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  return exceedsJsonNumbers(scalar) ? scalar.text : undefined;
};

function floatRank(value: Json): number | undefined {
  if (typeof value !== 'string' || /nan$/i.test(value)) return numeric(value);
  return value.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

const strictInteger = (scalar: YamlScalar): Json | undefined => {
  const value = coreValue(scalar);
  return has64Bits(value) && /^[-+]?\d+$|^0[xo]/.test(scalar.text) ? value : undefined;
};

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function bytes(scalar: YamlScalar): Json | undefined {
  const text = strictText(scalar);
  return text !== undefined && base64.test(text.replaceAll(/\s/g, '')) ? text : undefined;
}

/** Scalars of TOSCA 2.0 (section 9.1): YAML 1.2 has given them a type, so nothing is converted. */
const strict: readonly Primitive[] = [
  { name: 'string', expected: 'a string', read: strictText, insteadOf: quoted('a string') },
  {
    name: 'integer',
    expected: 'an integer',
    read: strictInteger,
    insteadOf: ofStrict64Bits,
    rank: numeric,
    compare: compareNumbers,
  },
  { name: 'float', expected: 'a number', read: strictNumber, rank: floatRank },
  {
    name: 'boolean',
    expected: 'true or false',
    read: (scalar) => (scalar.plain && /^(?:true|false)$/.test(scalar.text) ? scalar.text === 'true' : undefined),
  },
  { name: 'bytes', expected: 'base64 text', read: bytes },
  { name: 'nil', expected: 'null', read: (scalar) => (coreValue(scalar) === null ? null : undefined) },
  {
    name: 'timestamp',
    expected: 'a timestamp such as 2026-01-31T12:00:00Z',
    read: (scalar) => (isTimestamp(strictText(scalar) ?? '') ? scalar.text : undefined),
    rank: instantOf,
  },
  {
    name: 'version',
    expected: 'a version such as 1.2 or 1.2.3.beta-4',
    // YAML reads 1.0 without quotes as a number (section 9.1.2.3)
    read: (scalar) => (strictVersion.test(strictText(scalar) ?? '') ? scalar.text : undefined),
    insteadOf: (scalar) => (strictVersion.test(scalar.text) ? quoted('a version')(scalar) : undefined),
    compare: compareVersions,
  },
];

const strictTimestamp = /^(\d{4}-\d{2}-\d{2})(?:[Tt](\d{2}:\d{2}):(\d{2})(?:\.\d+)?(?:Z|z|[-+]\d{2}:\d{2}))?$/;

/** RFC 3339, whose minutes may have 61 seconds; a date alone is allowed too, as in the conformance suite. */
function isTimestamp(text: string): boolean {
  const [, date = '', minute = '00:00', second = '00'] = strictTimestamp.exec(text) ?? [];
  const time = Date.parse(`${date}T${minute}:00Z`);
  return Number(second) <= 60 && !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

export const simplePrimitives: ReadonlyMap<string, Primitive> = new Map(simple.map((each) => [each.name, each]));
export const strictPrimitives: ReadonlyMap<string, Primitive> = new Map(strict.map((each) => [each.name, each]));
