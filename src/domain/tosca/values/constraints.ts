import { weightOfPattern } from '../budget.ts';
import { asWarning, constraintInvalid } from '../problem-kinds.ts';
import type { Json } from '../topology.ts';
import type { Schema } from '../types/schema.ts';
import type { Scope } from '../types/scope.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { textOf, toJson } from '../yaml/scalar.ts';
import type { Calls } from './coerce.ts';
import { compare, rankOf, sameValue, sizeOf } from './compare.ts';
import { JsonSet } from './json-set.ts';
import { isDecidable, matchesWhole, patternFault } from './pattern.ts';
import { readPlain } from './plain.ts';
import { validationOf } from './validation.ts';

/** One condition on a value; answers what is wrong with it, or nothing. */
export interface Constraint {
  check(value: Json): string | undefined;
  /** a condition over other values as well (2.0): what is wrong once those are known */
  checkAmong?(value: Json, calls: Calls): string | undefined;
  /** a word to the author, though nothing is wrong */
  readonly note?: string;
}

/** Constraint clauses of a definition (1.x, section 3.6.3). A clause that makes no sense is reported once and dropped. */
export function constraintsOf(node: YamlNode, schema: Schema, scope: Scope): Constraint[] {
  if (node.kind !== 'mapping') return [];
  if (scope.version === '2.0') return validations(node, schema, scope);
  const clauses = node.get('constraints');
  if (clauses === undefined) return [];
  const items = clauses.kind === 'sequence' ? clauses.items : [clauses];
  return items.flatMap((item) => (item.kind === 'mapping' ? clausesOf(item, schema, scope) : []));
}

function validations(node: YamlMapping, schema: Schema, scope: Scope): Constraint[] {
  const clause = node.get('validation');
  if (clause === undefined) return [];
  const made = validationOf(clause, schema, (name) => scope.mayHaveFunction(name));
  if (typeof made !== 'string') return [made];
  scope.report?.at(clause, constraintInvalid(made));
  return [];
}

function clausesOf(item: YamlMapping, schema: Schema, scope: Scope): Constraint[] {
  return [...item.entries].flatMap(([operator, operand]) => {
    if (operator === 'pattern' && scope.budget?.spend(weightOfPattern(textOf(operand) ?? '')) === false) return [];
    const made = clauseOf(operator, operand, schema);
    if (typeof made !== 'string') {
      if (made.note !== undefined) scope.report?.at(operand, asWarning(constraintInvalid(made.note)));
      return [made];
    }
    scope.report?.at(operand, constraintInvalid(made));
    return [];
  });
}

type Build = (operand: YamlNode, schema: Schema) => Constraint | string;

/** One clause; what is wrong with the clause itself as text. */
export const clauseOf = (operator: string, operand: YamlNode, schema: Schema): Constraint | string => {
  const make = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  return make?.(operand, schema) ?? `${operator} is not a constraint; known are ${Object.keys(operators).join(', ')}`;
};

const shown = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The operand as a value of the constrained type, so that 2 GB equals 2000 MB and "16.04" equals 16.04. */
function operandOf(node: YamlNode, schema: Schema): Json {
  return readPlain(node, schema) ?? toJson(node);
}

const ordered =
  (words: string, holds: (difference: number) => boolean): Build =>
  (operand, schema) => {
    const limit = operandOf(operand, schema);
    return {
      check: (value) => {
        const difference = compare(value, limit, schema);
        return difference === undefined || holds(difference)
          ? undefined
          : `${shown(value)} must be ${words} ${shown(limit)}`;
      },
    };
  };

const sized =
  (words: string, holds: (size: number, limit: number) => boolean): Build =>
  (operand) => {
    const limit = toJson(operand);
    if (typeof limit !== 'number') return `a length is a number, found ${shown(limit)}`;
    return {
      check: (value) => {
        const size = sizeOf(value);
        return size === undefined || holds(size, limit)
          ? undefined
          : `its length is ${size}, ${words} ${limit} is allowed`;
      },
    };
  };

const equal: Build = (operand, schema) => {
  const wanted = operandOf(operand, schema);
  return {
    check: (value) => (sameValue(value, wanted, schema) ? undefined : `${shown(value)} must be ${shown(wanted)}`),
  };
};

const validValues: Build = (operand, schema) => {
  if (operand.kind !== 'sequence') return 'valid_values takes a list';
  const allowed = operand.items.map((item) => operandOf(item, schema));
  // as sameValue compares them, for lists that are long and asked often
  const ranks = new Set(allowed.map((each) => rankOf(each, schema)));
  const known = new JsonSet(allowed);
  const isAllowed = (value: Json): boolean => {
    const rank = rankOf(value, schema);
    return rank === undefined ? known.has(value) : ranks.has(rank);
  };
  return {
    check: (value) =>
      isAllowed(value)
        ? undefined
        : `${shown(value)} is not allowed; valid values are ${allowed.slice(0, 20).map(shown).join(', ')}`,
  };
};

const inRange: Build = (operand, schema) => {
  if (operand.kind !== 'sequence' || operand.items.length !== 2) return 'in_range takes a list of two bounds';
  const [low, high] = operand.items.map((item) => operandOf(item, schema));
  if (low === undefined || high === undefined) return 'in_range takes a list of two bounds';
  const outside = (value: Json): boolean =>
    (low !== 'UNBOUNDED' && (compare(value, low, schema) ?? 0) < 0) ||
    (high !== 'UNBOUNDED' && (compare(value, high, schema) ?? 0) > 0);
  return {
    check: (value) => {
      const parts = Array.isArray(value) ? (value as readonly Json[]) : [value];
      return parts.some(outside) ? `${shown(value)} is not in the range ${shown(low)} to ${shown(high)}` : undefined;
    },
  };
};

const pattern: Build = (operand) => {
  const expression = toJson(operand);
  if (typeof expression !== 'string') return 'pattern takes a regular expression';
  const fault = patternFault(expression);
  if (fault !== undefined) return `${shown(expression)} is no regular expression: ${fault}`;
  return {
    ...(isDecidable(expression)
      ? {}
      : { note: `RE2 does not know ${shown(expression)}: values are not held against it` }),
    check: (value) =>
      typeof value !== 'string' || matchesWhole(expression, value)
        ? undefined
        : `${shown(value)} does not match the pattern ${expression}`,
  };
};

const operators: Readonly<Record<string, Build>> = {
  equal,
  greater_than: ordered('greater than', (difference) => difference > 0),
  greater_or_equal: ordered('at least', (difference) => difference >= 0),
  less_than: ordered('less than', (difference) => difference < 0),
  less_or_equal: ordered('at most', (difference) => difference <= 0),
  in_range: inRange,
  valid_values: validValues,
  length: sized('exactly', (size, limit) => size === limit),
  min_length: sized('at least', (size, limit) => size >= limit),
  max_length: sized('at most', (size, limit) => size <= limit),
  pattern,
  // what such a schema means is not said by the standard: any value passes
  schema: () => ({ check: () => undefined }),
};
