import type { Json } from '../topology.ts';
import type { Clause, Schema } from '../types/definitions.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf, toJson } from '../yaml/scalar.ts';
import { readPlain } from './plain.ts';

/** Functions of 2.0 on `$value`, and the operators of the Simple Profile that say the same. */
const ofValue: { readonly [name: string]: string } = {
  $equal: 'equal',
  $greater_than: 'greater_than',
  $greater_or_equal: 'greater_or_equal',
  $less_than: 'less_than',
  $less_or_equal: 'less_or_equal',
  $valid_values: 'valid_values',
  $matches: 'pattern',
};

const ofLength: { readonly [name: string]: string } = {
  $equal: 'length',
  $greater_or_equal: 'min_length',
  $less_or_equal: 'max_length',
};

/** A validation clause of 2.0 as data: in the operators of the Simple Profile where they can say it, else as it stands. */
export function clausesOf(clause: YamlNode, schema: Schema): readonly Clause[] {
  const asItStands: Clause = { operator: 'validation', operand: toJson(clause) };
  const call = callOf(clause);
  if (call === undefined) return [asItStands];
  const [name, items] = call;
  if (name === '$and') return items.flatMap((item) => clausesOf(item, schema));
  const [of, operand] = items;
  if (operand === undefined || items.length !== 2) return [asItStands];
  const operator = isValue(of) ? own(ofValue, name) : isLength(of) ? own(ofLength, name) : undefined;
  if (operator === undefined || isComputed(operand)) return [asItStands];
  return [{ operator, operand: isLength(of) || operator === 'pattern' ? toJson(operand) : plainOf(operand, schema) }];
}

const own = (table: { readonly [name: string]: string }, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const callOf = (node: YamlNode | undefined): readonly [string, readonly YamlNode[]] | undefined => {
  const [entry] = node?.kind === 'mapping' && node.entries.size === 1 ? node.entries : [];
  return entry?.[1].kind === 'sequence' ? [entry[0], entry[1].items] : undefined;
};

const isValue = (node: YamlNode | undefined): boolean => textOf(node) === '$value';

const isLength = (node: YamlNode | undefined): boolean => {
  const [name, items = []] = callOf(node) ?? [];
  return name === '$length' && items.length === 1 && isValue(items[0]);
};

const isComputed = (node: YamlNode): boolean => {
  if (node.kind === 'scalar') return node.text.startsWith('$');
  return node.kind === 'mapping' || node.items.some(isComputed);
};

const plainOf = (node: YamlNode, schema: Schema): Json =>
  node.kind === 'sequence'
    ? node.items.map((item) => plainOf(item, schema))
    : (readPlain(node, schema) ?? toJson(node));
