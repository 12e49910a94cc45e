import { append } from '../append.ts';
import { isTooDeep, tooDeep, weightOf } from '../budget.ts';
import { limits } from '../limits.ts';
import type { Cell, Site } from '../model/instances.ts';
import type { Service } from '../model/service.ts';
import { functionArguments, functionCycle, functionValue, propertyUnset, valueConstraint } from '../problem-kinds.ts';
import { type Finding, mild } from '../report.ts';
import type { Json } from '../topology.ts';
import type { Called, Calls } from '../types/definitions.ts';
import { Coercion } from '../values/coerce.ts';
import type { YamlMapping, YamlNode, YamlScalar } from '../yaml/node.ts';
import { toJson } from '../yaml/scalar.ts';
import { type Call, given, type Misfit, nothing, type Texts, type ToscaFunction, unset } from './function.ts';
import { misspelledCall } from './misspelled.ts';
import { withNamedPlaces } from './named-places.ts';
import { isLongPath, isPathFunction, namesAsWritten } from './names-as-written.ts';
import { functionOf, integerOnly, textCall } from './registry.ts';

/**
 * Works out cells. A value that needs other cells is evaluated again when these are known. This uses its own stack, so
 * that a chain of ten thousand references does not exhaust the call stack. The evaluation and its helpers are made once
 * for all cells.
 */
export class Settler {
  readonly #service: Service;
  readonly #calls: Evaluation;
  readonly #coercion: Coercion;
  readonly #mildCoercion: Coercion;

  constructor(service: Service) {
    this.#service = service;
    this.#calls = new Evaluation(service, { node: undefined, relationship: undefined });
    this.#coercion = new Coercion(service.report, this.#calls);
    this.#mildCoercion = new Coercion(mild(service.report), this.#calls);
  }

