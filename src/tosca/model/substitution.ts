import { checkCondition } from '../functions/condition.ts';
import * as kinds from '../problem-kinds.ts';
import { compatible } from '../types/compatible.ts';
import type { Schema } from '../types/definitions.ts';
import { type Members, membersOf } from '../types/members.ts';
import { schemaOf } from '../types/schema.ts';
import { named } from '../yaml/named.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import { pairMember } from './mapping-target.ts';
import type { Service } from './service.ts';
import { checkRequirementMappings } from './substitution-requirements.ts';

/** Checks substitution mappings (1.3 section 3.8.13, 2.0 section 15): the substituted node type, and all mappings. */
export function checkSubstitution(service: Service): void {
  const mappings = service.body?.get('substitution_mappings');
  if (mappings?.kind !== 'mapping') return;
  const typeNode = mappings.get('node_type');
  const name = textOf(typeNode);
  const type = name === undefined ? undefined : service.scope.find('node', name);
  if (typeNode && name !== undefined && type === undefined) {
    service.report.at(typeNode, service.scope.unknownType('node', name));
  }
  const members = type && membersOf(type);
  checkCapabilities(service, mappings, members);
  checkRequirementMappings(service, mappings, members);
  checkCondition(service, mappings.get('substitution_filter'));
  if (members) new Values(service, mappings, members).check();
}

function checkCapabilities(service: Service, mappings: YamlMapping, members: Members | undefined): void {
  for (const [name, target] of named(mappings.get('capabilities'))) {
    const wanted = members?.capabilities.get(name);
    if (members && wanted === undefined)
      service.report.atKey(target, kinds.capabilityUnknown(name, 'the substituted node type', members.capabilities));
    const pair = target.kind === 'mapping' ? target.get('mapping') : target;
    const [node, member] = pair?.kind === 'sequence' ? pair.items : [];
    const offered = pairMember(service, node, member, 'capabilities');
    if (offered === undefined || !('properties' in offered) || member === undefined) continue;
    if (wanted?.type && offered.type && !offered.type.mayBe(wanted.type)) {
      const reason = `the capability ${textOf(member)} is a ${offered.type.name}, but ${name} is a ${wanted.type.name}`;
      service.report.at(member, service.judged(kinds.substitutionInvalid(reason)));
    }
  }
}

const mappedType = 'the substituted node type';

const stepsOf = (path: string): readonly string[] => /^\[(.*)\]$/.exec(path)?.[1]?.split(', ') ?? [path];

/** With ALL as index, a list holds the values of the relationships, one by one (sections 15.2 and 15.3). */
const partOf = (path: string, schema: Schema | undefined): Schema | undefined =>
  stepsOf(path)[2] === 'ALL' && schema?.type.base === 'list' ? schema.entry : schema;

/** Checks properties that give inputs their values, attributes that outputs fill, and workflows behind operations. */
class Values {
  readonly #service: Service;
  readonly #mappings: YamlMapping;
  readonly #members: Members;

  constructor(service: Service, mappings: YamlMapping, members: Members) {
    this.#service = service;
    this.#mappings = mappings;
    this.#members = members;
  }

