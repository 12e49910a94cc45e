import type { MappingNode, Node } from 'js-yaml';
import { asFloat, member, nodesBelow, quote } from '../yaml/tree.ts';

/**
 * Quotes the texts in the definition of an input, where YAML 1.1 reads something else: for a string, `no` would be false,
 * `01234` would be 668, and `12:30:00` would be 45000. The type of the input says that they are texts. Of a float, 2 becomes
 * 2.0, since the Infrastructure Manager's parser refuses the integer.
 */
export function quoteTexts(definition: MappingNode, types: ReadonlySet<string>): void {
  const entry = member(definition, 'entry_schema')?.value;
  const isText = (schema: Node | undefined): boolean => types.has(typeOf(schema));
  const isCollection = collections.has(typeOf(definition));
  const hasTexts = isText(definition) || (isCollection && isText(entry));
  if (hasTexts) quoteBelow(member(definition, 'default')?.value);
  if (typeOf(isCollection ? entry : definition) === 'float') writeFloats(member(definition, 'default')?.value);
}

/** Does the same for the definitions in the types that the template has itself. */
export function quoteTextsOfTypes(root: MappingNode, types: ReadonlySet<string>): void {
  const sections = root.items.filter(({ key }) => textOf(key).endsWith('_types'));
  for (const node of sections.flatMap(({ value }) => nodesBelow(value)))
    if (node.kind === 'mapping') quoteTexts(node, types);
}

/** Types whose values are texts: the built-in ones, and those of the template that derive from them. */
export function textTypes(root: MappingNode): ReadonlySet<string> {
  const types = member(root, 'data_types')?.value;
  const derived = new Map<string, string[]>();
  for (const { key, value } of types?.kind === 'mapping' ? types.items : []) {
    const parent = value.kind === 'mapping' ? textOf(member(value, 'derived_from')?.value) : '';
    derived.set(parent, [...(derived.get(parent) ?? []), textOf(key)]);
  }
  const found = new Set(['string', 'version', 'timestamp']);
  for (const type of found) for (const child of derived.get(type) ?? []) found.add(child);
  return found;
}

const collections = new Set(['list', 'map']);

const textOf = (node: Node | undefined): string => (node?.kind === 'scalar' ? node.value : '');

/** A schema is a mapping with a type, or only the name of the type. */
const typeOf = (schema: Node | undefined): string =>
  textOf(schema?.kind === 'mapping' ? member(schema, 'type')?.value : schema);

const quoteBelow = (value: Node | undefined): void => {
  for (const node of value === undefined ? [] : nodesBelow(value)) if (node.kind === 'scalar') quote(node);
};

const writeFloats = (value: Node | undefined): void => {
  if (value?.kind === 'mapping') for (const item of value.items) writeFloats(item.value);
  else if (value?.kind === 'sequence') for (const item of value.items) writeFloats(item);
  else if (value !== undefined) asFloat(value);
};
