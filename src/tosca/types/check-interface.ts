import { together } from '../names.ts';
import { attributeUnknown, keynameMissing, refinementInvalid, valueType } from '../problem-kinds.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { present, textOf } from '../yaml/scalar.ts';
import { checkArtifact } from './artifact.ts';
import { checkOperations } from './check-requirement.ts';
import { compatible, describeSchema, schemaAt } from './compatible.ts';
import type { PropertyDef } from './definitions.ts';
import { type InterfaceDef, interfaceType } from './interfaces.ts';
import { membersOf } from './members.ts';
import { known } from './references.ts';
import { checkParameters } from './refined-definitions.ts';
import type { TypeDef } from './type-def.ts';
import { operationNames, operationNode } from './written-operations.ts';

const nothing: Pick<InterfaceDef, 'inputs' | 'operations'> = { inputs: new Map(), operations: new Map() };

/** Checks the operations of an interface type, and how it refines its parent (2.0 section 11.1). */
export function checkInterfaceType(type: TypeDef): void {
  interfaceType(type);
  if (type.scope.version !== '2.0') return;
  checkContent(type, type.node, type.parent ? interfaceType(type.parent) : nothing, type.parent?.name ?? type.name);
}

/** Checks an interface of a node or relationship type (2.0 section 11.2). */
export function checkInterface(type: TypeDef, name: string, node: YamlNode): void {
  if (node.kind !== 'mapping') return;
  const given = present(node.get('type'));
  known(type, 'interface', given);
  if (type.scope.version !== '2.0') return;
  const def = membersOf(type).interfaces.get(name);
  const before = type.parent && membersOf(type.parent).interfaces.get(name);
  if (given === undefined && before === undefined && !type.isOpen)
    type.scope.report?.at(node, keynameMissing('type', 'an interface definition'), 'type');
  if (def?.type === undefined) return;
  const own = interfaceType(def.type);
  checkOperations(type, name, node, own.operations);
  if (before?.type && !def.type.mayBe(before.type)) {
    const reason = `the interface ${name} is a ${def.type.name}; it must be ${before.type.name} or derive from it`;
    type.scope.report?.at(node, refinementInvalid(reason));
  }
  checkContent(type, node, before?.type === def.type ? before : own, def.type.name);
  for (const operation of operationNames(node)) checkBinding(type, operationNode(node, operation), def, operation);
}

/** Checks inputs and outputs against the definitions that they refine. */
function checkContent(
  type: TypeDef,
  node: YamlMapping,
  { inputs, operations }: Pick<InterfaceDef, 'inputs' | 'operations'>,
  owner: string,
): void {
  checkParameters(type, node.get('inputs'), inputs, owner);
  for (const name of operationNames(node)) {
    const operation = operationNode(node, name);
    if (operation?.kind !== 'mapping') continue;
    const before = operations.get(name);
    checkParameters(type, operation.get('inputs'), before?.inputs ?? new Map(), owner);
    const outputs = operation.get('outputs');
    if (outputs?.kind === 'mapping' && ![...outputs.entries.values()].some(({ kind }) => kind === 'sequence'))
      checkParameters(type, outputs, before?.outputs ?? new Map(), owner);
  }
}

/** Checks the implementation of an operation, and the attributes that receive its outputs. */
function checkBinding(type: TypeDef, node: YamlNode | undefined, def: InterfaceDef, name: string): void {
  if (node?.kind !== 'mapping') return;
  const implementation = node.get('implementation');
  if (implementation?.kind === 'mapping') {
    const dependencies = implementation.get('dependencies');
    const items = dependencies?.kind === 'sequence' ? dependencies.items : [];
    for (const each of [implementation.get('primary'), ...items]) if (each) checkArtifact(each, type.scope);
  }
  const outputs = node.get('outputs');
  for (const [output, body] of outputs?.kind === 'mapping' ? outputs.entries : []) {
    const path = body.kind === 'mapping' ? body.get('mapping') : body;
    if (path?.kind === 'sequence') checkMapping(type, path.items, def.operations.get(name)?.outputs.get(output));
  }
}

/** Checks `[SELF, attribute, ...]`. Other places are known only when there is a node. */
function checkMapping(type: TypeDef, path: readonly YamlNode[], output: PropertyDef | undefined): void {
  const [self, attribute, ...inside] = path;
  const name = textOf(attribute);
  if (textOf(self) !== 'SELF' || attribute === undefined || name === undefined) return;
  if (/^(?:CAPABILITY|RELATIONSHIP|SOURCE|TARGET)$/.test(name)) return;
  const { attributes, properties } = membersOf(type);
  const found = attributes.get(name) ?? properties.get(name);
  if (found === undefined) {
    type.scope.report?.at(attribute, attributeUnknown(name, type.name, together(attributes, properties)));
    return;
  }
  const steps = inside.map((item) => textOf(item) ?? '');
  const kept = schemaAt(found.schema, steps);
  if (output?.schema && kept && !compatible(output.schema, kept))
    type.scope.report?.at(
      attribute,
      valueType(describeSchema(kept), `an output that is ${describeSchema(output.schema)}`),
    );
}
