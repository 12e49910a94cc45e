import { weightOfPattern } from '../budget.ts';
import { didYouMean } from '../near.ts';
import { asWarning, constraintInvalid } from '../problem-kinds.ts';
import type { Json } from '../topology.ts';
import type { Constraint, Schema } from '../types/definitions.ts';
import type { Scope } from '../types/type-def.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { present, textOf, toJson } from '../yaml/scalar.ts';
import { compare, rankOf, sameValue, sizeOf } from './compare.ts';
import { conflictAmong } from './constraint-bounds.ts';
import { found } from './found.ts';
import { JsonSet } from './json-set.ts';
import { isTooLong, matchesWhole, patternFault, patternNote } from './pattern.ts';
import { readPlain } from './plain.ts';
import { validationOf } from './validation.ts';

/** Reads the constraint clauses of a definition (1.x, section 3.6.3). A wrong clause is reported once and dropped. */
export function constraintsOf(node: YamlNode, schema: Schema, scope: Scope): Constraint[] {
  if (node.kind !== 'mapping') return [];
  if (scope.version === '2.0') return validations(node, schema, scope);
  const clauses = node.get('constraints');
  if (clauses === undefined) return [];
  const isList = clauses.kind === 'sequence';
  // read all the same, as it is meant
  if (!isList && present(clauses)) scope.report?.at(clauses, asWarning(constraintInvalid(notListed)));
  const items = isList ? clauses.items : [clauses];
  const made = items.flatMap((item) => (item.kind === 'mapping' ? clausesOf(item, schema, scope) : []));
  const conflict = conflictAmong(made.flatMap(({ bounds }) => bounds ?? []));
  if (conflict !== undefined) scope.report?.at(clauses, constraintInvalid(conflict));
  return made;
}

const notListed = 'constraints are a list: begin each of them with a dash, since other tools refuse or ignore a map';

function validations(node: YamlMapping, schema: Schema, scope: Scope): Constraint[] {
  const clause = node.get('validation');
  if (clause === undefined) return [];
  const made = validationOf(clause, schema, (name) => scope.mayHaveFunction(name));
  if (typeof made === 'string') {
    scope.report?.at(clause, constraintInvalid(made));
    return [];
  }
  if (made.note !== undefined) scope.report?.at(clause, asWarning(constraintInvalid(made.note)));
  return [made];
}

function clausesOf(item: YamlMapping, schema: Schema, scope: Scope): Constraint[] {
  return [...item.entries].flatMap(([operator, operand]) => {
    if (operator === 'pattern' && scope.budget?.spend(weightOfPattern(textOf(operand) ?? '')) === false) return [];
    const made = clauseOf(operator, operand, schema);
    if (typeof made !== 'string') {
      if (made.note !== undefined) scope.report?.at(operand, asWarning(constraintInvalid(made.note)));
      return [{ ...made, clauses: [{ operator, operand: givenOperand(operator, operand, schema) }] }];
    }
    scope.report?.at(operand, constraintInvalid(made));
    return [];
  });
}

/** The operand as data. A length is a number, whatever the type is. */
function givenOperand(operator: string, operand: YamlNode, schema: Schema): Json {
  if (operator.endsWith('length')) return toJson(operand);
  return operand.kind === 'sequence'
    ? operand.items.map((item) => operandOf(item, schema))
    : operandOf(operand, schema);
}

type Build = (operand: YamlNode, schema: Schema, operator: string) => Constraint | string;

/** Reads one clause; a string says what is wrong with it. */
export const clauseOf = (operator: string, operand: YamlNode, schema: Schema): Constraint | string => {
  const make = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (make) return make(operand, schema, operator);
  const known = Object.keys(operators);
  return `${operator} is not a constraint${didYouMean(operator, known)}; known are ${known.join(', ')}`;
};

const shown = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The operand as a value of the constrained type, so that 2 GB equals 2000 MB and "16.04" equals 16.04. */
function operandOf(node: YamlNode, schema: Schema): Json {
  return readPlain(node, schema) ?? toJson(node);
}

/** Why an operand cannot be compared with values; in 1.x it may also be a map, which is not checked. */
function misfitOf(operand: YamlNode, { type: { base } }: Schema): string | undefined {
  if (typeof base !== 'object' || operand.kind === 'mapping') return undefined;
  const fits = operand.kind === 'scalar' && base.read(operand) !== undefined;
  return fits ? undefined : `${base.expected}, found ${found(operand)}`;
}

const withoutOrder = 'values of this type have no order, so they are not checked against it';

const hasOrder = ({ type: { base } }: Schema): boolean =>
  base === 'range' || base === 'scalar' || (typeof base === 'object' && base.name !== 'boolean');

const ordered =
  (words: string, holds: (difference: number) => boolean, side: 'low' | 'high', isOpen: boolean): Build =>
  (operand, schema, operator) => {
    const misfit = misfitOf(operand, schema);
    if (misfit !== undefined) return `${operator} takes ${misfit}`;
    const limit = operandOf(operand, schema);
    const rank = rankOf(limit, schema);
    return {
      ...(hasOrder(schema) ? {} : { note: `${operator}: ${withoutOrder}` }),
      ...(rank !== undefined && {
        bounds: { of: 'value', [side]: { at: rank, isOpen, text: `${words} ${shown(limit)}` } },
      }),
      check: (value) => {
        const own = rank === undefined ? undefined : rankOf(value, schema);
        // the rank of the limit is worked out once
        const difference = rank === undefined || own === undefined ? compare(value, limit, schema) : own - rank;
        return difference === undefined || holds(difference)
          ? undefined
          : `${shown(value)} must be ${words} ${shown(limit)}`;
      },
    };
  };

