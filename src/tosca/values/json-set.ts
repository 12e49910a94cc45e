import type { Json } from '../topology.ts';

/** Values that are asked for by what they are (`sameJson`): thousands are held against thousands. */
export class JsonSet {
  readonly #known = new Set<Json>();

  constructor(values: Iterable<Json> = []) {
    for (const value of values) this.add(value);
  }

  /** Whether it was not there before. */
  add(value: Json): boolean {
    const before = this.#known.size;
    this.#known.add(keyOf(value));
    return this.#known.size > before;
  }

  has(value: Json): boolean {
    return this.#known.has(keyOf(value));
  }
}

/** A text stands for a collection; no text of a template begins with NUL, which YAML does not take unescaped. */
const keyOf = (value: Json): Json =>
  typeof value === 'object' && value !== null ? `\0${canonical(value)}` : escaped(value);
const escaped = (value: Json): Json => (typeof value === 'string' && value.startsWith('\0') ? `\0"${value}` : value);

/** One text for each value, whatever the order of its keys. */
export function canonical(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonical).join(',')}]`;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item as Json)}`).join(',')}}`;
}
