/** Declared inputs as JSON Schema (2020-12), for forms and editors that know nothing of TOSCA. */

import type { DeclaredInput, DeclaredSchema } from './declared-inputs.ts';
import type { Json } from './topology.ts';
import type { Clause } from './types/definitions.ts';

type JsonSchema = { readonly [keyword: string]: Json };

/** The schema of an object with the values of all inputs. What JSON Schema cannot say, only the service checks. */
export const inputSchema = (inputs: readonly DeclaredInput[]): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...ofMembers(inputs),
});

const ofMembers = (members: readonly DeclaredInput[]): JsonSchema => {
  const required = members.filter((one) => one.required && one.default === undefined).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map((member) => [member.name, ofInput(member)])),
    ...(required.length > 0 && { required }),
  };
};

const ofInput = ({ type, base, description, default: value, secret, ...rest }: DeclaredInput): JsonSchema => ({
  ...(type !== undefined && base !== undefined && ofSchema({ ...rest, type, base })),
  ...(description !== undefined && { description }),
  ...(value !== undefined && { default: value }),
  ...(secret && { writeOnly: true, format: 'password' }),
});

const ofSchema = (schema: DeclaredSchema): JsonSchema => {
  const { type, base, constraints = [] } = schema;
  const own = { 'x-tosca-type': type, ...ofBase(schema) };
  const clauses = constraints.map((clause) => ofClause(clause, base)).filter((one) => Object.keys(one).length > 0);
  const isPlain = new Set(clauses.flatMap(Object.keys)).size === clauses.flatMap(Object.keys).length;
  return isPlain ? Object.assign({}, own, ...clauses) : { ...own, allOf: clauses };
};

const plain: { readonly [base: string]: JsonSchema } = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  float: { type: 'number' },
  boolean: { type: 'boolean' },
  bytes: { type: 'string', contentEncoding: 'base64' },
  timestamp: { type: 'string' },
  version: { type: 'string' },
  range: { type: 'array', minItems: 2, maxItems: 2 },
};

const ofBase = ({ base, units, entry, key, members }: DeclaredSchema): JsonSchema => {
  if (units !== undefined)
    return {
      type: 'string',
      pattern: withUnit(units),
      'x-tosca-units': units,
    };
  if (base === 'list') return { type: 'array', ...(entry && { items: ofSchema(entry) }) };
  if (base === 'map')
    return {
      type: 'object',
      ...(entry && { additionalProperties: ofSchema(entry) }),
      ...(key && { propertyNames: ofSchema(key) }),
    };
  if (base === 'complex') return members === undefined ? { type: 'object' } : ofMembers(members);
  return plain[base] ?? {};
};

/** Units in any case, as the checker takes them: JSON Schema has no flag for that. */
const withUnit = (units: readonly string[]): string => {
  const inAnyCase = units.map((unit) =>
    unit.replaceAll(/[a-z]/gi, (one) => `[${one.toUpperCase()}${one.toLowerCase()}]`),
  );
  return `^\\s*[-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]+)?\\s*(${inAnyCase.join('|')})\\s*$`;
};

const isNumber = (base: string): boolean => base === 'integer' || base === 'float';

/** What the length of a value is called. */
const lengthOf: { readonly [base: string]: string } = { list: 'Items', map: 'Properties', string: 'Length' };

/** Empty: JSON Schema cannot say it. Texts with units have an order of their own. */
const ofClause = ({ operator, operand }: Clause, base: string): JsonSchema => {
  const length = lengthOf[base];
  switch (operator) {
    case 'equal':
      return { const: operand };
    case 'valid_values':
      return { enum: operand };
    case 'pattern':
      return base === 'string' ? { pattern: `^(?:${operand})$` } : {};
    case 'length':
      return length === undefined ? {} : { [`min${length}`]: operand, [`max${length}`]: operand };
    case 'min_length':
    case 'max_length':
      return length === undefined ? {} : { [`${operator.slice(0, 3)}${length}`]: operand };
    default:
      return isNumber(base) ? ofOrder(operator, operand) : {};
  }
};

const orders: { readonly [operator: string]: string } = {
  greater_than: 'exclusiveMinimum',
  greater_or_equal: 'minimum',
  less_than: 'exclusiveMaximum',
  less_or_equal: 'maximum',
};

const ofOrder = (operator: string, operand: Json): JsonSchema => {
  if (operator !== 'in_range') {
    const keyword = orders[operator];
    return keyword === undefined ? {} : { [keyword]: operand };
  }
  const [low, high] = Array.isArray(operand) ? (operand as readonly Json[]) : [];
  return {
    ...(typeof low === 'number' && { minimum: low }),
    ...(typeof high === 'number' && { maximum: high }),
  };
};
