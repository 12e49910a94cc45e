/** Multipliers of the Simple Profile's scalar units (section 3.3.6 of 1.3), by type; base units are B, s, Hz and bps. */
const table: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'scalar-unit.size': {
    B: 1,
    kB: 1e3,
    KiB: 2 ** 10,
    MB: 1e6,
    MiB: 2 ** 20,
    GB: 1e9,
    GiB: 2 ** 30,
    TB: 1e12,
    TiB: 2 ** 40,
  },
  'scalar-unit.time': { d: 86_400, h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 },
  'scalar-unit.frequency': { Hz: 1, kHz: 1e3, MHz: 1e6, GHz: 1e9 },
  'scalar-unit.bitrate': {
    bps: 1,
    Kbps: 1e3,
    Kibps: 2 ** 10,
    Mbps: 1e6,
    Mibps: 2 ** 20,
    Gbps: 1e9,
    Gibps: 2 ** 30,
    Tbps: 1e12,
    Tibps: 2 ** 40,
    Bps: 8,
    KBps: 8e3,
    KiBps: 8 * 2 ** 10,
    MBps: 8e6,
    MiBps: 8 * 2 ** 20,
    GBps: 8e9,
    GiBps: 8 * 2 ** 30,
    TBps: 8e12,
    TiBps: 8 * 2 ** 40,
  },
};

const scalar = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)\s*([A-Za-z]+)$/;

const lowered = new Map(
  Object.entries(table).map(([type, units]) => [
    type,
    new Map(Object.entries(units).map(([unit, factor]) => [unit.toLowerCase(), factor])),
  ]),
);

export const unitsOf = (type: string): string[] => Object.keys(table[type] ?? {});

/**
 * The number for a text such as `2 GB`, in the type's base unit; undefined when the text is not such a scalar. Units
 * are case-sensitive in the standard, but all tools of 1.x accept any case, and templates rely on that. Where two units
 * differ only by case, the unit as written comes first.
 */
export function scalarUnit(text: string, type: string): number | undefined {
  const slot = (text.charCodeAt(0) * 31 + text.charCodeAt(1) * 7 + text.length) % lastRead.length;
  const last = lastRead[slot];
  if (last !== undefined && last.text === text && last.type === type) return last.value;
  const value = worked(text, type);
  if (text.length <= longestKept) lastRead[slot] = { text, type, value };
  return value;
}

/** Each value is read once as a value and once for each constraint, and nodes share their sizes. */
const lastRead: (Readonly<{ text: string; type: string; value: number | undefined }> | undefined)[] = Array.from({
  length: 64,
});

/** A part of a text of up to this length is a text of its own: it does not keep the whole text in memory. */
const longestKept = 12;

function worked(text: string, type: string): number | undefined {
  const found = scalar.exec(text.trim());
  const unit = found?.[2];
  if (found === null || unit === undefined) return undefined;
  if (type === 'scalar-unit') return firstDefined(Object.keys(table).map((each) => scalarUnit(text, each)));
  const factor = table[type]?.[unit] ?? lowered.get(type)?.get(unit.toLowerCase());
  return factor === undefined ? undefined : Number(found[1]) * factor;
}

/** The same scalar for readers that know neither an exponent nor a plus: `1e3 MB` is `1000 MB`. */
export const withPlainNumber = (text: string): string => {
  const [, number = '', unit = ''] = scalar.exec(text.trim()) ?? [];
  return /[+eE]/.test(number) ? `${plainNumber(Number(number))} ${unit}` : text;
};

const plainNumber = (value: number): string => {
  if (!String(value).includes('e')) return String(value);
  return Number.isInteger(value) ? String(BigInt(value)) : value.toFixed(20).replace(/(?<!0)0+$/, '');
};

const firstDefined = (values: readonly (number | undefined)[]): number | undefined =>
  values.find((value) => value !== undefined);
