import { limits } from './limits.ts';
import type { Json } from './topology.ts';
import { expressionSize } from './values/expression-size.ts';

/**
 * Limits the parts that one template may be expanded into: inherited members, values of nodes, results of functions. A
 * short text can ask for very much (types with a thousand defaults, a thousand nodes of each). At the limit one problem
 * is reported and expansion stops.
 */
export class Budget {
  #left: number = limits.parts;
  readonly #tell: () => void;

  /** `tell` is called once, when nothing is left */
  constructor(tell: () => void) {
    this.#tell = tell;
  }

  /** Takes so many parts from the budget; false when it does not have them. */
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
/** this many characters count as one part */
const charactersOfPart = 16;

/**
 * How many parts a value has when it is written out. Values share their common pieces, but written out each use counts.
 * Values are frozen, so a weight can be remembered and is worked out only once.
 */
export function weightOf(value: Json): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / charactersOfPart);
  if (value === null || typeof value !== 'object') return 1;
  const known = weights.get(value);
  if (known !== undefined) return known;
  let weight = 1;
  if (isList(value)) for (let at = 0; at < value.length; at += 1) weight += weightOf(value[at] ?? null);
  else for (const key in value) weight += weightOf(value[key] ?? null);
  // weighing a small value again is faster than looking it up
  if (weight > remembered) weights.set(value, weight);
  return weight;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** What a regular expression costs, in parts: RE2 writes out every repetition when it compiles. */
export const weightOfPattern = (expression: string): number =>
  Math.ceil(Math.max(expression.length, expressionSize(expression)) / 2);

/** Whether lists and maps are nested deeper than a text may nest them. Values share pieces, so each counts once in a level. */
export function isTooDeep(value: Json): boolean {
  let level = new Set<object>(value !== null && typeof value === 'object' ? [value] : []);
  for (let depth = 0; depth < limits.depth && level.size > 0; depth += 1) {
    const next = new Set<object>();
    for (const one of level)
      for (const member of Object.values(one)) if (member !== null && typeof member === 'object') next.add(member);
    level = next;
  }
  return level.size > 0;
}

/** For a message about such a value. */
export const tooDeep = `lists and maps are nested deeper than ${limits.depth} levels`;
