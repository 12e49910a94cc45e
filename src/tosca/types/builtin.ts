import { simplePrimitives, strictPrimitives } from '../values/primitives.ts';
import type { Version } from '../versions.ts';
import { TypeScope } from './scope.ts';
import type { Scope } from './type-def.ts';
import { emptyMapping, TypeDef } from './type-def.ts';

const collections = { '1': ['list', 'map', 'range'], '2': ['list', 'map', 'scalar'] } as const;

function build(version: Version): Scope {
  const scope = new TypeScope<TypeDef>(version, undefined);
  const add = (name: string, primitive: TypeDef['primitive']): void => {
    scope.own.data.set(name, new TypeDef('data', name, emptyMapping(), scope, primitive));
  };
  for (const [name, primitive] of version === '2.0' ? strictPrimitives : simplePrimitives) add(name, primitive);
  // 2.0 has no scalar-unit types, but templates and the OASIS suite itself still use them
  if (version === '2.0')
    for (const [name, primitive] of simplePrimitives) if (name.startsWith('scalar-unit')) add(name, primitive);
  for (const name of collections[version === '2.0' ? '2' : '1']) add(name, name);
  return scope;
}

const built = new Map<Version, Scope>();

/** The types that every document of the version can use without defining them; shared by the whole process. */
export function builtinTypes(version: Version): Scope {
  const known = built.get(version);
  if (known) return known;
  const scope = build(version);
  built.set(version, scope);
  return scope;
}
