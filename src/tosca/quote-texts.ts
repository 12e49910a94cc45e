import type { MappingNode, Node } from 'js-yaml';
import { member, nodesBelow, quote } from './yaml/tree.ts';

/**
 * Quotes the texts in the definition of an input, where YAML 1.1 reads something else: for a string, `no` would be false,
 * `01234` would be 668, and `12:30:00` would be 45000. The type of the input says that they are texts.
 */
export function quoteTexts(definition: MappingNode): void {
  const entry = member(definition, 'entry_schema')?.value;
  const hasTexts = isText(definition) || (isCollection(definition) && isText(entry));
  if (hasTexts) quoteBelow(member(definition, 'default')?.value);
  for (const schema of [definition, entry]) if (isText(schema)) quoteConstraints(schema);
}

const texts = new Set(['string', 'version']);
const collections = new Set(['list', 'map']);

/** A schema is a mapping with a type, or only the name of the type. */
const typeOf = (schema: Node | undefined): string => {
  const type = schema?.kind === 'mapping' ? member(schema, 'type')?.value : schema;
  return type?.kind === 'scalar' ? type.value : '';
};

const isText = (schema: Node | undefined): boolean => texts.has(typeOf(schema));
const isCollection = (schema: Node): boolean => collections.has(typeOf(schema));

/** Those that compare with a text; `max_length` has a number. */
const comparisons = new Set(['equal', 'valid_values', 'pattern']);

const quoteConstraints = (schema: Node | undefined): void => {
  const constraints = schema?.kind === 'mapping' ? member(schema, 'constraints')?.value : undefined;
  const clauses = constraints?.kind === 'sequence' ? constraints.items : [];
  for (const { key, value } of clauses.flatMap((clause) => (clause.kind === 'mapping' ? clause.items : [])))
    if (key.kind === 'scalar' && comparisons.has(key.value)) quoteBelow(value);
};

const quoteBelow = (value: Node | undefined): void => {
  for (const node of value === undefined ? [] : nodesBelow(value)) if (node.kind === 'scalar') quote(node);
};
