import { type Names, opened, openLike } from '../names.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { PropertyDef } from './definitions.ts';
import { inherit } from './inherit.ts';
import { propertyDef, propertyDefs } from './schema.ts';
import type { Scope } from './type-def.ts';
import { remember, type TypeDef } from './type-def.ts';
import { implementationOf, keysOf, operationNames, operationNode, sectionOf } from './written-operations.ts';

/** An interface of a node or relationship type, or an interface type itself, with everything inherited. */
export interface InterfaceDef {
  readonly type: TypeDef | undefined;
  readonly inputs: ReadonlyMap<string, PropertyDef>;
  /** 1.x: inputs that have a value in the type but no definition */
  readonly given: ReadonlySet<string>;
  /** operations and notifications; open (names.ts) when the interface's type is named but unknown */
  readonly operations: ReadonlyMap<string, OperationDef>;
}

export interface OperationDef {
  readonly inputs: ReadonlyMap<string, PropertyDef>;
  readonly outputs: ReadonlyMap<string, PropertyDef>;
  readonly given: ReadonlySet<string>;
  /** true: its definition is under `notifications` */
  readonly notifies: boolean;
  /** true: a type says what it runs */
  readonly isImplemented: boolean;
}

/** For messages: the names of all operations, or of all notifications. */
export const namesIn = (section: string, operations: ReadonlyMap<string, OperationDef>): Names =>
  openLike(
    [...operations].filter(([, { notifies }]) => notifies === (section === 'notifications')).map(([name]) => name),
    operations,
  );

/** An output that is only mapped to an attribute has no type of its own (2.0 section 9.8). */
const outputDefs = (node: YamlNode | undefined, scope: Scope): Map<string, PropertyDef> =>
  new Map([...propertyDefs(node, scope)].filter(([, { node: def }]) => def.kind === 'mapping'));

/** 1.x writes values and definitions in the same place: an entry that names a type is a definition. */
function inputDefs(node: YamlNode | undefined, scope: Scope): Map<string, PropertyDef> {
  if (scope.version === '2.0' || node?.kind !== 'mapping') return propertyDefs(node, scope);
  const found = new Map<string, PropertyDef>();
  for (const [name, definition] of node.entries) {
    const type = definition.kind === 'mapping' ? textOf(definition.get('type')) : undefined;
    if (type !== undefined && scope.find('data', type)) found.set(name, propertyDef(name, definition, scope));
  }
  return found;
}

interface Building {
  readonly inputs: Map<string, PropertyDef>;
  readonly given: Set<string>;
  readonly operations: Map<string, OperationDef>;
}

const copyOf = (known: InterfaceDef | undefined): Building => ({
  inputs: openLike(new Map(known?.inputs), known?.inputs),
  given: new Set(known?.given),
  operations: openLike(new Map(known?.operations), known?.operations),
});

/** Adds a definition to what is known, and refines what both have. */
function extend(into: Building, node: YamlMapping, scope: Scope): void {
  const own = inputDefs(node.get('inputs'), scope);
  inherit(into.inputs, own);
  addGiven(into.given, node.get('inputs'), own);
  for (const name of operationNames(node)) {
    const operation = operationNode(node, name);
    const known = into.operations.get(name);
    const [inputs, outputs, given] = [new Map(known?.inputs), new Map(known?.outputs), new Set(known?.given)];
    if (operation?.kind === 'mapping') {
      const defs = inputDefs(operation.get('inputs'), scope);
      inherit(inputs, defs);
      addGiven(given, operation.get('inputs'), defs);
      if (scope.version === '2.0') inherit(outputs, outputDefs(operation.get('outputs'), scope));
    }
    const notifies = known?.notifies ?? sectionOf(node, name) === 'notifications';
    const isImplemented = known?.isImplemented === true || implementationOf(operation) !== undefined;
    into.operations.set(name, { inputs, outputs, given, notifies, isImplemented });
  }
}

function addGiven(into: Set<string>, node: YamlNode | undefined, defs: ReadonlyMap<string, PropertyDef>): void {
  for (const name of keysOf(node)) if (!defs.has(name)) into.add(name);
}

const typeKey = Symbol('interface type');

export function interfaceType(type: TypeDef): InterfaceDef {
  return remember(type, typeKey, () => {
    const built = copyOf(undefined);
    for (const { node, scope } of type.chain.toReversed()) extend(built, node, scope);
    if (type.isOpen) opened(built.operations);
    return { type, ...built };
  });
}

/** Adds the interfaces of one type definition to those of its parent. */
export function addInterfaces(into: Map<string, InterfaceDef>, node: YamlNode | undefined, scope: Scope): void {
  if (node?.kind !== 'mapping') return;
  for (const [name, definition] of node.entries) {
    if (definition.kind === 'mapping') into.set(name, interfaceDef(name, definition, scope, into.get(name)));
    else if (!into.has(name))
      into.set(name, { type: undefined, inputs: new Map(), given: new Set(), operations: opened(new Map()) });
  }
}

function interfaceDef(name: string, node: YamlMapping, scope: Scope, known: InterfaceDef | undefined): InterfaceDef {
  const typeName = textOf(node.get('type'));
  // in 1.x the name of an interface may also be the name of its type
  const type =
    typeName === undefined ? (known?.type ?? scope.find('interface', name)) : scope.find('interface', typeName);
  const built = copyOf(known);
  if (type !== undefined && type !== known?.type) merge(built, interfaceType(type));
  extend(built, node, scope);
  scope.budget?.spend(built.inputs.size + built.operations.size);
  if (typeName !== undefined && type === undefined) opened(built.operations);
  return { type, ...built };
}

/** Adds what the interface type has; inputs and operations that are already there stay. */
function merge(into: Building, type: InterfaceDef): void {
  openLike(into.operations, type.operations);
  for (const name of type.given) into.given.add(name);
  for (const [name, def] of type.inputs) if (!into.inputs.has(name)) into.inputs.set(name, def);
  for (const [name, operation] of type.operations) if (!into.operations.has(name)) into.operations.set(name, operation);
}
