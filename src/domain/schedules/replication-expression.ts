/**
 * Rucio's RSE expression language: names, `key=value`, `key<number`, `key>number` and `*`, joined by `&` (both), `|`
 * (either) and `\` (without). All operators have the same precedence and bind from left to right, as in Rucio's core;
 * parentheses group. How values are compared is in element-conditions.ts; what only we accept is in docs/jobs.md.
 */

import { describes, numberIn, valueFault } from './element-conditions.ts';
import type { StorageElement } from './storage-elements.ts';

export type ReplicationExpression =
  | { readonly kind: 'all' }
  | { readonly kind: 'term'; readonly key: string }
  | { readonly kind: 'compare'; readonly key: string; readonly by: '=' | '<' | '>'; readonly value: string }
  | {
      readonly kind: 'join';
      readonly by: '&' | '|' | '\\';
      readonly left: ReplicationExpression;
      readonly right: ReplicationExpression;
    };

/** What is wrong, and at which position in the expression, counted from 1. */
interface Fault {
  readonly position: number;
  readonly message: string;
}

export type ParsedExpression =
  | { readonly ok: true; readonly expression: ReplicationExpression }
  | { readonly ok: false; readonly fault: Fault };

/** Most characters of an expression, and deepest nesting of parentheses. */
const longest = 2048;
const deepest = 100;

class Mistake extends Error {
  readonly fault: Fault;
  constructor(offset: number, message: string) {
    super(message);
    this.fault = { position: offset + 1, message };
  }
}

export const parseReplicationExpression = (text: string): ParsedExpression => {
  if (text.length > longest)
    return { ok: false, fault: { position: longest + 1, message: `more than ${longest} characters` } };
  const reader = new Reader(text);
  try {
    const expression = joined(reader, 0);
    if (!reader.ended) throw new Mistake(reader.offset, `${reader.seen} where an operator (& | \\) or the end belongs`);
    return { ok: true, expression };
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    return { ok: false, fault: error.fault };
  }
};

/** Reads the text piece by piece; blanks between the pieces have no meaning. */
class Reader {
  offset = 0;
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
    this.take(/\s*/y);
  }
  get ended(): boolean {
    return this.offset >= this.#text.length;
  }
  /** what is at the present position, for an error message */
  get seen(): string {
    return this.ended ? 'the expression ends' : `there is "${this.#text.slice(this.offset).match(/^./su)?.[0]}"`;
  }
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.offset;
    const taken = pattern.exec(this.#text)?.[0];
    if (taken === undefined) return undefined;
    this.offset += taken.length;
    if (taken !== '') this.take(/\s*/y);
    return taken.trim();
  }
}

const joined = (reader: Reader, depth: number): ReplicationExpression => {
  let left = operand(reader, depth);
  for (;;) {
    const by = reader.take(/[&|\\]/y) as '&' | '|' | '\\' | undefined;
    if (by === undefined) return left;
    left = { kind: 'join', by, left, right: operand(reader, depth) };
  }
};

const operand = (reader: Reader, depth: number): ReplicationExpression => {
  const opened = reader.offset;
  if (reader.take(/\(/y) === undefined) return primitive(reader);
  if (depth === deepest) throw new Mistake(opened, `parentheses are nested more than ${deepest} deep`);
  const inner = joined(reader, depth + 1);
  if (reader.take(/\)/y) !== undefined) return inner;
  throw new Mistake(reader.offset, `${reader.seen} where the ")" for the "(" at ${opened + 1} belongs`);
};

const primitive = (reader: Reader): ReplicationExpression => {
  if (reader.take(/\*/y) !== undefined) return { kind: 'all' };
  const key = reader.take(/[A-Za-z0-9._-]+/y);
  if (key === undefined)
    throw new Mistake(reader.offset, `${reader.seen} where a name, key=value, key<number, key>number, * or ( belongs`);
  const by = reader.take(/[=<>]/y) as '=' | '<' | '>' | undefined;
  if (by === undefined) return { kind: 'term', key };
  const at = reader.offset;
  const value = reader.take(/[A-Za-z0-9._-]+/y);
  if (value === undefined) throw new Mistake(at, `${reader.seen} where the value of ${key} belongs`);
  if (by !== '=' && numberIn(value) === undefined)
    throw new Mistake(at, `"${value}" where a number belongs after ${key}${by}`);
  const fault = by === '=' ? valueFault(key, value) : undefined;
  if (fault !== undefined) throw new Mistake(at, fault);
  return { kind: 'compare', key, by, value };
};

/** Whether the expression describes this element. */
export const describesElement = (expression: ReplicationExpression, element: StorageElement): boolean => {
  switch (expression.kind) {
    case 'all':
      return true;
    case 'term': // an element's name, or an attribute that is true
      return describes(element, expression.key, '=', 'true');
    case 'compare':
      return describes(element, expression.key, expression.by, expression.value);
    case 'join': {
      const left = describesElement(expression.left, element);
      if (expression.by === '|') return left || describesElement(expression.right, element);
      return left && describesElement(expression.right, element) === (expression.by === '&');
    }
  }
};

/** The keys behind a `\`, at any depth: what they do not meet is kept. */
export const excludedKeys = (expression: ReplicationExpression): readonly string[] => {
  if (expression.kind !== 'join') return [];
  const { by, left, right } = expression;
  return [...excludedKeys(left), ...(by === '\\' ? keysIn(right) : excludedKeys(right))];
};

const keysIn = (expression: ReplicationExpression): readonly string[] => {
  if (expression.kind === 'join') return [...keysIn(expression.left), ...keysIn(expression.right)];
  return expression.kind === 'all' ? [] : [expression.key];
};
