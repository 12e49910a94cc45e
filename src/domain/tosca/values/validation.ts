import { type Order, plainOrder, pureFunctions } from '../functions/pure.ts';
import { didYouMean } from '../near.ts';
import type { Json } from '../topology.ts';
import type { Schema } from '../types/schema.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { coreValue } from '../yaml/scalar.ts';
import { compare, sameValue } from './compare.ts';
import type { Constraint } from './constraints.ts';
import { readPlain } from './plain.ts';

/** Stands for what cannot be told here: a clause that needs another node's values passes. */
const open = Symbol('open');
type Result = Json | typeof open;

/** Functions that look beyond the value; in a validation clause they cannot be worked out. */
const outward = new Set([
  'get_property',
  'get_input',
  'get_attribute',
  'get_artifact',
  'node_index',
  'relationship_index',
  'available_allocation',
  'concat',
  'join',
  'token',
]);

/**
 * A validation clause of TOSCA 2.0 (section 9.3.1): a Boolean expression over `$value`. Answers what is wrong with the
 * clause itself as text.
 */
export function validationOf(
  clause: YamlNode,
  schema: Schema,
  userFunctions: (name: string) => boolean,
): Constraint | string {
  const fault = faultIn(clause, userFunctions);
  if (fault !== undefined) return fault;
  const text = describe(clause);
  return {
    check: (value) =>
      evaluate(clause, value, schema) === false ? `${shown(value)} does not satisfy ${text}` : undefined,
  };
}

const shown = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

function faultIn(clause: YamlNode, userFunctions: (name: string) => boolean): string | undefined {
  if (clause.kind !== 'mapping')
    return 'a validation clause is a function call, such as { $less_than: [ $value, 10 ] }';
  const found = callOf(clause);
  if (found === undefined) return 'a validation clause is one function call, its name begins with $';
  const open = [clause as YamlNode];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const call = node.kind === 'mapping' ? callOf(node) : undefined;
    const known =
      call === undefined ||
      call.name === 'value' ||
      pureFunctions.has(call.name) ||
      outward.has(call.name) ||
      userFunctions(call.name);
    if (!known) return `there is no function $${call.name}${didYouMean(call.name, pureFunctions.keys())}`;
    if (node.kind === 'sequence') open.push(...node.items);
    if (node.kind === 'mapping') open.push(...node.entries.values());
  }
  return undefined;
}

function callOf(node: YamlMapping): { name: string; argument: YamlNode } | undefined {
  const [entry] = node.entries;
  if (entry === undefined || node.entries.size !== 1 || !/^\$(?!\$)/.test(entry[0])) return undefined;
  return { name: entry[0].slice(1), argument: entry[1] };
}

function evaluate(node: YamlNode, value: Json, schema: Schema): Result {
  if (node.kind === 'scalar') return node.text === '$value' ? value : (readPlain(node, schema) ?? coreValue(node));
  if (node.kind === 'sequence') return whole(node.items.map((item) => evaluate(item, value, schema)));
  const call = callOf(node);
  if (call === undefined) return open;
  if (call.name === 'value') return value;
  const run = pureFunctions.get(call.name)?.run;
  const given = call.argument.kind === 'sequence' ? call.argument.items : [call.argument];
  const values = whole(given.map((item) => evaluateOperand(item, value, schema)));
  if (run === undefined || values === open) return open;
  return run(values as readonly Json[], orderOf(schema)) ?? open;
}

/** Next to `$length` and its like a plain 5 is a number, whatever the schema's type is. */
function evaluateOperand(node: YamlNode, value: Json, schema: Schema): Result {
  if (node.kind === 'scalar' && node.text !== '$value' && typeof coreValue(node) === 'number') return coreValue(node);
  return evaluate(node, value, schema);
}

const whole = (values: readonly Result[]): Result => (values.includes(open) ? open : (values as readonly Json[]));

const orderOf = (schema: Schema): Order => ({
  compare: (a, b) => plainNumbers(a, b) ?? compare(a, b, schema) ?? plainOrder.compare(a, b),
  same: (a, b) => sameValue(a, b, schema) || plainOrder.same(a, b),
});

const plainNumbers = (a: Json, b: Json): number | undefined =>
  typeof a === 'number' && typeof b === 'number' ? a - b : undefined;

/** The clause as it would be written, for messages. */
function describe(node: YamlNode): string {
  if (node.kind === 'scalar') return node.text;
  if (node.kind === 'sequence') return `[${node.items.map(describe).join(', ')}]`;
  return `{${[...node.entries].map(([key, item]) => `${key}: ${describe(item)}`).join(', ')}}`;
}
