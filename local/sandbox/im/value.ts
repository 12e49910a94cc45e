/** Reads values of a YAML document without trust in its shape: a missing value, or one of another kind, reads as empty. */

export type YamlMap = { readonly [key: string]: unknown };

export const isMap = (value: unknown): value is YamlMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

export const asMap = (value: unknown): YamlMap => (isMap(value) ? value : {});

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

export const asCount = (value: unknown): number | undefined => {
  const count = typeof value === 'string' ? Number(value) : value;
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined;
};

/** The value at a path of keys; undefined when the path ends early. */
export const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((inner, key) => (Array.isArray(inner) ? inner[Number(key)] : asMap(inner)[key]), value);

const factors: { readonly [unit: string]: number } = {
  b: 1,
  k: 1e3,
  kb: 1e3,
  m: 1e6,
  mb: 1e6,
  g: 1e9,
  gb: 1e9,
  t: 1e12,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};

/** Bytes of a TOSCA scalar-unit.size such as `4 GiB` (Simple Profile 1.3, section 3.3.6.4). */
export function asBytes(value: unknown): number | undefined {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([A-Za-z]*)\s*$/.exec(asText(value) ?? '');
  const factor = factors[(match?.[2] || 'b').toLowerCase()];
  return match && factor ? Math.round(Number(match[1]) * factor) : undefined;
}
