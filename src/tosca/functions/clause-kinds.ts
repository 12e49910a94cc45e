import type { Schema } from '../types/definitions.ts';
import { isCall, type YamlNode } from '../yaml/node.ts';
import { coreValue } from '../yaml/scalar.ts';
import { pureFunctions } from './pure.ts';

/** The kind of value that an expression has, as far as its text shows. */
export type Kind = 'text' | 'number' | 'boolean' | 'nothing' | 'list' | 'map' | 'unit' | 'moment' | 'unknown';

const kinds: Readonly<Record<string, Kind>> = {
  string: 'text',
  bytes: 'text',
  integer: 'number',
  float: 'number',
  boolean: 'boolean',
  nil: 'nothing',
  timestamp: 'moment',
  version: 'moment',
};

/** The kind of a schema's values. */
export function kindOfSchema({ type: { base } }: Schema): Kind {
  if (typeof base === 'object') return kinds[base.name] ?? 'unit';
  if (base === 'scalar') return 'unit';
  return base === 'complex' ? 'map' : 'list' === base || base === 'range' ? 'list' : 'map';
}

/** The kind of an expression, where `$value` has the given kind. */
function kindOf(node: YamlNode, value: Kind): Kind {
  if (node.kind === 'sequence') return 'list';
  if (node.kind === 'mapping') return isCall(node) ? kindOfCall(node, value) : 'map';
  if (node.text === '$value') return value;
  if (/^\$(?!\$)/.test(node.text)) return 'unknown';
  const literal = coreValue(node);
  if (literal === null) return 'nothing';
  return typeof literal === 'string' ? 'text' : (typeof literal as 'number' | 'boolean');
}

const results: Readonly<Record<string, Kind>> = { length: 'number', join: 'text', token: 'text' };
const lists = new Set(['union', 'intersection']);
const rounded = new Set(['round', 'floor', 'ceil']);

function kindOfCall(node: YamlNode, value: Kind): Kind {
  const [entry] = node.kind === 'mapping' ? node.entries : [];
  if (entry === undefined) return 'unknown';
  const [name, argument] = [entry[0].slice(1), entry[1]];
  if (name === 'value') return argument.kind === 'sequence' && argument.items.length === 0 ? value : 'unknown';
  const pure = pureFunctions.get(name);
  if (pure?.boolean) return 'boolean';
  if (lists.has(name)) return 'list';
  if (rounded.has(name)) return 'number';
  if (pure && name !== 'length')
    return argumentsOf(argument).reduce((kind, each) => widest(kind, kindOf(each, value)), 'unknown' as Kind);
  return results[name] ?? 'unknown';
}

const widest = (a: Kind, b: Kind): Kind => (a === 'unit' || b === 'unit' ? 'unit' : a === 'unknown' ? b : a);

export const argumentsOf = (argument: YamlNode): readonly YamlNode[] =>
  argument.kind === 'sequence' ? argument.items : [argument];

/** A text may stand for a time, a version or a value with a unit; a number may be compared with a value with a unit. */
function comparable(a: Kind, b: Kind): boolean {
  if (a === b || [a, b].some((kind) => kind === 'unknown' || kind === 'nothing')) return true;
  const pair = new Set([a, b]);
  return pair.has('text') ? pair.has('moment') || pair.has('unit') : pair.has('number') && pair.has('unit');
}

const within = (allowed: readonly Kind[], given: readonly (Kind | undefined)[]): boolean =>
  given.every((kind) => kind === undefined || kind === 'unknown' || allowed.includes(kind));

type Fits = (given: readonly Kind[], nodes: readonly YamlNode[], value: Kind) => boolean;

const all =
  (...allowed: Kind[]): Fits =>
  (given) =>
    within(allowed, given);
const each =
  (...allowed: (readonly Kind[])[]): Fits =>
  (given) =>
    allowed.every((kindsOfOne, index) => within(kindsOfOne, [given[index]]));
const alike: Fits = ([a = 'unknown', b = 'unknown']) => comparable(a, b);
const both =
  (...rules: readonly Fits[]): Fits =>
  (given, nodes, value) =>
    rules.every((rule) => rule(given, nodes, value));

const ordered = both(all('number', 'text', 'moment', 'unit'), alike);
const parts = both(all('text', 'list'), alike);
const anyKind: readonly Kind[] = ['text', 'number', 'boolean', 'nothing', 'list', 'map', 'unit', 'moment'];

/** Each value of the list has the kind of the first argument. */
const listed: Fits = ([first = 'unknown', second = 'unknown'], [, list], value) =>
  within(['list'], [second]) &&
  (list?.kind !== 'sequence' || list.items.every((item) => comparable(first, kindOf(item, value))));

const rules: Readonly<Record<string, Fits>> = {
  and: all('boolean'),
  or: all('boolean'),
  not: all('boolean'),
  xor: all('boolean'),
  equal: alike,
  greater_than: ordered,
  greater_or_equal: ordered,
  less_than: ordered,
  less_or_equal: ordered,
  valid_values: listed,
  matches: all('text'),
  has_suffix: parts,
  has_prefix: parts,
  contains: parts,
  has_entry: each(['list', 'map']),
  has_key: each(['map'], anyKind),
  has_all_entries: each(['list', 'map'], ['list']),
  has_all_keys: each(['map'], ['list']),
  has_any_entry: each(['list', 'map'], ['list']),
  has_any_key: each(['map'], ['list']),
  length: all('text', 'list', 'map'),
  union: all('list'),
  intersection: all('list'),
  sum: all('number', 'unit'),
  difference: all('number', 'unit'),
  product: all('number', 'unit'),
  quotient: all('number', 'unit'),
  remainder: all('number', 'unit'),
  round: all('number'),
  floor: all('number'),
  ceil: all('number'),
};

/** Whether a function accepts these arguments, as far as their kinds are known (sections 9.2 and 10.2). */
export function fits(name: string, nodes: readonly YamlNode[], value: Kind): boolean {
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  return (
    rule === undefined ||
    rule(
      nodes.map((node) => kindOf(node, value)),
      nodes,
      value,
    )
  );
}
