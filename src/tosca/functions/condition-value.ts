import type { Site } from '../model/instances.ts';
import type { Service } from '../model/service.ts';
import { Report } from '../report.ts';
import type { Json } from '../topology.ts';
import type { Schema } from '../types/definitions.ts';
import { compare, sameValue } from '../values/compare.ts';
import { readPlain } from '../values/plain.ts';
import { isCall, type YamlMapping, type YamlNode } from '../yaml/node.ts';
import { coreValue } from '../yaml/scalar.ts';
import { Evaluation } from './evaluation.ts';
import { type Order, plainOrder, pureFunctions } from './pure.ts';
import { mayBeScalar } from './scalars.ts';

/** undefined: not known before deployment */
type Known = Json | undefined;

/**
 * Whether a condition (2.0 section 8.6) is true at its place; undefined when only the deployment can tell.
 * `checkCondition` reports mistakes in the condition; here they count as not known.
 */
export function conditionHolds(service: Service, condition: YamlNode, site: Site): boolean | undefined {
  const value = new Condition({ ...service, report: new Report() }, site).value(condition);
  return typeof value === 'boolean' ? value : undefined;
}

class Condition {
  readonly #service: Service;
  readonly #site: Site;

  constructor(service: Service, site: Site) {
    this.#service = service;
    this.#site = site;
  }

  value(node: YamlNode, schema?: Schema): Known {
    if (node.kind === 'scalar') return (schema && readPlain(node, schema)) ?? coreValue(node);
    if (node.kind === 'sequence') return whole(node.items.map((item) => this.value(item, schema)));
    if (!isCall(node)) return undefined;
    const [[key, argument] = ['', node]] = node.entries;
    const name = key.slice(1).split('$', 1)[0] ?? '';
    const pure = pureFunctions.get(name);
    if (pure === undefined) return this.#findProvider(node).value;
    const operands = argument.kind === 'sequence' ? argument.items : [argument];
    // a value with a unit is read with the schema of the value next to it
    const own = operands.map((operand) => this.#schemaOf(operand)).find((found) => found !== undefined) ?? schema;
    const values = operands.map((operand) => this.value(operand, own));
    if (name === 'and' && values.includes(false)) return false;
    if (name === 'or' && values.includes(true)) return true;
    const known = whole(values);
    return known === undefined ? undefined : pure.run(known as readonly Json[], orderOf(own));
  }

  #schemaOf(node: YamlNode): Schema | undefined {
    const [key = ''] = node.kind === 'mapping' && isCall(node) ? node.entries.keys() : [];
    return node.kind === 'mapping' && key.startsWith('$get_') ? this.#findProvider(node).schema : undefined;
  }

  #findProvider(node: YamlMapping): { value: Known; schema: Schema | undefined } {
    const evaluation = new Evaluation(this.#service, this.#site);
    const found = evaluation.evaluate(node);
    return { value: found?.is === 'given' ? (found.value ?? undefined) : undefined, schema: evaluation.schema };
  }
}

const whole = (values: readonly Known[]): Known =>
  values.includes(undefined) ? undefined : (values as readonly Json[]);

const orderOf = (schema: Schema | undefined): Order => ({
  compare: (a, b) => {
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    if (schema) return compare(a, b, schema);
    return mayBeScalar(a) || mayBeScalar(b) ? undefined : plainOrder.compare(a, b);
  },
  same: (a, b) => (schema !== undefined && sameValue(a, b, schema)) || plainOrder.same(a, b),
});
