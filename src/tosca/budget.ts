import { limits } from './limits.ts';
import type { Json } from './topology.ts';

/**
 * What one template may be made into: inherited members, values of nodes, texts of functions. A short text can ask for
 * very much (types with a thousand defaults, a thousand nodes of each); beyond the limit one problem is told and no more
 * is made.
 */
export class Budget {
  #left: number = limits.parts;
  readonly #tell: () => void;

  /** `tell` is called once, when there is nothing left */
  constructor(tell: () => void) {
    this.#tell = tell;
  }

  /** Whether there is still enough for so many parts. */
  spend(parts: number): boolean {
    const before = this.#left;
    this.#left -= parts;
    if (this.#left >= 0) return true;
    if (before >= 0) this.#tell();
    return false;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }
}

const weights = new WeakMap<object, number>();
const remembered = 50;
/** characters that count as one part */
const charactersOfPart = 16;

/**
 * How many parts a value comes to when it is written out. Values share what they have in common, and whoever writes them
 * out does not: the weight of what is frozen is remembered, so that it costs nothing to weigh it again.
 */
export function weightOf(value: Json): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / charactersOfPart);
  if (value === null || typeof value !== 'object') return 1;
  const known = weights.get(value);
  if (known !== undefined) return known;
  let weight = 1;
  for (const item of Array.isArray(value) ? value : Object.values(value)) weight += weightOf(item as Json);
  // what is small is weighed again sooner than it is looked up
  if (weight > remembered) weights.set(value, weight);
  return weight;
}

/** RE2 makes its program of all repetitions written out: what that costs, in parts. */
export function weightOfPattern(expression: string): number {
  let repeated = 1;
  for (const [, least = '', most] of expression.matchAll(/\{(\d{1,9})(?:,(\d{0,9}))?\}/g))
    repeated = Math.min(1_000, repeated * Math.max(1, Number(most || least)));
  return Math.ceil((expression.length * repeated) / 2);
}
