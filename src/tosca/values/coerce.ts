import {
  definitionInvalid,
  propertyMissing,
  propertyUnknown,
  propertyUnset,
  valueConstraint,
  valueType,
} from '../problem-kinds.ts';
import type { Reporter } from '../report.ts';
import type { Json } from '../topology.ts';
import type { Called, Calls, Constraint, DataType, PropertyDef, Schema } from '../types/definitions.ts';
import { fromJson } from '../yaml/from-json.ts';
import { keyCallsOf, type YamlMapping, type YamlNode, YamlScalar, type YamlSequence } from '../yaml/node.ts';
import { coreValue, isNull, present, setOwn } from '../yaml/scalar.ts';
import { mayBeMisspelled, noCalls } from './calls.ts';
import { found } from './found.ts';
import { hasTextKeys, reportRepeated, requireTextKeys } from './keys.ts';
import { NestedDefaults } from './nested-defaults.ts';
import { expectedRange, readRange } from './range.ts';
import { readScalarUnit } from './scalar-type.ts';

/** Converts nodes to values of a schema, and reports what does not fit. */
export class Coercion {
  readonly #report: Reporter;
  readonly #keepConstrained: boolean;
  readonly #textLevels: number;
  #level = 0;
  readonly #calls: Calls;
  readonly #defaults = new NestedDefaults();
  /** for results of functions, which contain no calls */
  #ofResults: Coercion | undefined;
  /** true: an expression stayed in the value */
  deferred = false;
  /** of a value that is null: true: it was read from a property that is not set */
  unset = false;

  /**
   * `keepConstrained`: a value that violates a constraint is reported but kept; `textLevels`: scalars without a type are
   * texts, down to this many levels of lists
   */
  constructor(report: Reporter, calls: Calls = noCalls, { keepConstrained = false, textLevels = 0 } = {}) {
    this.#report = report;
    this.#calls = calls;
    this.#keepConstrained = keepConstrained;
    this.#textLevels = textLevels;
  }

  /** like `read`, for a new value that has nothing to do with the one before */
  begin(node: YamlNode, schema: Schema | undefined): Json | undefined {
    this.deferred = false;
    this.unset = false;
    this.#defaults.reset();
    return this.read(node, schema);
  }

  /** undefined: the node is not such a value, and the reason has been reported */
  read(node: YamlNode, schema: Schema | undefined): Json | undefined {
    const called = this.#call(node);
    if (called) return this.#called(called, node, schema);
    if (schema === undefined) return this.#untyped(node);
    const value = this.#typed(node, schema);
    if (value !== undefined && !this.#constrained(node, value, schema)) return undefined;
    return value;
  }

  #call(node: YamlNode): Called | undefined {
    if (node.kind === 'mapping') return this.#calls.evaluate(node);
    const dollar = node.kind === 'scalar' && node.text.charCodeAt(0) === 0x24;
    return dollar ? this.#calls.text?.(node) : undefined;
  }

