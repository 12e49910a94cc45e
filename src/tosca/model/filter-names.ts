import { isOpen, together } from '../names.ts';
import * as kinds from '../problem-kinds.ts';
import { type Finding, mildUnlessMisspelt } from '../report.ts';
import { describeSchema } from '../types/compatible.ts';
import type { PropertyDef, Schema } from '../types/definitions.ts';
import { type Members, membersOf } from '../types/members.ts';
import type { TypeDef } from '../types/type-def.ts';
import { clauseOf } from '../values/constraints.ts';
import { found } from '../values/found.ts';
import { readPlain } from '../values/plain.ts';
import { eachNamed } from '../yaml/named.ts';
import { isCall, type YamlMapping, type YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { Service } from './service.ts';

/** What a filter looks for. */
interface Looked {
  /** of the node that is named, else of those that may be chosen; undefined: any */
  readonly type: TypeDef | undefined;
  /** true: it is the type of one node, and none that derives from it */
  readonly isExact: boolean;
  /** 2.0: SELF in a filter of a requirement is the relationship; some authors mean the node */
  readonly relationship: TypeDef | undefined;
  /** 2.0: the type of the capability at which the relationship ends; undefined: any */
  readonly capability: TypeDef | undefined;
}

/** Something with values that a path reads. */
type Readable = Pick<Members, 'properties' | 'attributes'>;

/**
 * Checks what a node filter names (1.3 section 3.6.5, 2.0 section 8.6) by types alone, so that a mistake is named where no
 * node of the template is looked at, and where its values are only known later. A node whose type derives from the
 * looked for one may have more properties: then only a name like a known one is an error.
 */
export function checkFilterNames(service: Service, filter: YamlNode, looked: Looked): void {
  const names = new FilterNames(service, looked);
  if (service.version === '2.0') names.condition(filter);
  else if (filter.kind === 'mapping') names.clauses(filter);
}

/** Functions that compare values of one type. */
const comparing = /^\$(?:equal|(?:greater|less)_(?:than|or_equal)|valid_values)$/;

class FilterNames {
  readonly #service: Service;
  readonly #looked: Looked;

  constructor(service: Service, looked: Looked) {
    this.#service = service;
    this.#looked = looked;
  }

  condition(filter: YamlNode): void {
    const open = [filter];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node.kind === 'sequence') for (const item of node.items) open.push(item);
      if (node.kind !== 'mapping') continue;
      for (const value of node.entries.values()) open.push(value);
      if (isCall(node)) this.#call(node);
    }
  }

  #call(node: YamlMapping): void {
    const [[name, argument] = ['', node]] = node.entries;
    if (name === '$get_input') this.#input(argument);
    if (/^\$get_(?:property|attribute)$/.test(name)) this.#schemaOf(node, (at, finding) => this.#say(at, finding));
    if (!comparing.test(name) || argument.kind !== 'sequence') return;
    const schema = argument.items.map((item) => this.#schemaOf(item)).find((one) => one !== undefined);
    if (schema) for (const item of argument.items) this.#literal(item, schema);
  }

  #input(argument: YamlNode): void {
    const at = argument.kind === 'sequence' ? argument.items[0] : argument;
    const name = textOf(at);
    const { inputs, report } = this.#service;
    if (at && name !== undefined && !inputs.has(name)) report.at(at, kinds.inputUnknown(name, inputs));
  }

  #literal(node: YamlNode, schema: Schema): void {
    if (typeof schema.type.base !== 'object') return;
    for (const item of node.kind === 'sequence' ? node.items : [node])
      if (item.kind === 'scalar' && !item.text.startsWith('$') && readPlain(item, schema) === undefined)
        this.#service.report.at(item, kinds.valueType(describeSchema(schema), found(item)));
  }

  /** The schema of what a call reads; undefined: it is not known, or `refuse` has its fault. */
  #schemaOf(node: YamlNode, refuse: Refuse = ignore): Schema | undefined {
    const [[name, argument] = ['', node]] = node.kind === 'mapping' && isCall(node) ? node.entries : [];
    if (argument.kind !== 'sequence' || !/^\$get_(?:property|attribute)$/.test(name)) return undefined;
    const [self, ...path] = argument.items;
    if (textOf(self) !== 'SELF') return undefined;
    const { type } = this.#looked;
    const isTarget = textOf(path[0]) === 'TARGET';
    const [at, ...inside] = isTarget ? path.slice(1) : path;
    const word = textOf(at);
    if (at === undefined || word === undefined || /^(?:RELATIONSHIP|SOURCE|TARGET)$/.test(word)) return undefined;
    if (word === 'CAPABILITY') return this.#ofCapability(inside, isTarget, refuse);
    const own = isTarget ? undefined : this.#ofRelationship(word);
    if (own !== undefined) return inside.length === 0 ? own.schema : undefined;
    return type && this.#read(at, inside, membersOf(type), type.name, refuse);
  }

  #ofRelationship(name: string): PropertyDef | undefined {
    const { relationship } = this.#looked;
    const members = relationship && membersOf(relationship);
    return members?.properties.get(name) ?? members?.attributes.get(name);
  }

  /** A relationship has only one capability, which its path does not name; a node has those of its type. */
  #ofCapability(path: readonly YamlNode[], isTarget: boolean, refuse: Refuse): Schema | undefined {
    const [at, property, ...inside] = path;
    const name = textOf(at);
    if (at === undefined || name === undefined) return undefined;
    const { type, capability } = this.#looked;
    const ofNode = type && membersOf(type).capabilities;
    const only = isTarget || capability === undefined ? undefined : membersOf(capability);
    const def = ofNode?.get(name);
    if (def !== undefined) return property && this.#read(property, inside, def, name, refuse);
    if (only !== undefined && (property === undefined || only.properties.has(name)))
      return this.#read(at, path.slice(1), only, capability?.name ?? '', refuse);
    if (type !== undefined && ofNode !== undefined && property !== undefined && !isOpen(ofNode))
      refuse(at, kinds.capabilityUnknown(name, type.name, ofNode));
    return undefined;
  }

  /** One property or attribute; what is inside its value is not followed. */
  #read(at: YamlNode, inside: readonly YamlNode[], has: Readable, owner: string, refuse: Refuse): Schema | undefined {
    const name = textOf(at);
    if (name === undefined) return undefined;
    const def = has.properties.get(name) ?? has.attributes.get(name);
    const known = together(has.properties, has.attributes);
    if (def === undefined && !isOpen(known)) refuse(at, kinds.propertyUnknown(name, owner, known));
    return inside.length === 0 ? def?.schema : undefined;
  }

  /** 1.x: `properties` of the node, and those of its capabilities, which are named by their names or types. */
  clauses(filter: YamlMapping): void {
    const { type, isExact } = this.#looked;
    if (type === undefined) return;
    const { properties, capabilities } = membersOf(type);
    const say: Refuse = (at, finding) => {
      // a node that is named is held against the filter itself
      if (!isExact) this.#service.report.atKey(at, mildUnlessMisspelt(finding));
    };
    this.#properties(filter.get('properties'), properties, type.name, say);
    eachNamed(filter.get('capabilities'), (node, name) => {
      const own = capabilities.get(name);
      const offered = own ? [own] : [...capabilities.values()].filter((one) => one.type?.ancestry.includes(name));
      const [first] = offered;
      const isType = this.#service.scope.find('capability', name) !== undefined;
      if (first === undefined && !isType && !isOpen(capabilities))
        say(node, kinds.capabilityUnknown(name, type.name, capabilities));
      const written = node.kind === 'mapping' ? node.get('properties') : undefined;
      if (first !== undefined && offered.length === 1) this.#properties(written, first.properties, first.name, say);
    });
  }

  #properties(written: YamlNode | undefined, defs: ReadonlyMap<string, PropertyDef>, owner: string, say: Refuse): void {
    eachNamed(written, (clauses, name) => {
      const def = defs.get(name);
      if (def === undefined && !isOpen(defs)) say(clauses, kinds.propertyUnknown(name, owner, defs));
      if (def?.schema) this.#constraints(clauses, def.schema);
    });
  }

  #constraints(clauses: YamlNode, schema: Schema): void {
    for (const item of clauses.kind === 'sequence' ? clauses.items : [clauses]) {
      if (item.kind !== 'mapping') continue;
      for (const [operator, operand] of item.entries) {
        if (operand.kind === 'mapping' || /^(?:get_\w+|concat|join|token)$/.test(operator)) continue;
        if (operand.kind === 'sequence' && operand.items.some(({ kind }) => kind === 'mapping')) continue;
        const made = operator === 'pattern' ? undefined : clauseOf(operator, operand, schema);
        if (typeof made === 'string') this.#service.report.at(operand, kinds.asWarning(kinds.constraintInvalid(made)));
      }
    }
  }

  #say(at: YamlNode, finding: Finding): void {
    this.#service.report.at(at, this.#looked.isExact ? finding : mildUnlessMisspelt(finding));
  }
}

type Refuse = (at: YamlNode, finding: Finding) => void;

const ignore: Refuse = () => {};
