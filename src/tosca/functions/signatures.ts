import { keynameMissing } from '../problem-kinds.ts';
import { checkArtifact } from '../types/artifact.ts';
import type { Schema } from '../types/definitions.ts';
import { schemaOf } from '../types/schema.ts';
import type { FunctionDef } from '../types/type-def.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';

/** One way to call a function that the template defines (2.0 section 10.4). */
export interface Signature {
  readonly required: readonly (Schema | undefined)[];
  readonly optional: readonly (Schema | undefined)[];
  /** true: the last argument may be repeated */
  readonly variadic: boolean;
  readonly result: Schema | undefined;
}

const known = new WeakMap<FunctionDef, readonly Signature[]>();

export function signaturesOf(definition: FunctionDef): readonly Signature[] {
  const found = known.get(definition);
  if (found) return found;
  const signatures = definition.node.kind === 'mapping' ? definition.node.get('signatures') : undefined;
  const made = signatures?.kind === 'sequence' ? signatures.items.map((node) => signature(node, definition)) : [];
  known.set(definition, made);
  return made;
}

function signature(node: YamlNode, { scope }: FunctionDef): Signature {
  const member = (key: string): YamlNode | undefined => (node.kind === 'mapping' ? node.get(key) : undefined);
  const typed = (item: YamlNode | undefined): Schema | undefined => {
    if (item?.kind === 'mapping' && item.get('type') === undefined)
      scope.report?.at(item, keynameMissing('type', 'a schema definition'), 'type');
    return schemaOf(item, scope);
  };
  const schemas = (key: string): (Schema | undefined)[] => {
    const list = member(key);
    return list?.kind === 'sequence' ? list.items.map(typed) : [];
  };
  const implementation = member('implementation');
  const primary = implementation?.kind === 'mapping' ? implementation.get('primary') : undefined;
  if (primary) checkArtifact(primary, scope);
  return {
    required: schemas('arguments'),
    optional: schemas('optional_arguments'),
    variadic: textOf(member('variadic')) === 'true',
    result: typed(member('result')),
  };
}

/** The schema of each argument; undefined when the signature does not accept so many. */
export function parametersFor(signature: Signature, count: number): readonly (Schema | undefined)[] | undefined {
  const all = [...signature.required, ...signature.optional];
  if (count < signature.required.length) return undefined;
  if (count <= all.length) return all.slice(0, count);
  if (!signature.variadic) return undefined;
  return Array.from({ length: count }, (_, index) => all[index] ?? all.at(-1));
}

/** For messages: the arguments of a signature. */
export function describeSignature({ required, optional, variadic }: Signature): string {
  const names = [...required, ...optional].map((schema) => schema?.type.def.name ?? 'anything');
  const shown = names.map((name, index) => (index < required.length ? name : `[${name}]`));
  return `(${shown.join(', ')}${variadic ? ', ...' : ''})`;
}
