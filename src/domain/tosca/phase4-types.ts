import type { Unit } from './phase2-import.ts';
import { checkDefinitions } from './types/check.ts';
import { typeKinds } from './types/scope.ts';
import { checkParent, TypeDef } from './types/type-def.ts';
import { YamlMapping } from './yaml/node.ts';

/** Phase 4: the names of every type, what each derives from, and whether what it defines makes sense. */
export function defineTypes(units: readonly Unit[]): void {
  for (const { document, scope } of units) {
    const functions = document.root.get('functions');
    if (functions?.kind === 'mapping') for (const name of functions.entries.keys()) scope.functions.add(name);
    for (const kind of typeKinds) {
      const types = document.root.get(`${kind}_types`);
      if (types?.kind !== 'mapping') continue;
      for (const [name, node] of types.entries) {
        const mapping = node instanceof YamlMapping ? node : emptyAt(node.start);
        scope.own[kind].set(name, new TypeDef(kind, name, mapping, scope));
      }
    }
  }
  for (const { scope } of units) {
    for (const type of ownTypes(scope)) checkParent(type);
    for (const type of ownTypes(scope)) checkDefinitions(type);
  }
}

const emptyAt = (start: number): YamlMapping => new YamlMapping(start);

const ownTypes = (scope: Unit['scope']): TypeDef[] => typeKinds.flatMap((kind) => [...scope.own[kind].values()]);