  check(): void {
    const mapped = new Set<string>();
    for (const [path, given] of this.#section('properties')) {
      const target = this.#named(given);
      const input = textOf(target);
      if (target === undefined || input === undefined) this.#schemaAt(path, given, 'properties');
      else this.#property(path, given, target, input);
      if (input !== undefined) mapped.add(input);
    }
    for (const [path, given] of this.#section('attributes')) {
      const target = this.#named(given);
      if (target) this.#attribute(path, given, target);
      else this.#schemaAt(path, given, 'attributes');
    }
    // in 1.x an input also gets the value of the property of its name
    if (this.#service.version === '2.0') this.#inputs(mapped);
    for (const [name, operations] of this.#section('interfaces')) this.#interface(name, operations);
  }

  /** The name of an input or output, which 1.x puts into a list; any other value in 1.x is a plain value. */
  #named(given: YamlNode): YamlNode | undefined {
    if (this.#service.version === '2.0') return given;
    const target = given.kind === 'mapping' ? given.get('mapping') : given;
    return target?.kind === 'sequence' && target.items.length === 1 ? target.items[0] : undefined;
  }

  #section(name: string): [string, YamlNode][] {
    return named(this.#mappings.get(name));
  }

  #property(path: string, given: YamlNode, at: YamlNode, input: string): void {
    const { inputs, report } = this.#service;
    const def = inputs.get(input)?.def;
    if (def === undefined) report.at(at, kinds.inputUnknown(input, inputs));
    const schema = this.#schemaAt(path, given, 'properties');
    if (def) this.#compare(at, schema, partOf(path, def.schema), `the input ${input}`);
  }

  #attribute(path: string, given: YamlNode, at: YamlNode): void {
    const name = textOf(at);
    const schema = this.#schemaAt(path, given, 'attributes');
    if (name === undefined) return;
    const outputs = new Map(named(this.#service.body?.get('outputs')));
    const output = outputs.get(name);
    if (output === undefined) this.#service.report.at(at, kinds.templateUnknown('output', name, outputs));
    else this.#compare(at, partOf(path, schemaOf(output, this.#service.scope)), schema, `the attribute ${path}`);
  }

  #compare(at: YamlNode, from: Schema | undefined, to: Schema | undefined, what: string): void {
    if (compatible(from, to)) return;
    const reason = `${what} is a ${to?.type.def.name}, what is mapped to it a ${from?.type.def.name}`;
    this.#service.report.at(at, this.#service.judged(kinds.substitutionInvalid(reason)));
  }

  /**
   * The schema at `name`. 2.0 also has paths: `[CAPABILITY, capability, name]` and `[RELATIONSHIP, requirement, index,
   * name]`.
   */
  #schemaAt(path: string, at: YamlNode, section: 'properties' | 'attributes'): Schema | undefined {
    const steps = stepsOf(path);
    const owner = this.#owner(steps, at);
    const [name = ''] = steps.slice(-1);
    const found = owner?.[section].get(name) ?? (section === 'attributes' ? owner?.properties.get(name) : undefined);
    if (owner && found === undefined) {
      const unknown = section === 'properties' ? kinds.propertyUnknown : kinds.attributeUnknown;
      this.#service.report.atKey(at, unknown(name, 'the substituted node type', owner[section]));
    }
    return found?.schema;
  }

  #owner(steps: readonly string[], at: YamlNode): Pick<Members, 'properties' | 'attributes'> | undefined {
    const [word, name = ''] = steps;
    const { capabilities, requirements } = this.#members;
    const refuse = (finding: ReturnType<typeof kinds.substitutionInvalid>): undefined =>
      void this.#service.report.atKey(at, finding);
    if (steps.length === 1) return this.#members;
    if (word === 'CAPABILITY')
      return capabilities.get(name) ?? refuse(kinds.capabilityUnknown(name, mappedType, capabilities));
    if (word !== 'RELATIONSHIP')
      return refuse(kinds.substitutionInvalid(`a path starts with CAPABILITY or RELATIONSHIP, not ${word}`));
    const requirement = requirements.get(name);
    if (requirement === undefined) return refuse(kinds.requirementUnknown(name, mappedType, requirements));
    return requirement.relationship && membersOf(requirement.relationship);
  }

  /** A required input without a default must be mapped, else the template cannot substitute a node (section 15.2). */
  #inputs(mapped: ReadonlySet<string>): void {
    for (const [name, { def }] of this.#service.inputs) {
      if (mapped.has(name) || !def.required || def.default !== undefined) continue;
      const reason = `the input ${name} needs a value, and no property of the substituted node is mapped to it`;
      this.#service.report.at(this.#mappings, kinds.substitutionInvalid(reason));
    }
  }

  #interface(name: string, operations: YamlNode): void {
    const { report, body } = this.#service;
    const def = this.#members.interfaces.get(name);
    if (def === undefined) {
      report.atKey(operations, kinds.interfaceUnknown(name, 'the substituted node type', this.#members.interfaces));
      return;
    }
    const workflows = new Map(named(body?.get('workflows')));
    for (const [operation, target] of named(operations)) {
      const workflow = textOf(target);
      if (!def.operations.has(operation)) report.atKey(target, kinds.operationUnknown(operation, name, def.operations));
      if (workflow !== undefined && !workflows.has(workflow))
        report.at(target, kinds.templateUnknown('workflow', workflow, workflows));
    }
  }
}
