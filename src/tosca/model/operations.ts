import { together } from '../names.ts';
import {
  attributeUnknown,
  interfaceUnknown,
  operationInputMissing,
  operationInputUnknown,
  operationUnknown,
  valueFixed,
  valueType,
} from '../problem-kinds.ts';
import { onlyForMisspelt } from '../report.ts';
import { compatible, describeSchema, schemaAt } from '../types/compatible.ts';
import type { PropertyDef, RequirementDef } from '../types/definitions.ts';
import { type InterfaceDef, namesIn } from '../types/interfaces.ts';
import { membersOf } from '../types/members.ts';
import { interfacesOf } from '../types/refined-relationship.ts';
import type { TypeDef } from '../types/type-def.ts';
import { operationNames, operationNode, sectionOf } from '../types/written-operations.ts';
import { eachNamed } from '../yaml/named.ts';
import { isCall, YamlMapping, type YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import { assignArtifact, instantiateArtifacts } from './artifacts.ts';
import { noteInherited } from './inherited-operation.ts';
import type { NodeInstance } from './instances.ts';
import { Cell, MildCell, type Site } from './instances.ts';
import { isElsewhere } from './mapping-target.ts';
import type { Service } from './service.ts';
import { checkUnassigned } from './unassigned-inputs.ts';

/** Checks the values of a template's interfaces and artifacts, which the provider then uses. */
export function instantiateOperations(service: Service, instance: NodeInstance, site: Site): void {
  const { name, type, node, others } = instance;
  const interfaces = node.get('interfaces');
  if (interfaces) assignInterfaces(service, interfaces, { name, type, others, site });
  if (!isElsewhere(node)) checkUnassigned(service, membersOf(type).interfaces, interfaces, node);
  instantiateArtifacts(service, instance, site);
}

/** The node or relationship that has the interfaces. */
interface Owner {
  readonly name: string;
  readonly type: TypeDef;
  /** of a relationship: the definition of its requirement */
  readonly def?: RequirementDef | undefined;
  readonly site: Site;
  /** receives the cells of inputs and artifacts */
  readonly others: Cell[];
}

export function assignInterfaces(service: Service, node: YamlNode | undefined, owner: Owner): void {
  const interfaces = interfacesOf(owner.type, owner.def);
  eachNamed(node, (assigned, name) => {
    if (!(assigned instanceof YamlMapping)) return;
    const def = interfaces.get(name);
    checkType(service, assigned.get('type'));
    if (def === undefined) {
      const finding = interfaceUnknown(name, owner.name, interfaces);
      // tools of 1.x check only interfaces of nodes
      service.report.atKey(assigned, owner.type.kind === 'node' ? finding : service.judged(finding));
    }
    new Assignment(service, owner, `${owner.name}.${name}`).read(assigned, name, def);
  });
}

/** 1.x lets an assignment repeat the type of its interface. */
function checkType(service: Service, node: YamlNode | undefined): void {
  const name = textOf(node);
  if (node === undefined || name === undefined || service.scope.find('interface', name)) return;
  service.report.at(node, service.judged(service.scope.unknownType('interface', name)));
}

class Assignment {
  readonly #service: Service;
  readonly #owner: Owner;
  readonly #label: string;

  constructor(service: Service, owner: Owner, label: string) {
    this.#service = service;
    this.#owner = owner;
    this.#label = label;
  }

  read(node: YamlMapping, name: string, def: InterfaceDef | undefined): void {
    const operations = operationNames(node);
    if (def) this.#checkNames(node, operations, name, def);
    this.#inputs(node.get('inputs'), def?.inputs, 'inputs');
    for (const operation of operations) {
      const assigned = operationNode(node, operation);
      if (assigned?.kind === 'mapping') this.#operation(assigned, [name, operation], def);
      else if (assigned?.kind === 'sequence') this.#add(assigned, undefined, operation);
    }
  }

  #checkNames(node: YamlMapping, written: readonly string[], name: string, { operations }: InterfaceDef): void {
    for (const operation of written) {
      const known = operations.get(operation);
      const strict = this.#service.version === '2.0';
      if (known && (!strict || known.notifies === (sectionOf(node, operation) === 'notifications'))) continue;
      const at = operationNode(node, operation) ?? node;
      const allowed = strict ? namesIn(sectionOf(node, operation), operations) : operations;
      this.#service.report.atKey(at, this.#service.judged(operationUnknown(operation, name, allowed)));
    }
  }

  #operation(node: YamlMapping, [face, name]: readonly [string, string], def: InterfaceDef | undefined): void {
    if (this.#service.version !== '2.0') noteInherited(this.#service, node, { type: this.#owner.type, face, name });
    const inputs = def?.operations.get(name)?.inputs ?? def?.inputs;
    this.#inputs(node.get('inputs'), inputs, name);
    if (inputs) this.#checkInputs(node, name, inputs);
    const implementation = node.get('implementation');
    if (implementation && implementation.kind !== 'scalar') this.#implementation(implementation, name);
    const outputs = def?.operations.get(name)?.outputs;
    eachNamed(node.get('outputs'), (path, output) => this.#output(path, outputs?.get(output)));
  }

  /** Scripts may use inputs that their type does not know, so that only a name like a known one is a mistake. */
  #checkInputs(node: YamlMapping, operation: string, defs: ReadonlyMap<string, PropertyDef>): void {
    const given = node.get('inputs');
    if (given !== undefined && (given.kind !== 'mapping' || isCall(given))) return;
    const unset = [...defs.values()].filter(
      ({ name, default: value, fixed }) => value === undefined && fixed === undefined && given?.get(name) === undefined,
    );
    const names = unset.map(({ name }) => name);
    // without a name that is left, none can be like it
    if (names.length > 0)
      given?.each((value, name) => {
        if (!defs.has(name))
          this.#service.report.atKey(value, onlyForMisspelt(operationInputUnknown(name, operation, names)));
      });
    for (const { name, required } of unset)
      if (required) this.#service.report.at(node, operationInputMissing(name, operation), `inputs.${name}`);
  }

  #implementation(node: YamlNode, name: string): void {
    this.#add(node, undefined, name);
    if (node.kind !== 'mapping') return;
    const dependencies = node.get('dependencies');
    const artifacts = [node.get('primary'), ...(dependencies?.kind === 'sequence' ? dependencies.items : [])];
    for (const artifact of artifacts) if (artifact) assignArtifact(this.#service, artifact, this.#owner, name);
  }

  /** Checks `[SELF, attribute]`. Other places are known only after the operation has run. */
  #output(path: YamlNode, def: PropertyDef | undefined): void {
    if (path.kind !== 'sequence' || this.#service.version !== '2.0') return;
    const [self, attribute, ...inside] = path.items;
    const name = textOf(attribute);
    if (textOf(self) !== 'SELF' || attribute === undefined || name === undefined) return;
    if (/^(?:CAPABILITY|RELATIONSHIP|SOURCE|TARGET)$/.test(name)) return;
    const { attributes, properties } = membersOf(this.#owner.type);
    const found = attributes.get(name) ?? properties.get(name);
    if (found === undefined) {
      this.#service.report.at(attribute, attributeUnknown(name, this.#owner.name, together(attributes, properties)));
      return;
    }
    const kept = schemaAt(
      found.schema,
      inside.map((item) => textOf(item) ?? ''),
    );
    if (def?.schema && kept && !compatible(def.schema, kept))
      this.#service.report.at(path, valueType(describeSchema(kept), `an output that is ${describeSchema(def.schema)}`));
  }

  /** Undeclared inputs are allowed: scripts may use inputs that their type does not know. */
  #inputs(node: YamlNode | undefined, defs: ReadonlyMap<string, PropertyDef> | undefined, what: string): void {
    if (node === undefined) return;
    if (node.kind !== 'mapping' || isCall(node)) {
      this.#add(node, undefined, what);
      return;
    }
    node.each((value, name) => {
      const def = defs?.get(name);
      if (def?.fixed && this.#service.version === '2.0')
        this.#service.report.atKey(value, valueFixed(name, this.#label));
      else this.#add(value, def, `${what}.${name}`);
    });
  }

  #add(node: YamlNode, def: PropertyDef | undefined, what: string): void {
    if (node.kind === 'scalar' && def?.schema === undefined && !node.text.startsWith('$')) return;
    const Kind = this.#service.version === '2.0' ? Cell : MildCell;
    this.#owner.others.push(new Kind(node, def?.schema, this.#owner.site, this.#label, what));
  }
}
