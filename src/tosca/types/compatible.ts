import { limits } from '../limits.ts';
import type { Primitive } from '../values/primitives.ts';
import type { DataType, Schema } from './definitions.ts';

/** Whether a value of one schema may also be a value of the other; false only when it certainly cannot. */
export function compatible(from: Schema | undefined, to: Schema | undefined): boolean {
  return alongEntries(from, to, matchOf);
}

/** Compares two schemas, and where their types say nothing, those of their entries. What is not known fits. */
export function alongEntries(
  from: Schema | undefined,
  to: Schema | undefined,
  matchOf: (source: DataType, target: DataType) => boolean | 'by-entries',
): boolean {
  let [source, target] = [from, to];
  // lists of lists may have no end: a type of list may have itself for its entries
  for (let depth = 0; source && target && depth < limits.depth; depth += 1) {
    const match = matchOf(source.type, target.type);
    if (match !== 'by-entries') return match;
    [source, target] = [source.entry, target.entry];
  }
  return true;
}

function matchOf(source: DataType, target: DataType): boolean | 'by-entries' {
  const isCollection = source.base === 'list' || source.base === 'map';
  if (source.def.is(target.def) || target.def.is(source.def)) return isCollection ? 'by-entries' : true;
  if (typeof source.base === 'object' && typeof target.base === 'object') {
    const widened = source.base.name === 'integer' && target.base.name === 'float';
    return source.base.name === target.base.name || widened;
  }
  if (source.base !== target.base || source.base === 'complex' || source.base === 'scalar') return false;
  return isCollection ? 'by-entries' : true;
}

/** The schema at a path of keys and indexes inside a value; undefined when it is not known. */
export function schemaAt(schema: Schema | undefined, path: readonly string[]): Schema | undefined {
  let at = schema;
  for (const step of path) {
    if (at === undefined) return undefined;
    const { base } = at.type;
    at = base === 'list' || base === 'map' ? at.entry : at.type.properties.get(step)?.schema;
  }
  return at;
}

/** Whether the type is a scalar of TOSCA, which has nothing inside. */
export const isPrimitive = (type: DataType): type is DataType & { readonly base: Primitive } =>
  typeof type.base === 'object';

/**
 * The position of the first step that cannot exist: an unknown member of a complex type with properties, a step into a
 * list that is no index, or a named step into a scalar. An index into a text is allowed: the provider's
 * `public_address` may be a list.
 */
export function unknownStep(schema: Schema | undefined, path: readonly string[]): number | undefined {
  let at = schema;
  for (const [index, step] of path.entries()) {
    const type = at?.type;
    at = schemaAt(at, [step]);
    if (type === undefined) return undefined;
    if (type.base === 'list' && !/^(?:\d+|ALL|\$.*)$/.test(step)) return index;
    if (isPrimitive(type) && !/^(?:\d+|ALL|\$.*)$/.test(step)) return index;
    if (type.base === 'complex' && type.properties.size > 0 && !type.properties.has(step)) return index;
  }
  return undefined;
}

/** For messages. */
export const describeSchema = (schema: Schema): string => {
  const { name } = schema.type.def;
  const article = /^[aeio]/i.test(name) ? 'an' : 'a';
  return schema.entry === undefined ? `${article} ${name}` : `${article} ${name} of ${schema.entry.type.def.name}`;
};