const sized =
  (words: string, holds: (size: number, limit: number) => boolean, sides: readonly ('low' | 'high')[]): Build =>
  (operand, { type: { base } }, operator) => {
    const limit = toJson(operand);
    if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 0)
      return `${operator} takes a whole number from 0, found ${found(operand)}`;
    const hasLength = base === 'list' || base === 'map' || (typeof base === 'object' && base.name === 'string');
    const bound = { at: limit, isOpen: false, text: `a length of ${words} ${limit}` };
    return {
      bounds: { of: 'length', ...Object.fromEntries(sides.map((side) => [side, bound])) },
      ...(hasLength
        ? {}
        : { note: `${operator}: values of this type have no length, so they are not checked against it` }),
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
  if (operand.kind !== 'sequence') return `valid_values takes a list, found ${found(operand)}`;
  if (operand.items.length === 0) return 'valid_values takes a list of the values that are allowed; this one is empty';
  const misfit = operand.items.map((item) => misfitOf(item, schema)).find((each) => each !== undefined);
  const allowed = operand.items.map((item) => operandOf(item, schema));
  // compares like sameValue, but fast: lists may be long and are searched often
  const ranks = new Set(allowed.map((each) => rankOf(each, schema)));
  const known = new JsonSet(allowed);
  const hasOwnOrder = typeof schema.type.base === 'object' && schema.type.base.compare !== undefined;
  const isAllowed = (value: Json): boolean => {
    const rank = rankOf(value, schema);
    if (rank !== undefined) return ranks.has(rank);
    return known.has(value) || (hasOwnOrder && allowed.some((each) => sameValue(value, each, schema)));
  };
  return {
    ...(misfit !== undefined && { note: `valid_values: each must be ${misfit}` }),
    check: (value) =>
      isAllowed(value)
        ? undefined
        : `${shown(value)} is not allowed; valid values are ${allowed.slice(0, 20).map(shown).join(', ')}`,
  };
};

const inRange: Build = (operand, schema) => {
  const items = operand.kind === 'sequence' ? operand.items : [];
  const misfit = items.filter((item) => textOf(item) !== 'UNBOUNDED').map((item) => misfitOf(item, schema));
  const [low, high] = items.map((item) => operandOf(item, schema));
  if (low === undefined || high === undefined || items.length !== 2)
    return `in_range takes a list of two bounds, the lower one first, found ${items.length === 0 ? found(operand) : `a list of ${items.length}`}`;
  const wrong = misfit.find((each) => each !== undefined);
  if (wrong !== undefined) return `in_range takes bounds that are each ${wrong}`;
  if (low !== 'UNBOUNDED' && high !== 'UNBOUNDED' && (compare(low, high, schema) ?? 0) > 0)
    return `in_range takes the lower bound first; no value is from ${shown(low)} to ${shown(high)}`;
  const [least, most] = [rankOf(low, schema), rankOf(high, schema)];
  const isRange = schema.type.base === 'range';
  const outside = (value: Json): boolean =>
    (isRange && value === 'UNBOUNDED' && high !== 'UNBOUNDED') ||
    (low !== 'UNBOUNDED' && (compare(value, low, schema) ?? 0) < 0) ||
    (high !== 'UNBOUNDED' && (compare(value, high, schema) ?? 0) > 0);
  const bound = (at: number | undefined) =>
    at === undefined ? undefined : { at, isOpen: false, text: `in the range ${shown(low)} to ${shown(high)}` };
  return {
    bounds: { of: 'value', low: bound(least), high: bound(most) },
    ...(hasOrder(schema) ? {} : { note: `in_range: ${withoutOrder}` }),
    check: (value) => {
      const parts = Array.isArray(value) ? (value as readonly Json[]) : [value];
      return parts.some(outside) ? `${shown(value)} is not in the range ${shown(low)} to ${shown(high)}` : undefined;
    },
  };
};

const pattern: Build = (operand, { type: { base } }) => {
  const expression = toJson(operand);
  if (typeof expression !== 'string') return 'pattern takes a regular expression';
  const fault = patternFault(expression);
  if (fault !== undefined) return `${shown(expression)} is not a regular expression: ${fault}`;
  const isText = typeof base === 'object' && base.name === 'string';
  const note = isText
    ? patternNote(expression)
    : 'pattern: values of this type are not texts, so they are not checked against it';
  return {
    ...(note !== undefined && { note }),
    check: (value) => (typeof value === 'string' ? patternMiss(expression, value) : undefined),
  };
};

/** Why the text does not meet the pattern. A value is refused that would take too long to compare. */
const patternMiss = (expression: string, text: string): string | undefined => {
  if (isTooLong(expression, text))
    return `${shown(text)} has ${text.length} characters, too many to compare with a pattern of this size`;
  return matchesWhole(expression, text) ? undefined : `${shown(text)} does not match the pattern ${expression}`;
};

const operators: Readonly<Record<string, Build>> = {
  equal,
  greater_than: ordered('greater than', (difference) => difference > 0, 'low', true),
  greater_or_equal: ordered('at least', (difference) => difference >= 0, 'low', false),
  less_than: ordered('less than', (difference) => difference < 0, 'high', true),
  less_or_equal: ordered('at most', (difference) => difference <= 0, 'high', false),
  in_range: inRange,
  valid_values: validValues,
  length: sized('exactly', (size, limit) => size === limit, ['low', 'high']),
  min_length: sized('at least', (size, limit) => size >= limit, ['low']),
  max_length: sized('at most', (size, limit) => size <= limit, ['high']),
  pattern,
  // the standard does not say what `schema` means, so any value passes
  schema: () => ({ check: () => undefined }),
};
