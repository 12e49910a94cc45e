import type { Json } from '../topology.ts';

/** A set of JSON values that compares by content (`sameJson`), and fast: thousands are compared with thousands. */
export class JsonSet {
  readonly #known = new Set<Json>();

  constructor(values: Iterable<Json> = []) {
    for (const value of values) this.add(value);
  }

  /** Returns whether the value is new. */
  add(value: Json): boolean {
    const before = this.#known.size;
    this.#known.add(keyOf(value));
    return this.#known.size > before;
  }

  has(value: Json): boolean {
    return this.#known.has(keyOf(value));
  }
}

/** A collection becomes a text that starts with NUL, which no text of a template does: YAML does not allow it unescaped. */
const keyOf = (value: Json): Json =>
  typeof value === 'object' && value !== null ? `\0${canonical(value)}` : escaped(value);
const escaped = (value: Json): Json => (typeof value === 'string' && value.startsWith('\0') ? `\0"${value}` : value);

/** The same text for equal values, whatever the order of their keys. */
export function canonical(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonical).join(',')}]`;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item as Json)}`).join(',')}}`;
}
