import { signaturesOf } from './functions/signatures.ts';
import { opened } from './names.ts';
import type { Unit } from './phase2-import.ts';
import { checkDefinitions, mappingEntries } from './types/check.ts';
import { typeKinds } from './types/scope.ts';
import type { Scope } from './types/type-def.ts';
import { brokenMapping, checkParent, TypeDef } from './types/type-def.ts';
import { YamlMapping, type YamlNode } from './yaml/node.ts';
import { present } from './yaml/scalar.ts';

/** Phase 4: collects the names of all types, finds what each derives from, and checks its definitions. */
export function defineTypes(units: readonly Unit[]): void {
  for (const { document, scope } of units) {
    for (const [name] of mappingEntries(document.root.get('repositories'))) scope.repositories.add(name);
    for (const kind of typeKinds) {
      const section = document.root.get(`${kind}_types`);
      if (present(section) && section?.kind !== 'mapping') opened(scope.own[kind]);
      for (const [name, node] of mappingEntries(section)) {
        scope.own[kind].set(name, new TypeDef(kind, name, bodyOf(node), scope));
      }
    }
    if (scope.version === '2.0') defineFunctions(document.root, scope);
  }
  for (const { scope } of units) {
    for (const type of ownTypes(scope)) checkParent(type);
    for (const type of ownTypes(scope)) checkDefinitions(type);
    for (const definition of scope.functions.values()) signaturesOf(definition);
  }
}

/** Functions stand beside the types, or in the service template, where they refine the others (2.0 section 10.4). */
function defineFunctions(root: YamlMapping, scope: Scope): void {
  const template = root.get('service_template');
  for (const place of [root, template]) {
    const functions = place?.kind === 'mapping' ? place.get('functions') : undefined;
    for (const [name, node] of mappingEntries(functions)) scope.functions.set(name, { node, scope });
  }
}

/** A body that is not a map has been reported; an empty body is allowed in 1.x. */
function bodyOf(node: YamlNode): YamlMapping {
  if (node instanceof YamlMapping) return node;
  return present(node) ? brokenMapping(node.start) : new YamlMapping(node.start);
}

const ownTypes = (scope: Unit['scope']): TypeDef[] => typeKinds.flatMap((kind) => [...scope.own[kind].values()]);