  settle(cell: Cell): void {
    if (cell.state !== 'new' || this.#service.budget.isSpent) return;
    const needs = this.#attempt(cell);
    if (needs.length === 0) cell.state = 'done';
    else this.#settleAfter(cell, needs);
  }

  #settleAfter(first: Cell, needed: readonly Cell[]): void {
    const stack = [first];
    let needs: readonly Cell[] | undefined = needed;
    for (let cell: Cell | undefined = first; cell !== undefined; cell = stack.at(-1)) {
      if (cell.state === 'done') {
        stack.pop();
        continue;
      }
      needs ??= this.#attempt(cell);
      const circle = needs.find(({ state }) => state === 'busy');
      if (circle) refuseCircle(this.#service, stack, cell, circle);
      else if (needs.length === 0) cell.state = 'done';
      else append(stack, needs);
      needs = undefined;
    }
  }

  /** Returns the cells that must be known first; empty when the cell now has its value. */
  #attempt(cell: Cell): readonly Cell[] {
    // a busy cell that is needed again is part of a cycle, even a cycle of one
    cell.state = 'busy';
    this.#calls.begin(cell.site);
    const coercion = cell.mild ? this.#mildCoercion : this.#coercion;
    const value = coercion.begin(cell.node, cell.schema);
    if (this.#calls.needs.length > 0) return this.#calls.needs;
    if (value !== undefined && isLarge(value) && !this.#isPaid(cell, value)) return none;
    if (value === null) noteNull(this.#service, cell, coercion.unset);
    cell.value = value;
    cell.deferred = coercion.deferred;
    return none;
  }

  /** Each value may hold the one before it, so a chain of references makes a deep value. */
  #isPaid(cell: Cell, value: Json): boolean {
    const weight = weightOf(value);
    if (!this.#service.budget.spend(weight)) return false;
    if (weight <= limits.depth || !isTooDeep(value)) return true;
    this.#service.report.at(cell.node, functionValue(`the value of ${cell.label} is too deep: ${tooDeep}`));
    return false;
  }
}

const none: readonly Cell[] = [];

/** Cells that are null since they read a property that the template leaves unset. */
const unsetCells = new WeakSet<Cell>();

function noteNull({ report, unsupported }: Service, cell: Cell, isUnset: boolean): void {
  if (isUnset) unsetCells.add(cell);
  if (!cell.isRequired) return;
  if (isUnset) report.at(cell.node, propertyUnset(cell.label));
  else unsupported?.calls.keepEmpty(cell.node);
}

/** Whether a value costs extra; a small one was paid for when its cell was made. */
const isLarge = (value: Json): boolean =>
  typeof value === 'string' ? value.length > 32 : typeof value === 'object' && value !== null;

/** Checks conditions over several values (2.0), once all of them are known. */
export function checkAmong(service: Service, { node, schema, site, value, deferred }: Cell): void {
  if (schema === undefined || deferred || value === undefined) return;
  for (const constraint of [...schema.type.constraints, ...schema.constraints]) {
    const reason = constraint.checkAmong?.(value, new Evaluation(service, site));
    if (reason !== undefined) service.report.at(node, valueConstraint(reason));
  }
}

function refuseCircle(service: Service, stack: readonly Cell[], cell: Cell, circle: Cell): void {
  const busy = stack.filter(({ state }) => state === 'busy');
  const names = [...busy.slice(busy.indexOf(circle)), circle].map(({ label }) => label);
  service.report.at(cell.node, functionCycle(names));
  cell.state = 'done';
}

/** Texts that mean a number of each node or relationship. */
const indexes = new Set(['$node_index', '$relationship_index']);

/** A class and not a closure, since a template may have very many calls. */
class FunctionCall implements Call {
  readonly #evaluation: Evaluation;
  readonly name: string;
  readonly node: YamlMapping | YamlScalar;
  readonly argument: YamlNode;
  readonly service: Service;
  readonly site: Site;

  constructor(evaluation: Evaluation, name: string, node: YamlMapping | YamlScalar, argument: YamlNode) {
    this.#evaluation = evaluation;
    this.name = name;
    this.node = node;
    this.argument = argument;
    this.service = evaluation.service;
    this.site = evaluation.site;
  }

  argumentValue(): Called {
    return this.#evaluation.argumentValue(this.argument);
  }

  argumentTexts(texts: Texts): Called {
    return this.#evaluation.argumentTexts(this.argument, texts);
  }

  cell(cell: Cell): Called {
    return this.#evaluation.cell(cell);
  }

  refuse(finding: Finding, at: YamlNode = this.node): Called {
    this.service.report.at(at, finding);
    return nothing;
  }

  postpone(misfit?: Misfit): Called {
    return this.#evaluation.postpone(this.name, this.argument, misfit);
  }
}

export class Evaluation implements Calls {
  needs: Cell[] = [];
  /** schema of the last cell that was read: values next to it are read with it */
  schema: Cell['schema'] = undefined;
  readonly escapes: boolean;
  readonly service: Service;
  site: Site;

  constructor(service: Service, site: Site) {
    this.service = service;
    this.site = site;
    this.escapes = service.version === '2.0';
  }

  /** Prepares for the next value. */
  begin(site: Site): void {
    this.site = site;
    if (this.needs.length > 0) this.needs = [];
  }

  evaluate(node: YamlMapping): Called | undefined {
    const found = functionOf(node, this.service);
    if (found === undefined) return undefined;
    return found.run === undefined ? nothing : this.#run(found.run, found.name, node, found.argument);
  }

  misspelled(node: YamlMapping, isText: boolean): Finding | undefined {
    return misspelledCall(node, this.service.version, isText);
  }

  scalarRead(node: YamlScalar, value: Json, type?: string): void {
    this.service.unsupported?.scalars.addValue(node, value, type);
  }

  untypedRead(node: YamlScalar, value: Json): void {
    this.service.unsupported?.scalars.addUntyped(node, value);
  }

  keyRead(map: YamlMapping, key: string, value: YamlNode): void {
    this.service.unsupported?.scalars.addKey(map, key, value);
  }

  nullRead(call: YamlNode): void {
    this.service.unsupported?.calls.keepEmpty(call);
  }

  memberRead(map: YamlMapping, value: { readonly [name: string]: Json }): void {
    this.service.unsupported?.addMap(map, value);
  }

  text(node: YamlScalar): Called | undefined {
    if (!this.escapes) return undefined;
    if (node.text.startsWith('$$')) return given(node.text.slice(1));
    if (node.plain && indexes.has(node.text)) return { is: 'later', value: node.text, misfit: integerOnly(node.text) };
    const call = textCall(node, this.service);
    return call === undefined ? nothing : this.#run(call.run, node.text, node, call.argument);
  }

  #run(run: ToscaFunction, name: string, node: YamlMapping | YamlScalar, argument: YamlNode): Called {
    if (isLongPath(name, argument)) {
      this.service.report.at(argument, functionArguments(name, `at most ${limits.pathSteps} names, keys and indexes`));
      return nothing;
    }
    return run(new FunctionCall(this, name, node, argument));
  }

  argumentValue(argument: YamlNode): Called {
    const coercion = new Coercion(this.service.report, this);
    const value = coercion.read(argument, undefined);
    if (value === undefined) return nothing;
    return coercion.deferred ? { is: 'later', value } : given(value);
  }

  argumentTexts(argument: YamlNode, { items, levels }: Texts): Called {
    if (argument.kind !== 'sequence') return this.argumentValue(argument);
    const asTexts = new Coercion(this.service.report, this, { textLevels: levels });
    const others = items < argument.items.length ? new Coercion(this.service.report, this) : asTexts;
    const values = argument.items.map((item, index) => (index < items ? asTexts : others).read(item, undefined));
    if (!values.every((value) => value !== undefined)) return nothing;
    const value = Object.freeze(values);
    return asTexts.deferred || others.deferred ? { is: 'later', value } : given(value);
  }

  cell(cell: Cell): Called {
    if (cell.state !== 'done') {
      this.needs.push(cell);
      return nothing;
    }
    this.schema = cell.schema;
    if (cell.value === undefined) return nothing;
    if (cell.value === null && unsetCells.has(cell)) return unset;
    return cell.deferred ? { is: 'later', value: this.#asUsedHere(cell.value, cell.site) } : given(cell.value);
  }

  #asUsedHere(value: Json, { node, relationship }: Site): Json {
    const isHere = node === this.site.node && relationship === this.site.relationship;
    return isHere ? value : withNamedPlaces(value, { node, relationship });
  }

  /** Fills in what is known of the argument, so that the expression holds only what must wait. */
  postpone(name: string, argument: YamlNode, misfit: Misfit | undefined): Called {
    const value = this.argumentValue(argument);
    const known: Json = value.is === 'nothing' ? toJson(argument) : value.value;
    const inner = isPathFunction(name) ? namesAsWritten(argument, known) : known;
    return { is: 'later', value: Object.freeze({ [name]: inner }), ...(misfit && { misfit }) };
  }
}
