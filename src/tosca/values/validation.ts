import { append } from '../append.ts';
import { type ClauseFault, clauseFunctions, faultsOf } from '../functions/clause.ts';
import { kindOfSchema } from '../functions/clause-kinds.ts';
import { type Order, plainOrder, pureFunctions } from '../functions/pure.ts';
import { argumentsFinding } from '../functions/wrong-arguments.ts';
import { functionUnknown } from '../problem-kinds.ts';
import type { Json } from '../topology.ts';
import type { Calls, Constraint, Schema } from '../types/definitions.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { coreValue, textOf } from '../yaml/scalar.ts';
import { compare, sameValue } from './compare.ts';
import { patternFault, patternNote } from './pattern.ts';
import { readPlain } from './plain.ts';
import { clausesOf } from './validation-clauses.ts';

/** A result that is not known here; a clause that needs it passes. */
const open = Symbol('open');
type Result = Json | typeof open;

/**
 * Reads a validation clause of TOSCA 2.0 (section 9.11): a Boolean expression over `$value`. A string says what is
 * wrong with the clause itself.
 */
export function validationOf(clause: YamlNode, schema: Schema, isOwn: (name: string) => boolean): Constraint | string {
  const [fault] = faultsOf(clause, isOwn, kindOfSchema(schema));
  if (fault !== undefined) return describeFault(fault);
  const patterns = patternsIn(clause);
  const bad = patterns.map(badPattern).find((each) => each !== undefined);
  if (bad !== undefined) return bad;
  const note = patterns.map(patternNote).find((each) => each !== undefined);
  const text = describe(clause);
  const check = (value: Json, calls?: Calls): string | undefined =>
    new Reading(value, schema, calls).evaluate(clause) === false
      ? `${shown(value)} does not satisfy ${text}`
      : undefined;
  const clauses = clausesOf(clause, schema);
  const made = looksAround(clause) ? { check: () => undefined, checkAmong: check, clauses } : { check, clauses };
  return note === undefined ? made : { ...made, note };
}

const shown = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

function describeFault(fault: ClauseFault): string {
  if (fault.is === 'unknown') {
    const known = clauseFunctions.map((name) => `$${name}`);
    return functionUnknown(`$${fault.name}`, known).message;
  }
  if (fault.is === 'arguments') return argumentsFinding(`$${fault.name}`, fault.takes, fault.argument, true).message;
  return 'a validation clause is a function that returns true or false, such as { $less_than: [ $value, 10 ] }';
}

function* callsIn(clause: YamlNode): Iterable<{ name: string; argument: YamlNode }> {
  const left = [clause];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    const call = node.kind === 'mapping' ? callOf(node) : undefined;
    if (call) yield call;
    if (node.kind === 'sequence') append(left, node.items);
    if (node.kind === 'mapping') append(left, node.entries.values());
  }
}

/** Regular expressions that are written out in a clause or condition. */
export function patternsIn(clause: YamlNode): readonly string[] {
  return [...callsIn(clause)].flatMap(({ name, argument }) => {
    const pattern = name === 'matches' && argument.kind === 'sequence' ? textOf(argument.items[1]) : undefined;
    return pattern === undefined || pattern.startsWith('$') ? [] : [pattern];
  });
}

export function badPattern(pattern: string): string | undefined {
  const fault = patternFault(pattern);
  return fault === undefined ? undefined : `${JSON.stringify(pattern)} is not a regular expression: ${fault}`;
}

const looksAround = (clause: YamlNode): boolean => [...callsIn(clause)].some(({ name }) => name.startsWith('get_'));

function callOf(node: YamlMapping): { name: string; argument: YamlNode } | undefined {
  const [entry] = node.entries;
  if (entry === undefined || node.entries.size !== 1 || !/^\$(?!\$)/.test(entry[0])) return undefined;
  return { name: entry[0].slice(1), argument: entry[1] };
}

/** Evaluates a clause for one value. */
class Reading {
  readonly #value: Json;
  readonly #schema: Schema;
  readonly #calls: Calls | undefined;

  constructor(value: Json, schema: Schema, calls: Calls | undefined) {
    this.#value = value;
    this.#schema = schema;
    this.#calls = calls;
  }

  evaluate(node: YamlNode): Result {
    if (node.kind === 'scalar') {
      if (node.text === '$value') return this.#value;
      return node.text.startsWith('$') ? open : (readPlain(node, this.#schema) ?? coreValue(node));
    }
    if (node.kind === 'sequence') return whole(node.items.map((item) => this.evaluate(item)));
    const call = callOf(node);
    if (call === undefined) return open;
    if (call.name === 'value') return this.#part(call.argument);
    const pure = pureFunctions.get(call.name);
    if (pure === undefined) return this.#findProvider(node);
    const given = call.argument.kind === 'sequence' ? call.argument.items : [call.argument];
    const values = whole(given.map((item) => this.#operand(item)));
    return values === open ? open : (pure.run(values as readonly Json[], orderOf(this.#schema)) ?? open);
  }

  /** Next to `$length` and similar functions, a plain 5 is a number, whatever the schema's type is. */
  #operand(node: YamlNode): Result {
    if (node.kind === 'scalar' && typeof coreValue(node) === 'number') return coreValue(node);
    return this.evaluate(node);
  }

  /** `$value: [key, index]`: the part of the value at this path. */
  #part(path: YamlNode): Result {
    const steps = path.kind === 'sequence' ? path.items.map((item) => textOf(item)) : [];
    let at: Json | undefined = this.#value;
    for (const step of steps) {
      if (step === undefined || typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return open;
      at = (at as { readonly [key: string]: Json })[step];
    }
    return at ?? open;
  }

  #findProvider(node: YamlMapping): Result {
    const found = this.#calls?.evaluate(node);
    return found?.is === 'given' ? found.value : open;
  }
}

const whole = (values: readonly Result[]): Result => (values.includes(open) ? open : (values as readonly Json[]));

const orderOf = (schema: Schema): Order => ({
  compare: (a, b) => plainNumbers(a, b) ?? compare(a, b, schema) ?? plainOrder.compare(a, b),
  same: (a, b) => sameValue(a, b, schema) || plainOrder.same(a, b),
});

const plainNumbers = (a: Json, b: Json): number | undefined =>
  typeof a === 'number' && typeof b === 'number' ? a - b : undefined;

/** The clause as an author would write it, for messages. */
function describe(node: YamlNode): string {
  if (node.kind === 'scalar') return node.text;
  if (node.kind === 'sequence') return `[${node.items.map(describe).join(', ')}]`;
  return `{${[...node.entries].map(([key, item]) => `${key}: ${describe(item)}`).join(', ')}}`;
}