  /** Called only where a map cannot be a value, or has a suspicious key, since most maps are plain data. */
  #isMisspelled(node: YamlMapping, isText: boolean): boolean {
    const finding = this.#calls.misspelled?.(node, isText);
    if (finding) this.#report.at(node, finding);
    return finding?.severity === 'error';
  }

  #called(called: Called, node: YamlNode, schema: Schema | undefined): Json | undefined {
    if (called.is === 'nothing') return undefined;
    if (called.is === 'later') return this.#later(called, node, schema);
    const misfit = schema && called.misfit?.(schema);
    if (misfit) {
      this.#report.at(node, misfit);
      return undefined;
    }
    if (called.value === null) this.unset = called.unset === true;
    if (schema === undefined || called.value === null) return called.value;
    this.#ofResults ??= new Coercion(this.#report);
    return this.#ofResults.begin(fromJson(called.value, node), schema);
  }

  #later(called: Called & { is: 'later' }, node: YamlNode, schema: Schema | undefined): Json | undefined {
    const known = schema && called.as?.(schema);
    if (schema && known !== undefined) return this.#called({ is: 'given', value: known }, node, schema);
    const misfit = schema && called.misfit?.(schema);
    if (misfit) {
      this.#report.at(node, misfit);
      if (misfit.severity === 'error') return undefined;
    }
    this.deferred = true;
    return called.value;
  }

  #constrained(node: YamlNode, value: Json, schema: Schema): boolean {
    // an expression has no value yet that could be checked
    if (this.deferred && (typeof value === 'object' || node.kind === 'scalar')) return true;
    return this.#all(schema.type.constraints, node, value) && this.#all(schema.constraints, node, value);
  }

  #all(constraints: readonly Constraint[], node: YamlNode, value: Json): boolean {
    for (const constraint of constraints) {
      const reason = constraint.check(value);
      if (reason === undefined) continue;
      this.#report.at(node, valueConstraint(reason));
      return this.#keepConstrained;
    }
    return true;
  }

  #untyped(node: YamlNode): Json | undefined {
    if (node.kind === 'scalar') return this.#untypedScalar(node);
    if (node.kind === 'sequence') return this.#items(node, undefined);
    this.#tellKeys(node);
    return this.#entries(node, undefined);
  }

  #untypedScalar(node: YamlScalar): Json {
    const isValue = this.#level >= this.#textLevels || isNull(node);
    const value = isValue ? coreValue(node) : node.text;
    if (isValue) this.#calls.untypedRead?.(node, value);
    else this.#calls.scalarRead?.(node, value);
    return value;
  }

  #typed(node: YamlNode, schema: Schema): Json | undefined {
    const { base } = schema.type;
    if (typeof base === 'object')
      return node.kind === 'scalar' ? this.#scalar(node, schema) : this.#refuse(node, base.expected);
    if (base === 'list')
      return node.kind === 'sequence' ? this.#items(node, schema.entry) : this.#refuse(node, 'a list');
    if (base === 'map') return node.kind === 'mapping' ? this.#map(node, schema) : this.#refuse(node, 'a map');
    if (base === 'range') return readRange(node) ?? this.#refuse(node, expectedRange);
    if (base === 'scalar') return this.#scalarUnit(node, schema.type);
    return node.kind === 'mapping'
      ? this.#complex(node, schema.type)
      : this.#refuse(node, `a ${schema.type.def.name} (a map)`);
  }

  #refuse(node: YamlNode, expected: string): undefined {
    if (node.kind === 'mapping' && this.#isMisspelled(node, true)) return undefined;
    this.#report.at(node, valueType(expected, found(node)));
    return undefined;
  }

  #scalar(node: YamlScalar, schema: Schema): Json | undefined {
    const { base } = schema.type;
    if (typeof base !== 'object') return undefined;
    const value = base.read(node);
    if (value === undefined) return this.#refuse(node, base.insteadOf?.(node) ?? base.expected);
    this.#calls.scalarRead?.(node, value, base.name);
    return value;
  }

  #scalarUnit(node: YamlNode, type: DataType): Json | undefined {
    const read = readScalarUnit(node, type);
    if (read.ok) return read.value;
    return this.#refuse(node, read.expected);
  }

  #items(node: YamlSequence, entry: Schema | undefined): Json | undefined {
    this.#level += 1;
    const values = node.items.map((item) => this.read(item, entry));
    this.#level -= 1;
    return values.every((value) => value !== undefined) ? Object.freeze(values) : undefined;
  }

  #map(node: YamlMapping, schema: Schema): Json | undefined {
    const { key, entry } = schema;
    if (hasTextKeys(schema)) this.#tellKeys(node);
    if (key) for (const value of node.entries.values()) this.#key(node, value, key);
    else if (schema.type.def.scope.version === '2.0') requireTextKeys(this.#report, node);
    return this.#entries(node, entry);
  }

  #tellKeys(map: YamlMapping): void {
    if (this.#calls.keyRead) map.each((value, key) => this.#calls.keyRead?.(map, key, value));
  }

  #key(map: YamlMapping, value: YamlNode, key: Schema): void {
    if (typeof key.type.base !== 'object' || typeof value.key !== 'string') return;
    const call = keyCallsOf(map)?.get(value.key);
    if (call) {
      this.read(call, key);
      return;
    }
    const asScalar = new YamlScalar(value.keyStart, value.key, value.keyPlain, '');
    const read = key.type.base.read(asScalar);
    if (read === undefined) this.#report.atKey(value, valueType(`${key.type.base.expected} as a key`, value.key));
    else this.#constrained(value, read, key);
  }

  #entries(node: YamlMapping, entry: Schema | undefined): Json | undefined {
    if (mayBeMisspelled(node) && this.#isMisspelled(node, false)) return undefined;
    const result: Record<string, Json> = {};
    const calls = this.#calls.escapes ? keyCallsOf(node) : undefined;
    let whole = true;
    node.each((item, name) => {
      const value = this.read(item, entry);
      const call = calls?.get(name);
      const key = call ? this.#calledKey(call, name) : this.#plainKey(name);
      if (key !== undefined && Object.hasOwn(result, key)) reportRepeated(this.#report, key, call, item);
      if (value === undefined || key === undefined) whole = false;
      else setOwn(result, key, value);
    });
    return whole ? Object.freeze(result) : undefined;
  }

  /** In 2.0, `$$key` means the key `$key`. */
  #plainKey(name: string): string {
    return this.#calls.escapes && name.startsWith('$$') ? name.slice(1) : name;
  }

  /** A key that only the deployment can tell keeps its text. */
  #calledKey(call: YamlMapping, name: string): string | undefined {
    const called = this.#calls.evaluate(call);
    if (called === undefined || called.is === 'nothing') return undefined;
    if (called.is === 'later') {
      this.deferred = true;
      return name;
    }
    if (typeof called.value !== 'object') return String(called.value);
    this.#report.at(call, valueType('a text for a key', found(fromJson(called.value))));
    return undefined;
  }

  #complex(node: YamlMapping, type: DataType): Json | undefined {
    const { properties } = type;
    if (properties.size === 0) return this.#entries(node, undefined);
    const result: Record<string, Json> = {};
    let whole = true;
    for (const [name, item] of node.entries) {
      const property = properties.get(name);
      if (property === undefined && node.size === 1 && this.#isMisspelled(node, true)) return undefined;
      if (property === undefined) {
        this.#report.atKey(item, propertyUnknown(name, type.def.name, properties));
        whole = false;
      }
      if (property === undefined || isNull(item)) continue;
      const value = this.read(item, property.schema);
      if (value === undefined) whole = false;
      else setOwn(result, name, value);
      if (value === null && property.required && property.default === undefined)
        this.#empty(item, `${type.def.name}.${name}`);
    }
    whole = this.#fill(node, type, result) && whole;
    if (whole && node.size === 1) this.#calls.memberRead?.(node, result);
    return whole ? Object.freeze(result) : undefined;
  }

  /** A required member for which a call gives nothing: an input may still get its value. */
  #empty(call: YamlNode, label: string): void {
    if (this.unset) this.#report.at(call, propertyUnset(label));
    else this.#calls.nullRead?.(call);
  }

  #fill(node: YamlMapping, type: DataType, result: Record<string, Json>): boolean {
    let whole = true;
    for (const [name, property] of type.properties) {
      if (present(node.get(name)) !== undefined) continue;
      if (property.default !== undefined) this.#default(name, property.default, property, result);
      else if (property.required) {
        this.#report.at(node, propertyMissing(name, type.def.name), name);
        whole = false;
      }
    }
    return whole;
  }

  #default(name: string, node: YamlNode, property: PropertyDef, result: Record<string, Json>): void {
    const fault = this.#defaults.enter(node);
    if (fault !== undefined) {
      this.#report.at(fault.at, definitionInvalid(fault.reason));
      return;
    }
    const value = this.read(node, property.schema);
    this.#defaults.leave();
    if (value !== undefined) setOwn(result, name, value);
  }
}
